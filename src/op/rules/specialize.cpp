// SPDX-License-Identifier: Apache-2.0
#include "op/rules/specialize.h"

#include "op/rules/quantization.h"

namespace tutti::op {
namespace {

bool is_dynamic(const Block& block) {
  for (const auto& argument : block.arguments)
    if (!argument->type.is_static()) return true;
  if (!block.operations.empty())
    for (Value result : block.terminator().operands)
      if (!result->type.is_static()) return true;
  return false;
}

/// Whether sizes are missing that the operation's own meaning needs: control flow and calls hand
/// values on as they are.
bool needs_sizes(const Operation& op) {
  bool is_static = true;
  for (Value operand : op.operands) is_static = is_static && operand->type.is_static();
  for (size_t i = 0; i < op.result_count(); i++)
    is_static = is_static && op.result_type(i).is_static();
  if (is_static || op.attributes.find("callee")) return false;
  for (const auto& region : op.regions)
    if (is_dynamic(*region)) return false;
  return true;
}

bool combines_requantized(const Operation& op) {
  for (size_t i = 0; i < op.operand_count(); i++)
    if (combined_type(op, i)) return true;
  return false;
}

Type dequantized_type(const Type& type) {
  return type.is_quantized() ? type.with(type.quantization().expressed) : type;
}

void hold_types(const Operation& op, const std::vector<Array>& results) {
  for (size_t i = 0; i < results.size(); i++)
    if (!results[i].type.is_static() || !ir::compatible(results[i].type, op.result_type(i)))
      operation_error(op, fmt::format("result {} is a {} when it runs, expected {}", i,
                                      results[i].type.str(), op.result_type(i).str()));
}

}  // namespace

std::unique_ptr<Specializer::Copy> Specializer::copy(const Operation& op,
                                                     const std::vector<Type>& operands) {
  auto result = std::make_unique<Copy>();
  ir::ValueMap map;
  result->op = ir::clone(op, map);
  for (size_t i = 0; i < operands.size(); i++)
    result->op->operands[i] = result->arguments.add_argument(operands[i]);
  return result;
}

std::vector<Array> Specializer::evaluate(const Operation& op, Operands operands,
                                         Evaluation& evaluation) {
  if (computes_dequantized(op)) return evaluate_quantized(op, operands, evaluation);
  if (combines_requantized(op)) return evaluate_requantized(op, operands, evaluation);
  if (needs_sizes(op)) return evaluate_sized(op, operands, evaluation);
  return op.def().evaluate(op, operands, evaluation);
}

std::vector<Array> Specializer::evaluate_sized(const Operation& op, Operands operands,
                                               Evaluation& evaluation) {
  std::vector<Type> types;
  for (const Array* operand : operands) types.push_back(operand->type);
  Copy*& known = latest_[&op];
  if (!known || known->op->operand_types() != types) {
    copies_.push_back(copy(op, types));
    known = copies_.back().get();
    const std::vector<Type> inferred = op.def().infer(*known->op);
    if (!ir::compatible(inferred, op.result_types()))
      operation_error(op, fmt::format("the results are {} when it runs, expected {}",
                                      ir::str(inferred), ir::str(op.result_types())));
    known->op->set_result_types(inferred);
  }
  std::vector<Array> results = op.def().evaluate(*known->op, operands, evaluation);
  hold_types(op, results);
  return results;
}

std::vector<Array> Specializer::evaluate_requantized(const Operation& op, Operands operands,
                                                     Evaluation& evaluation) {
  std::vector<Array> converted;
  std::vector<Type> types;
  for (size_t i = 0; i < operands.size(); i++) {
    const Type* type = combined_type(op, i);
    converted.push_back(type ? quantized(dequantized(*operands[i]), *type) : *operands[i]);
    types.push_back(converted.back().type);
  }
  std::vector<const Array*> pointers;
  for (const Array& value : converted) pointers.push_back(&value);
  const auto on_converted = copy(op, types);
  std::vector<Array> out = evaluate(*on_converted->op, pointers, evaluation);
  latest_.erase(on_converted->op.get());
  return out;
}

std::vector<Array> Specializer::evaluate_quantized(const Operation& op, Operands operands,
                                                   Evaluation& evaluation) {
  std::vector<Array> floats;
  std::vector<Type> types;
  for (const Array* operand : operands) {
    floats.push_back(operand->type.is_quantized() ? dequantized(*operand) : *operand);
    types.push_back(floats.back().type);
  }
  std::vector<const Array*> pointers;
  for (const Array& value : floats) pointers.push_back(&value);
  const auto on_floats = copy(op, types);
  std::vector<Type> results;
  for (const Type& type : op.result_types()) results.push_back(dequantized_type(type));
  on_floats->op->set_result_types(results);
  std::vector<Array> out = evaluate(*on_floats->op, pointers, evaluation);
  latest_.erase(on_floats->op.get());
  for (size_t i = 0; i < out.size(); i++) {
    if (!op.result_type(i).is_quantized()) continue;
    out[i].round();
    out[i] = quantized(out[i], op.result_type(i));
  }
  return out;
}

}  // namespace tutti::op
