// SPDX-License-Identifier: Apache-2.0
// `tutti ir`: programs of others and small ones, on each backend.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "app/program.h"
#include "format/safetensors.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti {
namespace {

using test::expect_contains;
using test::Outcome;
using test::run_tutti;

constexpr const char* kSquare = R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
)";

/// One module of two functions, the second of which fails at line 12 of the file; and another.
constexpr const char* kChecks = R"(
func.func @right() {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  check.expect_eq_const %1, dense<[2.0, 4.0]> : tensor<2xf32>
  return
}
// -----
func.func @wrong() {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  check.expect_eq_const %1, dense<[2.0, 5.0]> : tensor<2xf32>
  return
}
)";

class Ir : public testing::TestWithParam<const char*> {};

TEST_P(Ir, AnAssertionMayHaveAResult) {
  const auto program = [](const char* expected) {
    return std::string(R"(func.func @main() -> tensor<i1> {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.constant dense<)") +
           expected + R"(> : tensor<f32>
  %r = stablehlo.custom_call @check.eq(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
})";
  };
  const Outcome right = run_tutti({"ir", "run", "-", "--backend", GetParam()}, program("1.00009"));
  EXPECT_EQ(right.code, 0) << right.err;
  expect_contains(right.out, "dense<true> : tensor<i1>");
  EXPECT_EQ(run_tutti({"ir", "run", "-", "--backend", GetParam()}, program("1.0002")).code, 1);
}

TEST_P(Ir, AssertionsFailWithTheirPlace) {
  const Outcome outcome = run_tutti({"ir", "run", "-", "--backend", GetParam()}, kChecks);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  expect_contains(outcome.err, "@right: passed");
  expect_contains(outcome.err,
                  "@wrong: standard input:12:3: check.expect_eq_const: element [1] is 4");
  expect_contains(outcome.err, "1 of 2 functions failed");
  const std::string text = kChecks;
  const Outcome one = run_tutti({"ir", "run", "-", "--json", "--backend", GetParam()},
                                text.substr(0, text.find("// -----")));
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(nlohmann::json::parse(one.out)["functions"][0]["name"], "right");
}

TEST_P(Ir, InputsAndOutputsAreSafetensors) {
  const test::TemporaryFolder folder;
  const Path inputs = folder.path() / "in.safetensors", outputs = folder.path() / "out.safetensors";
  const float x[] = {3, -0.5f};
  format::write_safetensors(inputs,
                            {{"in.000", format::Dtype::f32, {2}, std::as_bytes(std::span(x))}});
  const Outcome outcome = run_tutti({"ir", "run", "-", "--backend", GetParam(), "--inputs",
                                     inputs.string(), "--outputs", outputs.string(), "--json"},
                                    kSquare);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["functions"][0]["results"][0]["values"],
            nlohmann::json({9.0, 0.25}));
  const format::SafetensorsFile written(outputs);
  float y[2];
  written.read(*written.find("out.000"), std::as_writable_bytes(std::span(y)));
  EXPECT_EQ(y[0], 9.0f);
  EXPECT_EQ(y[1], 0.25f);
}

/// Largest difference between two float32 or equal-byte tensors, against the largest value.
double difference(const format::SafetensorsFile& found, const format::SafetensorsFile& expected,
                  const format::TensorInfo& info) {
  const auto* own = found.find(info.name);
  if (own == nullptr) return INFINITY;
  std::vector<std::byte> a(own->bytes()), b(info.bytes());
  found.read(*own, a);
  expected.read(info, b);
  if (a.size() != b.size()) return INFINITY;
  if (info.dtype != format::Dtype::f32) return a == b ? 0 : INFINITY;
  double largest = 1e-30, error = 0;
  for (size_t i = 0; i + 4 <= a.size(); i += 4) {
    float x, y;
    std::memcpy(&x, a.data() + i, 4);
    std::memcpy(&y, b.data() + i, 4);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    largest = std::max(largest, double{std::abs(y)});
    error = std::max(error, std::abs(double{x} - double{y}));
  }
  return error / largest;
}

