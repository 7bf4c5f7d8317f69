// SPDX-License-Identifier: Apache-2.0
// Commands take programs in binary forms by their content, and write them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "format/safetensors.h"
#include "support/errors.h"

namespace tutti {
namespace {

using test::expect_contains;
using test::Outcome;
using test::run_tutti;

const Path kArtifacts = Path(TUTTI_SOURCE_DIR) / "tests/golden/bytecode";

constexpr const char* kProgram = R"(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.exponential %x : tensor<3xf32>
  %1 = chlo.square %0 : tensor<3xf32> -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
)";

TEST(Bytecode, IsWrittenAndTakenByCommandsUnderAnyName) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "program.any").string();
  const Outcome written = run_tutti(
      {"ir", "print", "-", "--bytecode", "--target", "1.0.0", "--output", file}, kProgram);
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_TRUE(read_file(file).starts_with("ML\xEFR\x0DStableHLO_v1.0.0"));

  const Path inputs = folder.path() / "in.safetensors";
  const float x[] = {0, 1, -1};
  format::write_safetensors(inputs,
                            {{"in.000", format::Dtype::f32, {3}, std::as_bytes(std::span(x))}});
  const Outcome ran =
      run_tutti({"ir", "run", file, "--backend", "cpu", "--inputs", inputs.string(), "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto values = nlohmann::json::parse(ran.out)["functions"][0]["results"][0]["values"];
  EXPECT_NEAR(values[1].get<double>(), 7.38905609893065, 1e-5);

  const Outcome valid = run_tutti({"validate", "--model", file, "--inputs", inputs.string(),
                                   "--backend", "cpu", "--output", folder.path() / "validation"});
  EXPECT_EQ(valid.code, 0) << valid.err;
}

TEST(Bytecode, IsTakenFromStandardInput) {
  const std::string artifact = read_file(kArtifacts / "unused_argument.jax");
  const Outcome printed = run_tutti({"ir", "print", "-"}, artifact);
  ASSERT_EQ(printed.code, 0) << printed.err;
  EXPECT_NE(printed.out.find("%arg0: tensor<2xf32> {jax.argument_index = 1 : i64}"),
            std::string::npos)
      << printed.out;
}

/// The function that JAX exported took two arguments, and did not use the first.
TEST(Bytecode, InputsHaveTheNumbersOfTheExportedFunction) {
  const test::TemporaryFolder folder;
  const Path inputs = folder.path() / "in.safetensors";
  const float y[] = {1, 2};
  format::write_safetensors(inputs,
                            {{"in.001", format::Dtype::f32, {2}, std::as_bytes(std::span(y))}});
  const Outcome ran = run_tutti({"ir", "run", (kArtifacts / "unused_argument.jax").string(),
                                 "--backend", "cpu", "--inputs", inputs.string(), "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out)["functions"][0]["results"][0]["values"],
            nlohmann::json({2.0, 4.0}));
}

TEST(Bytecode, ErrorsSayWhereAndHowToMendThem) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "cut.mlirbc").string();
  write_file_atomically(file, std::string("ML\xEFR\x0DStableHLO_v1.0.0\0\x01", 23));
  const Outcome cut = run_tutti({"ir", "verify", file});
  EXPECT_EQ(cut.code, 2);
  expect_contains(cut.err, "cut.mlirbc: byte 23: found the end, expected a number");

  const Outcome newer = run_tutti({"ir", "print", "-", "--bytecode", "--target", "1.0.0"}, R"(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.tan %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
)");
  EXPECT_EQ(newer.code, 2);
  expect_contains(newer.err, "stablehlo.tan needs StableHLO 1.4.0, but the target is 1.0.0");
  const Outcome unknown = run_tutti({"ir", "print", "-", "--target", "new"}, kProgram);
  EXPECT_EQ(unknown.code, 2);
  expect_contains(unknown.err, "--target new: expected a version of StableHLO from 1.0.0");
}

}  // namespace
}  // namespace tutti
