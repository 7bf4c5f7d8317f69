// SPDX-License-Identifier: Apache-2.0
#include "op/rules/sized_call.h"

#include <algorithm>

#include "op/catalogue.h"
#include "op/rules/dynamic.h"
#include "op/rules/indices.h"

namespace tutti::op {
namespace {

constexpr std::string_view kShapes = "indices_of_shape_operands";
constexpr size_t kWindowOperands = 5;

bool reduces_windows(const Operation& op) {
  return op.string_attribute("call_target_name") == "stablehlo.dynamic_reduce_window";
}

/// The call without operands that give sizes.
struct StaticCall {
  std::string_view name;
  std::vector<size_t> operands;  // that it keeps
  Attributes attributes;
  std::vector<Type> types;
};

/// `numbers` gives the elements of an operand, empty where they are not known.
using Numbers = std::function<std::optional<std::vector<int64_t>>(size_t)>;

std::optional<StaticCall> call_of_shapes(const Operation& op, const Numbers& numbers) {
  const auto shapes = op.ints_attribute(kShapes);
  StaticCall call{op.name(), {}, op.attributes, {}};
  bool fits = shapes.size() == op.result_count();
  for (const int64_t operand : shapes)
    fits = fits && operand >= 0 && operand < std::ssize(op.operands);
  if (!fits)
    ir::operation_error(op, fmt::format("{} names operands {}, expected one for each of {} results",
                                        kShapes, ir::str(shapes), op.result_count()));
  for (size_t i = 0; i < shapes.size(); i++) {
    const auto shape = numbers(static_cast<size_t>(shapes[i]));
    if (!shape) return std::nullopt;
    if (!ir::compatible(*shape, op.result_type(i).shape))
      ir::operation_error(op, fmt::format("result {} has sizes {} when it runs, expected a {}", i,
                                          ir::str(*shape), op.result_type(i).str()));
    call.types.push_back(op.result_type(i).with(*shape));
  }
  const ir::Attribute* given = op.attributes.find("operand_layouts");
  const auto* layouts = given ? given->get<ir::ListAttribute>() : nullptr;
  ir::ListAttribute kept;
  for (size_t i = 0; i < op.operand_count(); i++) {
    if (std::count(shapes.begin(), shapes.end(), static_cast<int64_t>(i)) > 0) continue;
    call.operands.push_back(i);
    if (layouts && i < layouts->values.size()) kept.values.push_back(layouts->values[i]);
  }
  call.attributes.erase(std::string(kShapes));
  if (layouts) call.attributes.set("operand_layouts", kept);
  return call;
}

std::optional<StaticCall> call_of_windows(const Operation& op, const Numbers& numbers) {
  const size_t tensors = op.result_count();
  if (tensors == 0 || op.operand_count() != 2 * tensors + kWindowOperands)
    ir::operation_error(op, fmt::format("has {} operands and {} results, expected an input and an "
                                        "initial value for each result and five lists of numbers",
                                        op.operand_count(), tensors));
  StaticCall call{"stablehlo.reduce_window", {}, {}, op.result_types()};
  for (size_t i = 0; i < 2 * tensors; i++) call.operands.push_back(i);
  constexpr std::string_view kNames[] = {"window_dimensions", "window_strides", "base_dilations",
                                         "window_dilations"};
  for (size_t i = 0; i < kWindowOperands; i++) {
    const auto list = numbers(2 * tensors + i);
    if (!list) return std::nullopt;
    if (i < std::size(kNames))
      call.attributes.set(std::string(kNames[i]), ir::ints_attribute(*list));
    else
      call.attributes.set(
          "padding",
          ir::Tensor::of_ints(
              Type::tensor(ElementType::i64, op.operand_type(2 * tensors + i).shape), *list));
  }
  return call;
}

std::optional<StaticCall> static_call(const Operation& op, const Numbers& numbers) {
  return reduces_windows(op) ? call_of_windows(op, numbers) : call_of_shapes(op, numbers);
}

/// The region of a reduction of windows: a call of the computation that the custom call names.
void add_computation(const Operation& op, Operation& made, const ir::Catalogue& catalogue) {
  const ir::Attribute* given = op.attributes.find("called_computations");
  const auto names = given ? ir::symbols_in(*given) : std::vector<std::string_view>();
  if (names.size() != 1) ir::operation_error(op, "expected called_computations to be one function");
  const size_t tensors = op.result_count();
  Builder inner(made.add_region(), catalogue);
  std::vector<Value> arguments;
  for (size_t i = 0; i < 2 * tensors; i++)
    arguments.push_back(
        inner.block().add_argument(Type::scalar(op.operand_type(i % tensors).element)));
  std::vector<Type> types;
  for (size_t i = 0; i < tensors; i++) types.push_back(arguments[i]->type);
  const auto callee = ir::Attribute(ir::SymbolAttribute{std::string(names[0])});
  inner.create("stablehlo.return",
               inner.create("func.call", arguments, ir::attributes({{"callee", callee}}), types));
}

}  // namespace

bool is_sized_call(const Operation& op) {
  return op.attributes.find(kShapes) != nullptr || reduces_windows(op);
}

std::vector<Array> evaluate_sized_call(const Operation& op, Operands in, Evaluation& evaluation) {
  const auto call = static_call(op, [&](size_t i) -> std::optional<std::vector<int64_t>> {
    std::vector<int64_t> list;
    for (int64_t k = 0; k < in[i]->count(); k++) list.push_back(index_at(*in[i], k));
    return list;
  });
  Block arguments;
  std::vector<Value> values;
  std::vector<const Array*> kept;
  for (const size_t i : call->operands) {
    values.push_back(arguments.add_argument(in[i]->type));
    kept.push_back(in[i]);
  }
  Operation twin(catalogue().get(call->name), values, call->attributes);
  twin.location = op.location;
  if (reduces_windows(op)) add_computation(op, twin, catalogue());
  twin.set_result_types(call->types);
  twin.set_result_types(twin.def().infer(twin));
  return twin.def().evaluate(twin, kept, evaluation);
}

std::vector<Value> emit_sized_call(Builder& b, const Operation& op) {
  const auto call = static_call(op, [&](size_t i) { return known_integers(op.operand(i)); });
  if (!call) return {};
  std::vector<Value> values;
  for (const size_t i : call->operands) values.push_back(op.operand(i));
  return b.create(call->name, values, call->attributes, call->types, [&](Operation& made) {
    if (reduces_windows(op)) add_computation(op, made, b.catalogue());
  });
}

}  // namespace tutti::op
