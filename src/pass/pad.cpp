// SPDX-License-Identifier: Apache-2.0
#include "pass/pad.h"

#include <algorithm>
#include <unordered_map>

#include "base/rounding.h"
#include "op/dot.h"
#include "op/emit.h"
#include "pass/rewrite.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Builder;
using ir::Operation;
using ir::Shape;
using ir::Value;
using Sizes = std::vector<int64_t>;

constexpr const char* kFormer = "tutti.padded_from";

Value cropped(Builder& b, Value x, const Shape& shape) {
  return op::slice(b, x, Sizes(shape.size(), 0), {shape.begin(), shape.end()});
}

Value zero_padded(Builder& b, Value x, const Shape& shape) {
  Sizes high;
  for (size_t i = 0; i < shape.size(); i++)
    high.push_back(shape[i] - x->type.dim(static_cast<int64_t>(i)));
  const Sizes none(shape.size(), 0);
  return op::pad(b, x, 0, none, high, none);
}

void pad_all(Builder& b, std::vector<Value>& values, int64_t multiple) {
  for (Value& value : values)
    if (const ir::Type padded = padded_type(value->type, multiple); padded != value->type)
      value = zero_padded(b, value, padded.shape);
}

bool has_padded_role(const ir::Attributes& attributes) {
  const ir::Attribute* role = attributes.find("tutti.role");
  return role &&
         (*role == ir::string_attribute("parameter") ||
          *role == ir::string_attribute("optimizer") || *role == ir::string_attribute("sums"));
}

std::unique_ptr<ir::Function> with_padded_parameters(const ir::Function& from, int64_t multiple,
                                                     bool results, const ir::Catalogue& catalogue) {
  ir::ValueMap map;
  auto function = ir::declaration_of(from, map);
  Builder b(function->body, catalogue);
  for (size_t i = 0; i < from.argument_count(); i++) {
    const ir::Type type = from.argument(i)->type, padded = padded_type(type, multiple);
    if (padded == type || !has_padded_role(from.argument_attributes[i])) continue;
    const Value argument = function->argument(i);
    argument->type = padded;
    function->argument_attributes[i].set(kFormer, ir::ints_attribute({type.dim(0), type.dim(1)}));
    map[from.argument(i)] = cropped(b, argument, type.shape);
  }
  std::vector<Value> values = append_body(b, from.body, map);
  if (results) pad_all(b, values, multiple);
  finish(*function, b, values);
  return function;
}

/// Rewrites the products of a function. Knows which of its values are zero outside of a part.
class ProductPadding {
 public:
  explicit ProductPadding(int64_t multiple) : multiple_(multiple) {}

  void add_argument(Value argument, const ir::Attributes& attributes) {
    const ir::Attribute* former = attributes.find(kFormer);
    if (!former) return;
    const Sizes& sizes = former->get<ir::IntArrayAttribute>()->values;
    parts_[argument] = Shape(sizes.begin(), sizes.end());
  }

  std::optional<std::vector<Value>> visit(Builder& b, const Operation& op) {
    if (op.name() == "stablehlo.pad") return visit_pad(b, op);
    if (op.name() == "stablehlo.dot_general") return visit_product(b, op);
    return std::nullopt;
  }

 private:
  std::optional<std::vector<Value>> visit_pad(Builder& b, const Operation& op) {
    const auto none = [](const Sizes& sizes) {
      return std::all_of(sizes.begin(), sizes.end(), [](int64_t size) { return size == 0; });
    };
    if (!none(op.ints_attribute("edge_padding_low")) ||
        !none(op.ints_attribute("interior_padding")) || splat_of(op.operand(1)) != 0.0)
      return std::nullopt;
    const Value whole = uncropped(b, op.operand(0), op.result_type().shape);
    if (!whole) return std::nullopt;
    return std::vector<Value>{whole};
  }

  std::optional<std::vector<Value>> visit_product(Builder& b, const Operation& op);

  /// What a slice has cut to a padded parameter's own shape, where that has the shape; else null.
  Value uncut(const Operation& slice, const Shape& shape) const {
    const auto found = parts_.find(slice.operand(0));
    return found != parts_.end() && found->second == slice.result_type().shape &&
                   slice.operand_type(0).shape == shape &&
                   slice.ints_attribute("strides") == Sizes(shape.size(), 1) &&
                   slice.ints_attribute("start_indices") == Sizes(shape.size(), 0)
               ? slice.operand(0)
               : nullptr;
  }

