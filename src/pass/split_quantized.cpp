// SPDX-License-Identifier: Apache-2.0
#include "pass/split_quantized.h"

#include <algorithm>

#include "ir/small_float.h"
#include "op/emit.h"
#include "op/rules/quantization.h"

namespace tutti::pass {
namespace {

using ir::Block;
using ir::Builder;
using ir::ElementType;
using ir::Operation;
using ir::Type;
using ir::Value;

bool has_quantized(const Type& type) {
  return type.is_quantized() ||
         std::any_of(type.elements().begin(), type.elements().end(), has_quantized);
}

bool has_quantized(const Operation& op) {
  const auto operands = op.operand_types(), results = op.result_types();
  return std::any_of(operands.begin(), operands.end(),
                     [](const Type& type) { return has_quantized(type); }) ||
         std::any_of(results.begin(), results.end(),
                     [](const Type& type) { return has_quantized(type); });
}

/// Whether it only puts values into tuples or takes them out.
bool has_lists(const Operation& op) {
  const auto is_list = [](const Type& type) { return !type.elements().empty(); };
  const auto operands = op.operand_types(), results = op.result_types();
  return std::any_of(operands.begin(), operands.end(), is_list) ||
         std::any_of(results.begin(), results.end(), is_list);
}

bool lacks(const Block& block, const std::function<bool(const Operation&)>& supports) {
  return std::any_of(block.operations.begin(), block.operations.end(), [&](const auto& op) {
    return (has_quantized(*op) && !supports(*op)) ||
           std::any_of(op->regions.begin(), op->regions.end(),
                       [&](const auto& region) { return lacks(*region, supports); });
  });
}

/// The type with integers in the place of quantized elements.
Type stored(const Type& type) {
  if (!has_quantized(type)) return type;
  if (type.is_quantized()) return type.with(type.storage());
  std::vector<Type> elements;
  for (const Type& element : type.elements()) elements.push_back(stored(element));
  return Type::list_of(type.kind, std::move(elements));
}

std::vector<Type> stored(std::vector<Type> types) {
  for (Type& type : types) type = stored(type);
  return types;
}

/// A number for each element of a quantized type, from one for all or one for each place of an
/// axis.
template <typename Number>
Value numbers_for(Builder& b, const Type& type, ElementType element,
                  const std::vector<Number>& numbers) {
  const Type whole = type.with(element);
  const int64_t axis = type.quantization().axis;
  if (axis < 0) return op::constant(b, whole, static_cast<double>(numbers[0]));
  const std::vector<double> values(numbers.begin(), numbers.end());
  const Type list = Type::tensor(element, {static_cast<int64_t>(values.size())});
  const Value constant =
      b.one("stablehlo.constant", {}, ir::attributes({{"value", ir::Tensor::of(list, values)}}));
  return op::broadcast_in_dim(b, constant, type.shape, {axis});
}

/// The scales, as the expressed type has them.
std::vector<double> scales_of(const ir::Quantization& q) {
  std::vector<double> scales;
  for (const double scale : q.scales) scales.push_back(ir::round_to(scale, q.expressed));
  return scales;
}

/// In double precision, where a difference of integers and its product are exact.
Value dequantized(Builder& b, Value integers, const Type& type) {
  const ir::Quantization& q = type.quantization();
  const Value zero = numbers_for(b, type, ElementType::f64, q.zero_points),
              scale = numbers_for(b, type, ElementType::f64, scales_of(q));
  const Value above = op::subtract(b, op::convert(b, integers, ElementType::f64), zero);
  return op::convert(b, op::multiply(b, above, scale), q.expressed);
}

/// In double precision too, rounded to the expressed type after each operation.
Value quantized(Builder& b, Value floats, const Type& element) {
  const Type type = element.with(floats->type.shape);
  const ir::Quantization& q = type.quantization();
  const auto rounded = [&](Value value) {
    return op::convert(b, op::convert(b, value, q.expressed), ElementType::f64);
  };
  const Value zero = numbers_for(b, type, ElementType::f64, q.zero_points),
              scale = numbers_for(b, type, ElementType::f64, scales_of(q));
  const Value ratio = rounded(op::divide(b, op::convert(b, floats, ElementType::f64), scale));
  const Value moved = rounded(op::add(b, ratio, zero));
  const Value low = op::constant_like(b, moved, static_cast<double>(q.low)),
              high = op::constant_like(b, moved, static_cast<double>(q.high));
  const Value kept = op::minimum(b, op::maximum(b, moved, low), high);
  const Value is_number = op::compare(b, "EQ", kept, kept);
  const Value known = op::select(b, is_number, kept, op::zeros_like(b, kept));
  return op::convert(b, b.one("stablehlo.round_nearest_even", {known}), q.storage);
}

class Splitting {
 public:
  explicit Splitting(const ir::Catalogue& catalogue) : catalogue_(catalogue) {}

