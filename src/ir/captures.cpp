// SPDX-License-Identifier: Apache-2.0
#include "ir/captures.h"

#include <algorithm>
#include <unordered_set>

namespace tutti::ir {
namespace {

void collect_captured(const Block& block, std::unordered_set<const ValueData*>& inside,
                      std::vector<Value>& captured) {
  for (const auto& argument : block.arguments) inside.insert(argument.get());
  for (const auto& op : block.operations) {
    for (Value operand : op->operands)
      if (!inside.contains(operand) &&
          std::find(captured.begin(), captured.end(), operand) == captured.end())
        captured.push_back(operand);
    for (const auto& region : op->regions) collect_captured(*region, inside, captured);
    for (Value result : op->results()) inside.insert(result);
  }
}

}  // namespace

std::vector<Value> captured_values(const Operation& op) {
  std::unordered_set<const ValueData*> inside;
  std::vector<Value> captured;
  for (const auto& region : op.regions) collect_captured(*region, inside, captured);
  return captured;
}

}  // namespace tutti::ir
