// SPDX-License-Identifier: Apache-2.0
#include "pass/raise.h"

#include <unordered_set>

#include "pass/common_subexpressions.h"
#include "pass/spelled.h"
#include "pass/spelling.h"
#include "pass/substitute.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

bool is_float32(const Operation& op) {
  return op.result_count() == 1 && op.result_type().element == ir::ElementType::f32 &&
         op.result_type().rank() > 0;
}

/// Whether nothing outside of a spelling uses what is computed inside it. Constants and repeated
/// vectors cost nothing.
bool is_closed(const Operation& root, const Spelling& spelling, const Users& users) {
  std::unordered_set<const Operation*> inside = {&root};
  std::vector<const Operation*> open = {&root};
  while (!open.empty()) {
    const Operation* op = open.back();
    open.pop_back();
    for (Value operand : op->operands) {
      const bool is_input = std::find(spelling.inputs.begin(), spelling.inputs.end(), operand) !=
                            spelling.inputs.end();
      if (is_input || !operand->owner || splat_of(operand)) continue;
      if (inside.insert(operand->owner).second) open.push_back(operand->owner);
    }
  }
  for (const Operation* op : inside) {
    if (op == &root || along_last(op->result())) continue;
    for (Value result : op->results())
      if (const auto found = users.find(result); found != users.end())
        for (const Operation* user : found->second)
          if (!inside.contains(user)) return false;
  }
  return true;
}

}  // namespace

ir::Module raise(ir::Module module, const ir::Catalogue& catalogue,
                 const std::function<bool(const Operation&)>& supports) {
  // Spellings repeat themselves: x - mean stands for the variance and for the result.
  module = eliminate_common_subexpressions(std::move(module), catalogue);
  const auto spelled = [&](const Surroundings& around, const Operation& op) -> Value {
    std::optional<Spelling> spelling;
    for (ReadSpelling* read :
         {spelled_softmax, spelled_layer_norm, spelled_rms_norm, spelled_gelu, spelled_attention,
          spelled_one_hot_loss, spelled_picked_loss, spelled_log_sum_exp})
      if (is_float32(op) && !spelling) spelling = read(op);
    if (!spelling || !is_closed(op, *spelling, around.users)) return nullptr;
    auto& operations = around.builder.block().operations;
    const size_t before = operations.size();
    std::vector<Value> inputs;
    for (Value input : spelling->inputs) inputs.push_back(around.map.at(input));
    const Value value = spelling->emit(around.builder, inputs);
    if (std::all_of(operations.begin() + static_cast<int64_t>(before), operations.end(),
                    [&](const auto& emitted) { return supports(*emitted); }))
      return value;
    operations.resize(before);
    return nullptr;
  };
  return substitute(std::move(module), catalogue, spelled);
}

}  // namespace tutti::pass