TEST_P(Ir, ProgramsOfJaxGiveWhatJaxComputed) {
  const Path folder = test::golden_data("stablehlo");
  const test::TemporaryFolder scratch;
  const std::string outputs = scratch.path() / "out.safetensors";
  for (const char* name : {"integer_bits", "bert_forward", "llama_gradients"}) {
    SCOPED_TRACE(name);
    const Path golden = folder / (std::string(name) + ".safetensors");
    const Outcome outcome =
        run_tutti({"ir", "run", (folder / (std::string(name) + ".mlir")).string(), "--backend",
                   GetParam(), "--inputs", golden.string(), "--outputs", outputs});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const format::SafetensorsFile found(outputs), expected(golden);
    for (const auto& info : expected.tensors())
      if (info.name.starts_with("out.")) {
        EXPECT_LE(difference(found, expected, info), 2e-5) << info.name;
      }
  }
}

TEST_P(Ir, ComplexNumbersAndBytesOfFloatsAreSafetensorsToo) {
  const test::TemporaryFolder folder;
  const Path inputs = folder.path() / "in.safetensors", outputs = folder.path() / "out.safetensors";
  const float z[] = {3, -0.5f, 0, 2};
  const uint8_t e4m3[] = {0x38, 0xC0}, e5m2[] = {0x3C, 0xC0}, e8m0[] = {0x7F, 0x80};  // 1, -2 or 2
  format::write_safetensors(
      inputs, {{"in.000", format::Dtype::c64, {2}, std::as_bytes(std::span(z))},
               {"in.001", format::Dtype::f8_e4m3, {2}, std::as_bytes(std::span(e4m3))},
               {"in.002", format::Dtype::f8_e5m2, {2}, std::as_bytes(std::span(e5m2))},
               {"in.003", format::Dtype::f8_e8m0, {2}, std::as_bytes(std::span(e8m0))}});
  const Outcome outcome = run_tutti({"ir", "run", "-", "--backend", GetParam(), "--inputs",
                                     inputs.string(), "--outputs", outputs.string(), "--json"},
                                    R"(
func.func @main(%z: tensor<2xcomplex<f32>>, %a: tensor<2xf8E4M3FN>, %b: tensor<2xf8E5M2>,
                %c: tensor<2xf8E8M0FNU>)
    -> (tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf8E5M2>) {
  %0 = stablehlo.negate %z : tensor<2xcomplex<f32>>
  %1 = stablehlo.convert %a : (tensor<2xf8E4M3FN>) -> tensor<2xf32>
  %2 = stablehlo.convert %b : (tensor<2xf8E5M2>) -> tensor<2xf32>
  %3 = stablehlo.convert %c : (tensor<2xf8E8M0FNU>) -> tensor<2xf32>
  return %0, %1, %2, %3, %b
    : tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf8E5M2>
}
)");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = nlohmann::json::parse(outcome.out)["functions"][0]["results"];
  EXPECT_EQ(results[1]["values"], nlohmann::json({1.0, -2.0}));
  EXPECT_EQ(results[2]["values"], nlohmann::json({1.0, -2.0}));
  EXPECT_EQ(results[3]["values"], nlohmann::json({1.0, 2.0}));
  const format::SafetensorsFile written(outputs);
  ASSERT_EQ(written.find("out.000")->dtype, format::Dtype::c64);
  ASSERT_EQ(written.find("out.004")->dtype, format::Dtype::f8_e5m2);
  float negated[4];
  written.read(*written.find("out.000"), std::as_writable_bytes(std::span(negated)));
  for (size_t i = 0; i < 4; i++) EXPECT_EQ(negated[i], -z[i]);
}

TEST(IrRun, TheReferenceTakesArgumentsOfAnySizeWhereTheProgramDoes) {
  const test::TemporaryFolder folder;
  const Path inputs = folder.path() / "in.safetensors";
  const float x[] = {3, -0.5f, 2, 8};
  const auto run = [&](const std::string& type) {
    return run_tutti({"ir", "run", "-", "--inputs", inputs.string(), "--json"},
                     fmt::format("func.func @main(%x: {0}) -> {0} {{\n"
                                 "  %0 = stablehlo.add %x, %x : {0}\n"
                                 "  return %0 : {0}\n}}\n",
                                 type));
  };
  format::write_safetensors(inputs,
                            {{"in.000", format::Dtype::f32, {2, 2}, std::as_bytes(std::span(x))}});
  const Outcome outcome = run("tensor<?x2xf32>");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto result = nlohmann::json::parse(outcome.out)["functions"][0]["results"][0];
  EXPECT_EQ(result["type"], "tensor<2x2xf32>");
  EXPECT_EQ(result["values"], nlohmann::json({6.0, -1.0, 4.0, 16.0}));
  const Outcome other = run("tensor<?x3xf32>");
  EXPECT_EQ(other.code, 2);
  expect_contains(other.err, "in.000: found F32 [2, 2], expected tensor<?x3xf32>");
}

