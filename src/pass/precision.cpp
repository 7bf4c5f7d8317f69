// SPDX-License-Identifier: Apache-2.0
#include "pass/precision.h"

#include <algorithm>
#include <unordered_set>

#include "op/emit.h"
#include "op/rules/region_emit.h"
#include "pass/rewrite.h"
#include "pass/substitute.h"

namespace tutti::pass {
namespace {

using ir::ElementType;
using ir::Operation;
using ir::Value;

constexpr Precision kPrecisions[] = {Precision::f32, Precision::bf16, Precision::fp16};

bool is(Value value, ElementType element) {
  return value->type.kind == ir::Type::Kind::tensor && value->type.element == element;
}

/// A copy of `op` with other operands, whose declared float32 results become `element`.
std::vector<Value> emit_as(ir::Builder& builder, const Operation& op, std::vector<Value> operands,
                           ElementType element) {
  std::vector<ir::Type> declared;
  for (const ir::Type& type : op.result_types())
    declared.push_back(type.element == ElementType::f32 ? type.with(element) : type);
  // Results that the operands determine are inferred again; statistics stay float32.
  auto copy = std::make_unique<Operation>(op.def(), std::move(operands), op.attributes);
  copy->location = op.location;
  copy->set_result_types(declared);
  copy->set_result_types(op.def().infer(*copy));
  builder.block().operations.push_back(std::move(copy));
  return builder.block().operations.back()->results();
}

/// The value in the lower precision: what it was converted from, where that was it.
Value narrowed(ir::Builder& builder, Value value, ElementType element) {
  const Operation* made = value->owner;
  if (made && made->name() == "stablehlo.convert" && is(made->operand(0), element))
    return made->operand(0);
  return op::convert(builder, value, element);
}

/// Rows of a table that was converted from the lower precision as a whole, looked up before.
std::optional<std::vector<Value>> looked_up_before(ir::Builder& builder, const Operation& op,
                                                   ElementType element) {
  if (op.name() != "tutti.embedding" || !is(op.operand(0), ElementType::f32)) return std::nullopt;
  const Operation* made = op.operand(0)->owner;
  if (!made || made->name() != "stablehlo.convert" || !is(made->operand(0), element))
    return std::nullopt;
  return builder.create(op.name(), {made->operand(0), op.operand(1)}, op.attributes,
                        op.result_types());
}

std::vector<Value> converted(ir::Builder& builder, const Operation& op, ElementType from,
                             ElementType to) {
  std::vector<Value> operands = op.operands;
  for (Value& operand : operands)
    if (is(operand, from)) operand = op::convert(builder, operand, to);
  return operands;
}

/// Whether an operation rounds a gradient that products were summed to in float32.
bool is_rounded_sum(const Operation& op, ElementType element) {
  if (op.name() != "stablehlo.convert" || !is(op.operand(0), ElementType::f32) ||
      !is(op.result(), element))
    return false;
  const Operation* sum = op.operand(0)->owner;
  return sum && sum->name() == "tutti.linear_cross_entropy";
}

/// Whether a region computes in `element` by itself.
bool takes(const Operation& op, ElementType element) {
  for (const auto& region : op.regions)
    for (const auto& argument : region->arguments)
      if (is(argument.get(), element)) return true;
  return false;
}

/// Converts what a block returns to the element types that `element` returns.
void convert_returned(ir::Block& block, const ir::Catalogue& catalogue,
                      const std::function<ElementType(size_t)>& element) {
  auto end = std::move(block.operations.back());
  block.operations.pop_back();
  ir::Builder builder(block, catalogue);
  builder.location = end->location;
  for (size_t i = 0; i < end->operand_count(); i++)
    end->operands[i] = op::convert(builder, end->operands[i], element(i));
  block.operations.push_back(std::move(end));
}

/// The arguments of a region keep their types, so its operation takes and returns float32.
std::vector<Value> keep_float32(ir::Builder& builder, const Operation& op, ElementType low) {
  return builder.create(
      op.name(), converted(builder, op, low, ElementType::f32), op.attributes, op.result_types(),
      [&](Operation& copy) {
        for (const auto& region : op.regions) {
          op::copy_region(*region, copy);
          const auto& returned = region->terminator().operands;
          convert_returned(*copy.regions.back(), builder.catalogue(), [&](size_t i) {
            return is(returned[i], low) ? ElementType::f32 : returned[i]->type.element;
          });
        }
      });
}

}  // namespace

std::string_view name_of(Precision precision) {
  // "fp16" is what trainers call the precision; the element type is f16.
  return precision == Precision::fp16 ? "fp16" : ir::name_of(element_of(precision));
}

std::vector<std::string> precision_names() {
  std::vector<std::string> names;
  for (const Precision precision : kPrecisions) names.emplace_back(name_of(precision));
  return names;
}

Precision precision_named(std::string_view name) {
  for (const Precision precision : kPrecisions)
    if (name_of(precision) == name) return precision;
  throw InternalError(fmt::format("there is no precision {}", name));
}

ElementType element_of(Precision precision) {
  switch (precision) {
    case Precision::f32:
      return ElementType::f32;
    case Precision::bf16:
      return ElementType::bf16;
    case Precision::fp16:
      return ElementType::f16;
  }
  throw InternalError("a precision of no name");
}

ir::Module use_precision(ir::Module module, Precision precision, const ir::Catalogue& catalogue) {
  if (precision == Precision::f32) return module;
  const ElementType element = element_of(precision);
  ir::Module result = rewrite(
      module, catalogue,
      [&](ir::Builder& builder, const Operation& op) -> std::optional<std::vector<Value>> {
        const auto& low = op.def().low_precision_operands;
        bool any_low = false;
        for (Value operand : op.operands) any_low = any_low || is(operand, element);
        if (!low.empty()) {
          std::vector<Value> operands = op.operands;
          for (size_t index : low)
            if (index < operands.size() && is(operands[index], ElementType::f32))
              operands[index] = narrowed(builder, operands[index], element);
          return emit_as(builder, op, std::move(operands), element);
        }
        if (!op.regions.empty()) {
          if (takes(op, element)) return std::nullopt;
          return keep_float32(builder, op, element);
        }
        if (auto rows = looked_up_before(builder, op, element)) return rows;
        if (!any_low || op.name() == "stablehlo.convert") return std::nullopt;
        if (op.def().follows_low_precision)
          return emit_as(builder, op, converted(builder, op, ElementType::f32, element), element);
        return emit_as(builder, op, converted(builder, op, element, ElementType::f32),
                       ElementType::f32);
      });
  for (auto& function : result.functions)
    convert_returned(function->body, catalogue,
                     [&](size_t i) { return function->result_types[i].element; });
  return result;
}

ir::Module widen_products(ir::Module module, Precision precision, const ir::Catalogue& catalogue) {
  if (precision == Precision::f32) return module;
  const ElementType element = element_of(precision);
  return rewrite(
      module, catalogue,
      [&](ir::Builder& builder, const Operation& op) -> std::optional<std::vector<Value>> {
        if (op.name() != "stablehlo.convert" || !is(op.operand(0), element) ||
            !is(op.result(), ElementType::f32))
          return std::nullopt;
        const Operation* product = op.operand(0)->owner;
        if (product && is_rounded_sum(*product, element))
          return std::vector<Value>{product->operand(0)};
        if (!product || product->name() != "stablehlo.dot_general") return std::nullopt;
        return std::vector<Value>{builder.one("stablehlo.dot_general", product->operands,
                                              product->attributes, {op.result_type()})};
      });
}

ir::Module narrow_parameters(ir::Module module, Precision precision,
                             const ir::Catalogue& catalogue) {
  if (precision == Precision::f32) return module;
  const ElementType element = element_of(precision);
  std::unordered_set<Value> parameters;
  for (const auto& function : module.functions)
    for (size_t i = 0; i < function->argument_count(); i++) {
      const ir::Attribute* role = function->argument_attributes[i].find("tutti.role");
      if (role && *role == ir::string_attribute("parameter"))
        parameters.insert(function->argument(i));
    }
  const auto narrows = [&](const Operation* op) {
    return op->name() == "stablehlo.convert" && is(op->operand(0), ElementType::f32) &&
           is(op->result(), element);
  };
  return substitute(std::move(module), catalogue,
                    [&](const Surroundings& around, const Operation& op) -> Value {
                      if (!narrows(&op) || !parameters.contains(op.operand(0)) ||
                          !std::ranges::all_of(around.users.at(op.operand(0)), narrows))
                        return nullptr;
                      Value parameter = around.map.at(op.operand(0));
                      parameter->type = op.result_type();
                      return parameter;
                    });
}

}  // namespace tutti::pass
