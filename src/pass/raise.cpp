// SPDX-License-Identifier: Apache-2.0
#include "pass/raise.h"

#include <span>
#include <unordered_set>

#include "pass/common_subexpressions.h"
#include "pass/dead_code.h"
#include "pass/raise/match.h"
#include "pass/substitute.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

struct Reading {
  ReadSpelling* read;
  ir::ElementType element;  // of the root
};

using enum ir::ElementType;
constexpr Reading kFunctions[] = {
    {spelled_softmax, f32},     {spelled_layer_norm, f32},  {spelled_rms_norm, f32},
    {spelled_gelu, f32},        {spelled_attention, f32},   {spelled_one_hot_loss, f32},
    {spelled_picked_loss, f32}, {spelled_log_sum_exp, f32}, {spelled_threefry_bits, ui32},
};
constexpr Reading kGradients[] = {{spelled_gelu_gradient, f32}};

std::optional<Spelling> read_spelling(const Operation& op, std::span<const Reading> readings) {
  if (op.result_count() != 1 || op.result_type().rank() == 0) return std::nullopt;
  for (const Reading& reading : readings)
    if (op.result_type().element == reading.element)
      if (auto spelling = reading.read(op)) return spelling;
  return std::nullopt;
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
      if (is_input || !operand->owner || splat_of(operand) || word_of(operand)) continue;
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

using Supports = std::function<bool(const Operation&)>;

ir::Module raise_all(ir::Module module, const ir::Catalogue& catalogue, const Supports& supports,
                     std::span<const Reading> readings, bool expect_closed) {
  const auto spelled = [&](const Surroundings& around, const Operation& op) -> Value {
    const std::optional<Spelling> spelling = read_spelling(op, readings);
    if (!spelling || (expect_closed && !is_closed(op, *spelling, around.users))) return nullptr;
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

}  // namespace

ir::Module raise(ir::Module module, const ir::Catalogue& catalogue,
                 const std::function<bool(const Operation&)>& supports) {
  // Spellings repeat themselves: x - mean stands for the variance and for the result.
  module = eliminate_common_subexpressions(std::move(module), catalogue);
  module = raise_all(std::move(module), catalogue, supports, kGradients, false);
  // What gradients kept of their functions uses those no more.
  module = eliminate_dead_code(std::move(module));
  return raise_all(std::move(module), catalogue, supports, kFunctions, true);
}

}  // namespace tutti::pass
