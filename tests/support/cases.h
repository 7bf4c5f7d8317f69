// SPDX-License-Identifier: Apache-2.0
// The case files of ops: tests/op/NAME.mlir has functions without arguments that check themselves
// with the check dialect, and functions named gradient... whose derivatives are compared with
// finite differences (tests/pass/cases_test.cpp).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "ir/parse.h"
#include "op/catalogue.h"
#include "support/data.h"

namespace tutti::test {

inline std::filesystem::path case_folder() {
  return std::filesystem::path(TUTTI_SOURCE_DIR) / "tests" / "op";
}

/// The .mlir files of a folder, sorted.
inline std::vector<std::filesystem::path> programs_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".mlir") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Programs as JAX printed them: those of tests/golden, and the large ones of the shared data where
/// they are here.
inline std::vector<std::filesystem::path> programs_of_jax() {
  std::vector<std::filesystem::path> paths = programs_in(golden_data("stablehlo"));
  EXPECT_EQ(paths.size(), 13U);
  if (const auto shared = test_data("stablehlo"))
    for (const char* name : {"bert_train_step.mlir", "bert_train_step_bf16.mlir"})
      paths.push_back(*shared / name);
  else
    EXPECT_FALSE(requires_data()) << "the shared data stablehlo are not here";
  return paths;
}

inline std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& path : programs_in(case_folder())) names.push_back(path.stem().string());
  return names;
}

/// A suite with a test for each case file, named by its op: "Ops/OpCases.Derivatives/softmax".
class CaseFile : public testing::TestWithParam<std::string> {
 protected:
  static std::filesystem::path path() { return case_folder() / (GetParam() + ".mlir"); }
};

inline std::string case_test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

#define TUTTI_TEST_EACH_CASE_FILE(suite)                                               \
  INSTANTIATE_TEST_SUITE_P(Ops, suite, testing::ValuesIn(::tutti::test::case_names()), \
                           ::tutti::test::case_test_name)

inline ir::Module parse_file(const std::filesystem::path& path) {
  return ir::parse_module(read_file(path), path.filename().string(), op::catalogue());
}

/// The case file of an op: "stablehlo.add" -> "add".
inline std::string case_name(const ir::OpDef& def) {
  return std::string(def.name.substr(def.name.rfind('.') + 1));
}

/// Whether a function asks for other processes or the outside world: collectives, channels,
/// infeed, custom calls. A single device cannot run it.
inline bool reaches_outside(const ir::Block& block) {
  for (const auto& op : block.operations) {
    const ir::OpDef& def = op->def();
    const bool outside =
        def.has_side_effect && (def.name.starts_with("stablehlo.") || def.name.starts_with("sdy."));
    if ((outside && !def.is_terminator) || def.name.starts_with("interpreter.")) return true;
    for (const auto& region : op->regions)
      if (reaches_outside(*region)) return true;
  }
  return false;
}

inline bool is_gradient_case(const ir::Function& function) {
  return function.name.starts_with("gradient");
}

}  // namespace tutti::test