// Tokens take no number among arguments and results, and tuples are their elements.
TEST_P(Ir, FilesHoldWhatTuplesHold) {
  const test::TemporaryFolder folder;
  const Path inputs = folder.path() / "in.safetensors";
  const float x[] = {3, -0.5f};
  const int32_t n[] = {4};
  format::write_safetensors(inputs,
                            {{"in.000", format::Dtype::f32, {2}, std::as_bytes(std::span(x))},
                             {"in.001", format::Dtype::i32, {}, std::as_bytes(std::span(n))}});
  const Outcome outcome =
      run_tutti({"ir", "run", "-", "--backend", GetParam(), "--inputs", inputs.string(), "--json"},
                R"(
func.func @main(%t: !stablehlo.token, %p: tuple<tensor<2xf32>, !stablehlo.token>, %n: tensor<i32>)
    -> (tuple<tensor<i32>, tuple<tensor<2xf32>, !stablehlo.token>>, !stablehlo.token,
        tensor<2xf32>) {
  %x = stablehlo.get_tuple_element %p[0] : (tuple<tensor<2xf32>, !stablehlo.token>) -> tensor<2xf32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  %r = stablehlo.tuple %n, %p : tuple<tensor<i32>, tuple<tensor<2xf32>, !stablehlo.token>>
  return %r, %t, %y
    : tuple<tensor<i32>, tuple<tensor<2xf32>, !stablehlo.token>>, !stablehlo.token, tensor<2xf32>
}
)");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = nlohmann::json::parse(outcome.out)["functions"][0]["results"];
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0]["values"], nlohmann::json({4}));
  EXPECT_EQ(results[1]["values"], nlohmann::json({3.0, -0.5}));
  EXPECT_EQ(results[2]["values"], nlohmann::json({6.0, -1.0}));
}

TEST_P(Ir, FunctionsBehindOneThatCannotRunAreRun) {
  const Outcome outcome = run_tutti({"ir", "run", "-", "--backend", GetParam()},
                                    R"(
func.func @talks() {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.infeed"(%t) {infeed_config = ""}
    : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  func.return
}
)" + std::string(kChecks));
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "@talks: standard input:4:10: stablehlo.infeed: ");
  expect_contains(outcome.err, "@right: passed");
  expect_contains(outcome.err, "@wrong: standard input:");
  expect_contains(outcome.err, "2 of 3 functions failed");
}

INSTANTIATE_TEST_SUITE_P(Backends, Ir, testing::Values("reference", "cpu"),
                         [](const auto& backend) { return std::string(backend.param); });

TEST(IrGrid, RunsProcessesSideBySide) {
  constexpr const char* kSum = R"(
func.func @main() -> (tensor<ui32>, tensor<ui32>) {
  %p = stablehlo.partition_id : tensor<ui32>
  %r = stablehlo.replica_id : tensor<ui32>
  %s = "stablehlo.all_reduce"(%r) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %0 = stablehlo.add %a, %b : tensor<ui32>
    stablehlo.return %0 : tensor<ui32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<ui32>) -> tensor<ui32>
  return %p, %s : tensor<ui32>, tensor<ui32>
}
)";
  const std::vector<std::string> grid = {"ir", "run", "-", "--replicas", "3", "--partitions", "2"};
  const Outcome outcome = run_tutti(grid, kSum);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.out, "@main out.000@0,1 = dense<1> : tensor<ui32>");
  expect_contains(outcome.out, "@main out.001@2,0 = dense<3> : tensor<ui32>");
  auto more = grid;
  more.push_back("--json");
  const Outcome json = run_tutti(more, kSum);
  const auto functions = nlohmann::json::parse(json.out)["functions"];
  ASSERT_EQ(functions.size(), 6u);
  EXPECT_EQ(functions[5]["process"], "2,1");
  EXPECT_EQ(functions[5]["results"][1]["values"][0], 3);
  more = grid;
  more.insert(more.end(), {"--backend", "cpu"});
  const Outcome on_cpu = run_tutti(more, kSum);
  EXPECT_EQ(on_cpu.code, 0) << on_cpu.err;
  EXPECT_EQ(on_cpu.out, outcome.out);
  more.back() = "pjrt=none";
  const Outcome elsewhere = run_tutti(more, kSum);
  EXPECT_EQ(elsewhere.code, 2);
  expect_contains(elsewhere.err, "--replicas and --partitions run on the reference and the cpu");
}

