// SPDX-License-Identifier: Apache-2.0
// Custom calls of linear algebra, computed by OpenBLAS's LAPACK. Each matrix of a batch is one
// task.
#include "backend/cpu/lower/rule.h"
#include "lapack/openblas.h"
#include "op/rules/linear_algebra.h"

namespace tutti::backend::cpu {
namespace {

Run lower_linear_algebra(Lowering& lowering) {
  // Where the library is missing, that is an error before the first run.
  static_cast<void>(lapack::find_in_openblas("spotrf_"));
  std::vector<Place> from, to;
  for (const View& operand : lowering.operands) from.push_back(operand.place);
  for (const View& result : lowering.results) to.push_back(result.place);
  return [call = *op::LinearAlgebra::of(lowering.op), from, to](const Frame& frame) {
    std::vector<const std::byte*> operands;
    std::vector<std::byte*> results;
    for (const Place& place : from) operands.push_back(frame.at(place));
    for (const Place& place : to) results.push_back(frame.at(place));
    auto task = [&](int64_t matrix, int) { call.run(matrix, operands, results); };
    frame.team.run(call.matrices(), task);
  };
}

}  // namespace

std::vector<Rule> linear_algebra_rules() {
  Rule call{.op = "stablehlo.custom_call", .lower = lower_linear_algebra};
  call.supports = [](const ir::Operation& op) { return op::LinearAlgebra::of(op).has_value(); };
  call.takes_complex = true;
  return {call};
}

}  // namespace tutti::backend::cpu