  std::unique_ptr<ir::Function> function(const ir::Function& from) const {
    ir::ValueMap map;
    auto to = ir::declaration_of(from, map);
    for (const auto& argument : to->body.arguments) argument->type = stored(argument->type);
    to->result_types = stored(to->result_types);
    block(from.body, to->body, map);
    return to;
  }

 private:
  void block(const Block& from, Block& to, ir::ValueMap& map) const {
    Builder b(to, catalogue_);
    for (const auto& op : from.operations) {
      b.location = op->location;
      const std::vector<Value> values = results(b, *op, map);
      for (size_t i = 0; i < values.size(); i++) map[op->result(i)] = values[i];
    }
  }

  std::vector<Value> results(Builder& b, const Operation& op, ir::ValueMap& map) const {
    std::vector<Value> operands = ir::mapped(op.operands, map);
    if (op.name() == "stablehlo.constant" && has_quantized(op)) return {constant(b, op)};
    if (op.name() == "stablehlo.uniform_dequantize")
      return {dequantized(b, operands[0], op.operand_type(0))};
    const bool computes = op::computes_dequantized(op) && !op.def().is_terminator && !has_lists(op);
    if (op.name() == "stablehlo.uniform_quantize" || computes) {
      for (size_t i = 0; i < operands.size(); i++)
        if (op.operand_type(i).is_quantized())
          operands[i] = dequantized(b, operands[i], op.operand_type(i));
      if (op.name() == "stablehlo.uniform_quantize")
        return {quantized(b, operands[0], op.result_type())};
      return on_floats(b, op, operands);
    }
    for (size_t i = 0; i < operands.size(); i++)
      if (const Type* type = op::combined_type(op, i))
        operands[i] = quantized(b, dequantized(b, operands[i], op.operand_type(i)), *type);
    return on_integers(b, op, operands, map);
  }

  static Value constant(Builder& b, const Operation& op) {
    const auto& tensor = *op.attribute("value").get<ir::Tensor>();
    const auto bytes = tensor.stored();
    return b.one(
        "stablehlo.constant", {},
        ir::attributes({{"value", ir::Tensor(stored(tensor.type()), {bytes.begin(), bytes.end()},
                                             tensor.is_splat())}}));
  }

  static std::vector<Value> on_floats(Builder& b, const Operation& op,
                                      const std::vector<Value>& operands) {
    std::vector<Type> types;
    for (const Type& type : op.result_types())
      types.push_back(type.is_quantized() ? type.with(type.quantization().expressed) : type);
    std::vector<Value> values = b.create(op.name(), operands, op.attributes, types);
    for (size_t i = 0; i < values.size(); i++)
      if (op.result_type(i).is_quantized()) values[i] = quantized(b, values[i], op.result_type(i));
    return values;
  }

  std::vector<Value> on_integers(Builder& b, const Operation& op, std::vector<Value> operands,
                                 ir::ValueMap& map) const {
    return b.create(op.name(), std::move(operands), op.attributes, stored(op.result_types()),
                    [&](Operation& made) {
                      for (const auto& region : op.regions) {
                        Block& to = made.add_region();
                        for (const auto& argument : region->arguments)
                          map[argument.get()] = to.add_argument(stored(argument->type));
                        block(*region, to, map);
                      }
                    });
  }

  const ir::Catalogue& catalogue_;
};

}  // namespace

ir::Module split_quantized(ir::Module module, const ir::Catalogue& catalogue,
                           const std::function<bool(const Operation&)>& supports) {
  const bool lacking =
      std::any_of(module.functions.begin(), module.functions.end(),
                  [&](const auto& function) { return lacks(function->body, supports); });
  if (!lacking) return module;
  for (auto& function : module.functions) function = Splitting(catalogue).function(*function);
  return module;
}

}  // namespace tutti::pass