/// A test file as StableHLO's repository has them: run as it is.
TEST(IrGrid, RunsATestFileAsItIs) {
  constexpr const char* kFile = R"(// RUN: stablehlo-translate --interpret -split-input-file %s

module @cross_replica {
  func.func public @all_reduce(%operand : tensor<4xi64>) -> tensor<4xi64> {
    %result = "stablehlo.all_reduce"(%operand) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %0 = stablehlo.add %arg0, %arg1 : tensor<i64>
        stablehlo.return %0 : tensor<i64>
    }) {
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<4xi64>) -> tensor<4xi64>
    return %result : tensor<4xi64>
  }
  func.func public @main() {
    %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
    %1 = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi64>
    %2:2 = "interpreter.run_parallel"(%0, %1) {
      programs=[[@all_reduce], [@all_reduce]]
    } : (tensor<4xi64>, tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>)
    check.expect_eq_const %2#0, dense<[6, 8, 10, 12]> : tensor<4xi64>
    check.expect_eq_const %2#1, dense<[6, 8, 10, 13]> : tensor<4xi64>
    func.return
  }
}

// -----

func.func @add_op_test() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %1 = interpreter.probe %0, probe_id = "add" : tensor<2xi8>
  interpreter.print %1 : tensor<2xi8>
  check.expect_serialized_eq %0, probe_id = "add" : tensor<2xi8>
  func.return
}
)";
  const Outcome outcome = run_tutti({"ir", "run", "-"}, kFile);
  EXPECT_EQ(outcome.code, 1);
  expect_contains(outcome.err,
                  "standard input:22:5: check.expect_eq_const: element [3] is 12, expected 13");
  expect_contains(outcome.err, "@add_op_test: passed");
  expect_contains(outcome.out, "dense<[1, 2]> : tensor<2xi8>");
}

TEST(IrText, PrintedProgramsAreReadAgain) {
  const Outcome pretty = run_tutti({"ir", "print", "-"}, kSquare);
  ASSERT_EQ(pretty.code, 0) << pretty.err;
  expect_contains(pretty.out, "stablehlo.multiply %");
  const Outcome generic = run_tutti({"ir", "print", "--generic", "-"}, pretty.out);
  expect_contains(generic.out, "\"stablehlo.multiply\"(");
  EXPECT_EQ(run_tutti({"ir", "print", "-"}, generic.out).out, pretty.out);
  const auto counts =
      nlohmann::json::parse(run_tutti({"ir", "verify", "--json", "-"}, kChecks).out);
  EXPECT_EQ(counts["modules"], 2);
  EXPECT_EQ(counts["functions"], 2);
  EXPECT_EQ(counts["operations"], 8);
  expect_contains(run_tutti({"ir", "verify", "-"}, kSquare).out, "correct: 1 module, 1 function, ");
}

