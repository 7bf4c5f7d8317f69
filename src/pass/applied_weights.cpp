// SPDX-License-Identifier: Apache-2.0
// The arguments of a function that are weights.
#include "pass/applied_weights.h"

#include <algorithm>
#include <map>

#include "op/emit.h"
#include "pass/weight_products.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

}  // namespace

std::string argument_name(const ir::Function& function, size_t argument) {
  if (const ir::Attribute* name = function.argument_attributes[argument].find("tutti.name"))
    if (const auto* text = std::get_if<std::string>(&name->value)) return *text;
  const auto& location = function.argument(argument)->location;
  const auto quoted = [](char c) { return c == '"'; };
  if (!location) return {};
  const auto begin = std::find_if(location->begin(), location->end(), quoted);
  if (begin == location->end()) return {};
  return {begin + 1, std::find_if(begin + 1, location->end(), quoted)};
}

std::vector<AppliedWeight> applied_weights(const ir::Function& function) {
  std::map<std::pair<size_t, Application>, AppliedWeight> found;
  const auto add = [&](Value argument, Application application, bool inputs_first) {
    if (argument->block != &function.body || argument->type.rank() != 2) return;
    const std::string name = argument_name(function, argument->index);
    if (name.empty()) return;
    const int64_t first = argument->type.dim(0), second = argument->type.dim(1);
    found.emplace(std::pair(argument->index, application),
                  AppliedWeight{name, application, inputs_first ? first : second,
                                inputs_first ? second : first, inputs_first});
  };
  visit_operations(function.body, [&](const Operation& op) {
    for (const WeightProduct& product : weight_products(op))
      add(product.argument, Application::linear, product.inputs_first);
    if (Value table = looked_up(op)) add(table, Application::embedding, true);
  });
  std::vector<AppliedWeight> weights;
  for (auto& [key, weight] : found) weights.push_back(std::move(weight));
  return weights;
}

}  // namespace tutti::pass