  /// A value of that shape which is `x` with zeros after it, where it is there already; else null.
  Value uncropped(Builder& b, Value x, const Shape& shape) {
    if (const Operation* slice = made_by(x, "stablehlo.slice")) return uncut(*slice, shape);
    if (const Operation* convert = made_by(x, "stablehlo.convert")) {
      const Value whole = uncropped(b, convert->operand(0), shape);
      return whole ? noted(op::convert(b, whole, x->type.element), x->type.shape) : nullptr;
    }
    const Operation* transpose = made_by(x, "stablehlo.transpose");
    if (!transpose) return nullptr;
    const Sizes order = transpose->ints_attribute("permutation");
    Shape before = shape;
    for (size_t i = 0; i < order.size(); i++) before[static_cast<size_t>(order[i])] = shape[i];
    const Value whole = uncropped(b, transpose->operand(0), before);
    return whole ? noted(op::transpose(b, whole, order), x->type.shape) : nullptr;
  }
  Value noted(Value whole, const Shape& part) {
    parts_[whole] = part;
    return whole;
  }

  Value padded(Builder& b, Value x, const Shape& shape) {
    if (x->type.shape == shape) return x;
    if (const Value whole = uncropped(b, x, shape)) return whole;
    return zero_padded(b, x, shape);
  }

  int64_t multiple_;
  std::unordered_map<Value, Shape> parts_;  // the value is zero outside of it
};

std::optional<std::vector<Value>> ProductPadding::visit_product(Builder& b, const Operation& op) {
  const op::DotAxes axes = op::dot_axes(op);
  const op::DotNumbers numbers = {axes.lhs_batch, axes.rhs_batch, axes.lhs_contract,
                                  axes.rhs_contract};
  const Value x = op.operand(0), y = op.operand(1);
  const auto [left, right] = padded_operands(x->type.shape, y->type.shape, numbers, multiple_);
  if (left == x->type.shape && right == y->type.shape) return std::nullopt;
  const Value product = op::dot_general(b, padded(b, x, left), padded(b, y, right), numbers,
                                        op.result_type().element);
  const Shape shape = op.result_type().shape;
  if (product->type.shape == shape) return std::vector<Value>{product};
  return std::vector<Value>{cropped(b, noted(product, shape), shape)};
}

}  // namespace

int64_t padded_size(int64_t size, int64_t multiple) {
  const int64_t padded = round_up(size, multiple);
  return padded - size <= size / 4 ? padded : size;
}

ir::Type padded_type(const ir::Type& type, int64_t multiple) {
  if (!type.is_tensor() || type.rank() != 2 || !ir::is_float(type.element)) return type;
  return type.with(Shape{padded_size(type.dim(0), multiple), padded_size(type.dim(1), multiple)});
}

PaddedOperands padded_operands(const Shape& left, const Shape& right, const op::DotNumbers& numbers,
                               int64_t multiple) {
  PaddedOperands padded{left, right};
  const auto pad = [&](Shape& shape, int64_t axis) {
    auto& size = shape[static_cast<size_t>(axis)];
    size = padded_size(size, multiple);
  };
  const auto is_free = [](int64_t axis, const Sizes& batch, const Sizes& contract) {
    return std::find(batch.begin(), batch.end(), axis) == batch.end() &&
           std::find(contract.begin(), contract.end(), axis) == contract.end();
  };
  const auto last_left = static_cast<int64_t>(left.size()) - 1,
             last_right = static_cast<int64_t>(right.size()) - 1;
  if (is_free(last_left, numbers.lhs_batch, numbers.lhs_contract)) pad(padded.left, last_left);
  // Along the last free axis of the right operand the rows of the result are stored.
  int64_t row = last_right;
  while (row >= 0 && !is_free(row, numbers.rhs_batch, numbers.rhs_contract)) row--;
  if (row >= 0) pad(padded.right, row);
  for (size_t i = 0; i < numbers.lhs_contract.size(); i++) {
    const int64_t of_left = numbers.lhs_contract[i], of_right = numbers.rhs_contract[i];
    if (of_left != last_left && of_right != last_right) continue;
    pad(padded.left, of_left);
    pad(padded.right, of_right);
  }
  return padded;
}

ir::Module pad_parameters(ir::Module module, int64_t multiple, bool results,
                          const ir::Catalogue& catalogue) {
  if (multiple == 1) return module;
  ir::Module padded = ir::head_of(module);
  for (const auto& function : module.functions)
    padded.functions.push_back(with_padded_parameters(*function, multiple, results, catalogue));
  return padded;
}

ir::Module pad_products(ir::Module module, int64_t multiple, const ir::Catalogue& catalogue) {
  if (multiple == 1) return module;
  ir::Module padded = ir::head_of(module);
  for (const auto& from : module.functions) {
    ir::ValueMap map;
    auto function = ir::declaration_of(*from, map);
    ProductPadding padding(multiple);
    for (size_t i = 0; i < function->argument_count(); i++)
      padding.add_argument(function->argument(i), function->argument_attributes[i]);
    Builder b(function->body, catalogue);
    finish(*function, b, append_body(b, from->body, map, [&](Builder& inner, const Operation& op) {
      return padding.visit(inner, op);
    }));
    padded.functions.push_back(std::move(function));
  }
  return padded;
}

}  // namespace tutti::pass