TEST(IrText, LocationsArePrintedWhereTheyAreAskedFor) {
  constexpr const char* kText = R"(module {
  func.func public @main(%arg0: tensor<f32> loc("x")) -> (tensor<f32>) {
    %0 = stablehlo.negate %arg0 : tensor<f32> loc(#loc1)
    func.return %0 : tensor<f32> loc(#loc)
  } loc(callsite("f" at #loc1))
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("f.py":3:4 to :9)
)";
  const Outcome with = run_tutti({"ir", "print", "--locations", "-"}, kText);
  for (const char* part :
       {"loc(\"x\")", ": tensor<f32> loc(#loc1)\n", "} loc(callsite(\"f\" at #loc1))\n",
        "#loc = loc(unknown)\n", "#loc1 = loc(\"f.py\":3:4 to :9)\n"})
    expect_contains(with.out, part);
  EXPECT_EQ(run_tutti({"ir", "print", "--locations", "-"}, with.out).out, with.out);
  EXPECT_EQ(run_tutti({"ir", "print", "-"}, kText).out.find("loc("), std::string::npos);
}

TEST(IrText, GradientsAreFunctionsOfTheModule) {
  const Outcome gradient = run_tutti({"ir", "grad", "-"}, kSquare);
  ASSERT_EQ(gradient.code, 0) << gradient.err;
  const test::TemporaryFolder folder;
  const std::string inputs = folder.path() / "in.safetensors";
  const float x[] = {3, -0.5f}, seed[] = {1, 10};
  format::write_safetensors(inputs,
                            {{"in.000", format::Dtype::f32, {2}, std::as_bytes(std::span(x))},
                             {"in.001", format::Dtype::f32, {2}, std::as_bytes(std::span(seed))}});
  const Outcome run =
      run_tutti({"ir", "run", "-", "--function", "main_gradient", "--inputs", inputs, "--json"},
                gradient.out);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["functions"][0]["results"][0]["values"],
            nlohmann::json({6.0, -10.0}));  // 2 x * seed
}

TEST(IrText, LowerShowsAndSkipsPasses) {
  constexpr const char* kText = R"(
func.func @main() -> tensor<f32> {
  %0 = stablehlo.constant dense<2.0> : tensor<f32>
  %1 = stablehlo.add %0, %0 : tensor<f32>
  return %1 : tensor<f32>
}
)";
  const Outcome folded = run_tutti({"ir", "lower", "-", "--dump"}, kText);
  EXPECT_EQ(folded.code, 0) << folded.err;
  EXPECT_EQ(folded.out.find("stablehlo.add"), std::string::npos) << folded.out;
  expect_contains(folded.err, "// after fold-constants");
  expect_contains(run_tutti({"ir", "lower", "-", "--skip", "fold-constants"}, kText).out,
                  "stablehlo.add");
  expect_contains(run_tutti({"ir", "lower", "-", "--skip", "magic"}, kText).err, "fold-constants");
}

TEST(IrText, LowerTakesPrecisionGradientAndMemoryPlan) {
  constexpr const char* kText = R"(
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.exponential %0 : tensor<4x4xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<4x4xf32>
  %3 = stablehlo.reverse %2, dims = [1] : tensor<4x4xf32>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}
)";
  const auto lower = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"ir", "lower", "-", "--backend", "cpu", "--bf16", "--gradient"});
    const Outcome outcome = run_tutti(flags, kText);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome;
  };
  const Outcome all = lower({"--dump"});
  for (const char* pass : {"precision", "differentiate", "dead-code", "memory-plan"})
    expect_contains(all.err, fmt::format("// after {}\n", pass));
  expect_contains(all.err, "// @main_gradient: ");
  expect_contains(all.out, "bf16");
  const Outcome none = lower({"--dump", "--skip", "precision,differentiate,memory-plan"});
  for (const char* pass : {"precision", "differentiate", "memory-plan"})
    EXPECT_EQ(none.err.find(pass), std::string::npos) << none.err;
  EXPECT_EQ(none.out.find("bf16"), std::string::npos);
  EXPECT_EQ(none.out.find("gradient"), std::string::npos);
}

TEST(IrText, BadProgramsAndFilesAreNamed) {
  const auto refused = [](std::vector<std::string> words, const std::string& text) {
    words.insert(words.begin(), "ir");
    const Outcome outcome = run_tutti(words, text);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  expect_contains(refused({"verify", "-"}, "func.func @f() {\n  oops\n}\n"), "standard input:2:");
  expect_contains(refused({"verify", "-"}, std::string(kChecks) + "// -----\noops"),
                  "standard input:16:");
  expect_contains(refused({"run", "-"}, kSquare), "--inputs");
  expect_contains(refused({"run", "-", "--function", "f"}, kSquare), "f");
  const test::TemporaryFolder folder;
  const std::string inputs = folder.path() / "in.safetensors";
  const int32_t x[] = {3, 4};
  format::write_safetensors(inputs,
                            {{"in.000", format::Dtype::i32, {2}, std::as_bytes(std::span(x))}});
  expect_contains(refused({"run", "-", "--inputs", inputs}, kSquare),
                  "in.000: found I32 [2], expected tensor<2xf32>");
  expect_contains(refused({"run", "-", "--outputs", inputs}, kChecks), "--function");
}

}  // namespace
}  // namespace tutti
