// SPDX-License-Identifier: Apache-2.0
// What tests of loop_products share: variants of a program's text, and its values.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/loop_products.h"

namespace tutti::test {

using ir::Array;
using Change = std::pair<std::string, std::string>;

/// The text with each first place of a pair's left side, which must be there, become its right
/// side.
inline std::string with(std::string text, const std::vector<Change>& changes) {
  for (const auto& [from, to] : changes) {
    const size_t at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("there is no \"" + from + "\"");
    text.replace(at, from.size(), to);
  }
  return text;
}

inline std::string with_all(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

inline ir::Module read(const std::string& text) {
  return ir::parse_module(text, "test", op::catalogue());
}

inline ir::Module hoisted(const std::string& text) {
  ir::Module module = pass::hoist_loop_products(read(text), op::catalogue());
  ir::verify(module);
  return module;
}

/// Products in a block, without those in loops inside of it, and products in these.
struct Products {
  int outside = 0, inside = 0;
  bool operator==(const Products&) const = default;
};

inline int all_products(const ir::Block& block) {
  int count = 0;
  for (const auto& op : block.operations) {
    count += op->name() == "stablehlo.dot_general" ? 1 : 0;
    for (const auto& region : op->regions) count += all_products(*region);
  }
  return count;
}

inline Products products(const ir::Module& module) {
  Products found;
  for (const auto& op : module.get("main").body.operations) {
    found.outside += op->name() == "stablehlo.dot_general" ? 1 : 0;
    for (const auto& region : op->regions) found.inside += all_products(*region);
  }
  return found;
}

inline size_t carried(const ir::Module& module) {
  for (const auto& op : module.get("main").body.operations)
    if (op->name() == "stablehlo.while") return op->operand_count();
  return 0;
}

/// Random arguments of main, or their absolute values.
inline std::vector<Array> arguments_of(const ir::Module& module, bool positive = false) {
  std::vector<Array> arguments;
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  const ir::Function& main = module.get("main");
  for (size_t i = 0; i < main.argument_count(); i++) {
    Array& array = arguments.emplace_back(main.argument(i)->type);
    for (int64_t k = 0; k < array.count(); k++) {
      const double value = normal(random);
      array.f(k) = positive ? std::fabs(value) : value;
    }
    array.round();
  }
  return arguments;
}

/// Fails unless the changed program, in double precision, computes what the program does.
inline void expect_same_values(const std::string& text, double tolerance) {
  const ir::Module module = read(text);
  const auto arguments = arguments_of(module);
  const auto expected = op::interpret(module, "main", arguments);
  const auto found = op::interpret(hoisted(text), "main", arguments);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); i++) {
    ASSERT_EQ(found[i].type, expected[i].type);
    double largest = 0;
    for (double value : expected[i].floats) largest = std::max(largest, std::fabs(value));
    for (int64_t k = 0; k < found[i].count(); k++)
      EXPECT_LE(std::fabs(found[i].f(k) - expected[i].f(k)), tolerance * largest)
          << "result " << i << " element " << k;
  }
}

inline void expect_unchanged(const std::string& text) {
  EXPECT_EQ(ir::print(hoisted(text)), ir::print(read(text)));
}

}  // namespace tutti::test
