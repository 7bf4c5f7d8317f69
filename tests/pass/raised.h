// SPDX-License-Identifier: Apache-2.0
// What tests of raised programs share.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "ir/parse.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/pipeline.h"

namespace tutti::test {

inline ir::Module raised(ir::Module module) {
  pass::PipelineOptions options;
  options.supports = [](const ir::Operation&) { return true; };
  options.skip = {"common-subexpressions", "simplify"};
  return pass::run_pipeline(std::move(module), op::catalogue(), options);
}

/// How often main has each op.
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

inline void expect_nothing_raised(const ir::Module& module) {
  for (const auto& [op, count] : counts_of(module)) EXPECT_FALSE(op.starts_with("tutti.")) << op;
}

/// Of x [2, 3, 4]: d = x less its largest, p = e^d and s1 = the sum of p over the last axis.
inline const std::string kShiftedPowers = R"(
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %m = stablehlo.maximum %lows, %m0 : tensor<2x3xf32>
  %m1 = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  %m2 = stablehlo.broadcast_in_dim %m1, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %d = stablehlo.subtract %x, %m2 : tensor<2x3x4xf32>
  %p = stablehlo.exponential %d : tensor<2x3x4xf32>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %s1 = stablehlo.reshape %s : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
)";

}  // namespace tutti::test
