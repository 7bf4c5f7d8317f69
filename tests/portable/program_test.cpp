// SPDX-License-Identifier: Apache-2.0
// Programs in binary forms, as JAX wrote them, read the same as jaxlib's text of them.
#include "portable/program.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "ir/print.h"
#include "portable/jax_export.h"
#include "portable/module_reader.h"

namespace tutti::portable {
namespace {

const Path kArtifacts = Path(TUTTI_SOURCE_DIR) / "tests/golden/bytecode";

std::vector<Path> files_with(std::string_view ending) {
  std::vector<Path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kArtifacts))
    if (entry.path().extension() == ending) files.push_back(entry.path());
  return files;
}

/// The artifact of a program, whichever version it is of.
Path artifact(std::string_view program) {
  for (const Path& file : files_with(".mlirbc"))
    if (file.filename().string().starts_with(std::string(program) + "-")) return file;
  ADD_FAILURE() << "no artifact of " << program;
  return {};
}

ir::Module opened(const Path& file) {
  auto modules = open_programs(file);
  EXPECT_EQ(modules.size(), 1u);
  return std::move(modules.at(0));
}

std::string error_of(std::string_view content) {
  try {
    programs_of(std::string(content), "x.mlirbc");
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return "";
}

TEST(Program, BytecodeIsThatOfItsText) {
  const auto files = files_with(".mlirbc");
  EXPECT_GE(files.size(), 70u);
  for (const Path& file : files) {
    Path text = file;
    text.replace_extension(".mlir");
    EXPECT_EQ(ir::print(opened(file)), ir::print(opened(text))) << file;
  }
}

TEST(Program, OperationsKnowTheirPlacesAndNames) {
  const ir::Module module = opened(artifact("mlp"));
  const ir::Operation& op = *module.get("main").body.operations.at(0);
  EXPECT_EQ(*op.location.name, "jit(mlp)/dot_general");
  EXPECT_EQ(op.location.line, 0);
  EXPECT_TRUE(op.location.str().ends_with(".mlirbc: byte " + std::to_string(op.location.column)));
  // What a module prints with its locations reads back the same.
  const std::string text = ir::print(module, {.locations = true});
  EXPECT_NE(text.find("loc(callsite("), text.npos);
  EXPECT_EQ(ir::print(programs_of(text, "x.mlir").at(0), {.locations = true}), text);
}

TEST(Program, WhatJaxExportLeavesOutIsKnown) {
  const ir::Module module = opened(kArtifacts / "unused_argument.jax");
  const ir::Function& main = module.get("main");
  ASSERT_EQ(main.argument_count(), 1u);
  EXPECT_EQ(main.argument(0)->type.str(), "tensor<2xf32>");
  const ir::Attribute* place = main.argument_attributes[0].find(kArgumentIndex);
  ASSERT_NE(place, nullptr);
  EXPECT_EQ(place->get<ir::IntegerAttribute>()->value, 1);
}

TEST(Program, AnExportForPlatformsIsThatForOne) {
  const Path file = kArtifacts / "two_platforms.jax";
  const std::string content = read_file(file);
  ASSERT_TRUE(is_jax_export(content));
  const auto first_constant = [](const ir::Module& module) {
    const ir::Operation& op = *module.get("main").body.operations.at(0);
    return op.attribute("value").get<ir::Tensor>()->int_at(0);
  };
  const ir::Module on_cpu = opened(file);
  EXPECT_EQ(on_cpu.get("main").argument_count(), 1u);
  EXPECT_EQ(first_constant(on_cpu), 0);
  EXPECT_EQ(first_constant(read_jax_export(content, "x", "tpu")), 1);
  EXPECT_THROW(read_jax_export(content, "x", "cuda"), UserError);
}

TEST(Program, SeveralModulesOfATextHaveTheirLines) {
  const auto modules = programs_of("module @a {\n}\n// -----\nmodule @b {\n}\n", "x.mlir");
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(modules[1].name, "b");
  try {
    programs_of("module @a {\n}\n// -----\nmodule @b {\n?\n", "x.mlir");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("x.mlir:5:1: ")) << error.what();
  }
}

TEST(Program, KnowsBinaryFilesByTheirContent) {
  EXPECT_TRUE(is_binary_program_file(artifact("mlp")));
  EXPECT_TRUE(is_binary_program_file(kArtifacts / "mlp.jax"));
  EXPECT_FALSE(is_binary_program_file(kArtifacts / "source/dot.mlir"));
  EXPECT_FALSE(is_binary_program_file(kArtifacts));
  EXPECT_FALSE(is_binary_program_file(kArtifacts / "missing"));
}

TEST(Program, WhatIsCutOffIsRefusedWithItsPlace) {
  const std::string content = read_file(artifact("control_flow"));
  for (size_t size = 4; size < content.size(); size++) {
    const std::string error = error_of(content.substr(0, size));
    EXPECT_TRUE(error.starts_with("x.mlirbc: byte ")) << size << ": " << error;
  }
}

TEST(Program, ANewerOperationSaysWhichVersionItIsOf) {
  std::string content = read_file(artifact("elementwise"));
  const size_t version = content.find("StableHLO_v") + 11;
  content.replace(version, content.find('\0', version) - version, "9.9.9");
  const size_t name = content.find("atan2_v1");
  ASSERT_NE(name, content.npos);
  content.replace(name, 8, "atan2_v7");
  const std::string error = error_of(content);
  EXPECT_NE(error.find("vhlo.atan2_v7: written by StableHLO_v9.9.9, Tutti reads operations of "
                       "StableHLO up to 1.20.0"),
            error.npos)
      << error;
}

/// One byte after another is made another: what is read must still be a program, or an error.
TEST(Program, WhatIsDamagedIsRefusedOrAProgram) {
  const std::string content = read_file(artifact("custom_call"));
  size_t refused = 0;
  for (size_t at = 4; at < content.size(); at++)
    for (const int change : {1, 0x55, 0xFF}) {
      std::string damaged = content;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      refused += !error_of(damaged).empty();
    }
  EXPECT_GT(refused, content.size());
}

}  // namespace
}  // namespace tutti::portable
