// SPDX-License-Identifier: Apache-2.0
// What tests of raised programs share.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "ir/parse.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/dead_code.h"
#include "pass/inline_calls.h"
#include "pass/raise.h"

namespace tutti::test {

inline ir::Module raised(ir::Module module) {
  module = pass::inline_calls(std::move(module), op::catalogue());
  module =
      pass::raise(std::move(module), op::catalogue(), [](const ir::Operation&) { return true; });
  return pass::eliminate_dead_code(std::move(module));
}

/// How often each op stands in main.
inline std::map<std::string, int> counts_of(const ir::Module& module) {
  std::map<std::string, int> counts;
  for (const auto& op : module.get("main").body.operations) counts[std::string(op->name())]++;
  return counts;
}

/// Two forms of a program give the same first result, from numbers in [-1, 1.5] and some bits.
inline void expect_same(const ir::Module& module, const ir::Module& after) {
  std::vector<ir::Array> arguments;
  for (const auto& argument : module.get("main").body.arguments) {
    ir::Array array(argument->type);
    const auto place = static_cast<int64_t>(arguments.size());
    for (int64_t i = 0; i < array.count(); i++)
      if (ir::is_float(argument->type.element))
        array.f(i) = 0.25 * static_cast<double>((7 * i + 3 * place) % 11) - 1;
      else
        array.i(i) = i % 3 != 0;
    arguments.push_back(std::move(array));
  }
  op::InterpreterOptions options;
  options.rounding = op::Rounding::wide;
  const auto before = op::interpret(module, "main", arguments, options);
  const auto now = op::interpret(after, "main", arguments, options);
  for (int64_t i = 0; i < before[0].count(); i++)
    EXPECT_NEAR(now[0].f(i), before[0].f(i), 1e-6) << i;
}

}  // namespace tutti::test
