// SPDX-License-Identifier: Apache-2.0
// The case files of this folder: each is parsed, printed, read again, and computed.
#include "support/cases.h"

#include <gtest/gtest.h>

#include <iostream>

#include "ir/print.h"
#include "op/interpreter.h"
#include "support/errors.h"

namespace tutti::op {
namespace {

using test::case_folder;
using test::parse_file;
using test::programs_in;

using OpCases = test::CaseFile;
TUTTI_TEST_EACH_CASE_FILE(OpCases);

void expect_read_back(const ir::Module& module) {
  for (const bool generic : {false, true}) {
    const std::string text = ir::print(module, {.generic = generic});
    const ir::Module again = ir::parse_module(text, "printed", catalogue());
    EXPECT_EQ(ir::print(again, {.generic = generic}), text);
    EXPECT_EQ(ir::print(again), ir::print(module));
  }
}

TEST_P(OpCases, ReadBackAndMeanWhatTheyCheck) {
  const ir::Module module = parse_file(path());
  expect_read_back(module);
  int run = 0;
  for (const auto& function : module.functions) {
    if (function->argument_count() > 0 || function->is_private) continue;
    EXPECT_NO_THROW(interpret(module, function->name, {})) << function->name;
    run++;
  }
  EXPECT_GT(run, 0) << "no function without arguments";
}

TEST(Cases, EveryOpHasAFile) {
  for (const ir::OpDef& def : catalogue().all()) {
    const auto path = case_folder() / (test::case_name(def) + ".mlir");
    ASSERT_TRUE(std::filesystem::exists(path)) << def.name << " has no " << path;
    const ir::Module module = parse_file(path);
    EXPECT_NE(ir::print(module, {.generic = true}).find(fmt::format("\"{}\"", def.name)),
              std::string::npos)
        << path << " does not use " << def.name;
  }
}

/// Whether a block or a region in it has an operation of this kind.
bool stands_in(const ir::Block& block, const ir::OpDef& def) {
  for (const auto& op : block.operations) {
    if (op->name() == def.name) return true;
    for (const auto& region : op->regions)
      if (stands_in(*region, def)) return true;
  }
  return false;
}

TEST(Cases, EveryBackwardRuleHasAGradientCase) {
  for (const ir::OpDef& def : catalogue().all()) {
    if (!def.vjp) {
      // Without a rule or a reason, an op is differentiated by what it decomposes into.
      EXPECT_TRUE(def.decompose || !def.no_derivative.empty())
          << def.name << " has no derivative and does not say why";
      std::cout << fmt::format("  without derivative: {:36} {}\n", def.name,
                               def.decompose ? "through its decomposition" : def.no_derivative);
      continue;
    }
    const auto path = case_folder() / (test::case_name(def) + ".mlir");
    if (!std::filesystem::exists(path)) continue;  // EveryOpHasAFile fails
    const ir::Module module = parse_file(path);
    bool found = false;
    for (const auto& function : module.functions)
      found = found || (test::is_gradient_case(*function) && stands_in(function->body, def));
    EXPECT_TRUE(found) << def.name << " has a backward rule, but " << path
                       << " has no gradient function that uses it";
  }
}

TEST(Cases, ViolationsAreRefusedByTheirLabels) {
  for (const auto& path : programs_in(case_folder() / "errors")) {
    SCOPED_TRACE(path.filename().string());
    const auto failure = test::failure_of([&] { parse_file(path); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, "[" + path.stem().string() + "]");
    test::expect_contains(failure.message, path.filename().string() + ":");
    test::expect_contains(failure.message, "expected");
  }
}

}  // namespace
}  // namespace tutti::op
