// SPDX-License-Identifier: Apache-2.0
// What is written reads back the same, in a version that has what the program uses.
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files.h"
#include "format/mlir_bytecode.h"
#include "ir/print.h"
#include "portable/jax_export.h"
#include "portable/module_reader.h"
#include "portable/module_writer.h"
#include "portable/program.h"

namespace tutti::portable {
namespace {

const Path kTexts = Path(TUTTI_SOURCE_DIR) / "tests/golden/bytecode";

ir::Module of_text(const std::string& text) {
  return std::move(programs_of(text, "x.mlir").at(0));
}

ir::Module main_of(const std::string& body) {
  return of_text("func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n" + body + "\n}\n");
}

/// The version that an artifact says it is of.
std::string version_in(const std::string& artifact) {
  return std::string(format::read_mlir_bytecode({artifact, "x"})
                         .producer.substr(std::string("StableHLO_v").size()));
}

std::string error_of(const ir::Module& module, std::optional<Version> target) {
  try {
    write_portable(module, target);
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return "";
}

TEST(WritePortable, ReadsBackTheSame) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kTexts)) {
    if (entry.path().extension() != ".mlir") continue;
    const ir::Module module = std::move(open_programs(entry.path()).at(0));
    for (const std::optional<Version> target : {std::optional<Version>(), {kNewestVersion}}) {
      const std::string artifact = write_portable(module, target);
      const ir::Module again = read_portable(artifact, "x");
      EXPECT_EQ(ir::print(again), ir::print(module)) << entry.path();
      EXPECT_EQ(write_portable(again, target), artifact) << entry.path();
    }
    count++;
  }
  EXPECT_GE(count, 70u);
}

/// jaxlib cannot parse the dialect of quantized types, but reads them in bytecode.
TEST(WritePortable, QuantizedTypesReadBackTheSame) {
  for (const char* name : {"quantized", "quantized_by_axis"}) {
    const ir::Module module =
        std::move(open_programs(kTexts / "source" / (std::string(name) + ".mlir")).at(0));
    EXPECT_EQ(ir::print(read_portable(write_portable(module), "x")), ir::print(module));
  }
}

TEST(WritePortable, ConstantsWithoutElementsReadBack) {
  const ir::Module module = of_text(
      "func.func @main() -> tensor<2x0xf32> {\n"
      "  %0 = stablehlo.constant dense<1.0> : tensor<2x0xf32>\n"
      "  return %0 : tensor<2x0xf32>\n}\n");
  EXPECT_EQ(ir::print(read_portable(write_portable(module), "x")), ir::print(module));
}

TEST(WritePortable, TheLeastVersionIsThatOfWhatIsUsed) {
  EXPECT_EQ(version_in(write_portable(main_of("return %a : tensor<2xf32>"))), "1.0.0");
  const ir::Module tangent =
      main_of("%0 = stablehlo.tan %a : tensor<2xf32>\nreturn %0 : tensor<2xf32>");
  EXPECT_EQ(version_in(write_portable(tangent)), "1.4.0");
  EXPECT_EQ(version_in(write_portable(tangent, kNewestVersion)), "1.20.0");
  EXPECT_EQ(error_of(tangent, Version{1, 0, 0}),
            "stablehlo.tan needs StableHLO 1.4.0, but the target is 1.0.0; give --target 1.4.0");
  const ir::Module narrow = of_text(
      "func.func @main(%a: tensor<2xf4E2M1FN>) -> tensor<2xf4E2M1FN> {\n"
      "  return %a : tensor<2xf4E2M1FN>\n}\n");
  EXPECT_EQ(version_in(write_portable(narrow)), "1.8.0");
}

TEST(WritePortable, WhatOnlyANewerVersionSaysNeedsIt) {
  const std::string exponential = R"(
    %0 = "stablehlo.exponential"(%a) <{result_accuracy = #stablehlo.result_accuracy<MODE>}> :
      (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>)";
  const auto with_mode = [&](std::string_view mode) {
    std::string text = exponential;
    return main_of(text.replace(text.find("MODE"), 4,
                                fmt::format("mode = #stablehlo.result_accuracy_mode<{}>", mode)));
  };
  EXPECT_EQ(version_in(write_portable(with_mode("DEFAULT"))), "1.0.0");
  EXPECT_EQ(version_in(write_portable(with_mode("HIGHEST"))), "1.9.0");
  EXPECT_NE(error_of(with_mode("HIGHEST"), Version{1, 8, 0})
                .find("result_accuracy needs StableHLO "
                      "1.9.0"),
            std::string::npos);
}

TEST(WritePortable, RefusesOperationsOfItsOwn) {
  const std::string error =
      error_of(of_text("func.func @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
                       "  %0 = tutti.softmax %a : (tensor<2x3xf32>) -> tensor<2x3xf32>\n"
                       "  return %0 : tensor<2x3xf32>\n}\n"),
               {});
  EXPECT_TRUE(error.starts_with("x.mlir:2:8: tutti.softmax: is no operation of a portable"))
      << error;
}

TEST(WritePortable, NamesTargets) {
  EXPECT_EQ(target_named("least"), std::nullopt);
  EXPECT_EQ(target_named("current"), kNewestVersion);
  EXPECT_EQ(target_named("1.9.3"), (Version{1, 9, 3}));
  for (const char* word : {"0.19.0", "1.21.0", "1.9", "new", "1.9.0.0", "-1.0.0"})
    EXPECT_THROW(target_named(word), UserError) << word;
}

TEST(WriteJaxExport, IsAProgram) {
  const ir::Module module = main_of("return %a : tensor<2xf32>");
  const std::string file = write_jax_export(module, write_portable(module), "cpu");
  ASSERT_TRUE(is_jax_export(file));
  EXPECT_EQ(ir::print(read_jax_export(file, "x")), ir::print(module));
}

TEST(WriteJaxExport, RefusesWhatJaxHasNot) {
  const ir::Module module = of_text(
      "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {\n  return %a : tensor<?xf32>\n}\n");
  EXPECT_THROW(write_jax_export(module, write_portable(module), "cpu"), UserError);
}

}  // namespace
}  // namespace tutti::portable
