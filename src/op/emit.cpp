// SPDX-License-Identifier: Apache-2.0
#include "op/emit.h"

#include <cmath>
#include <numeric>

namespace tutti::op {

using ir::attributes;
using ir::ElementType;
using ir::Tensor;

Value constant(Builder& b, const Type& type, double value) {
  const bool real = is_float(type.element) || is_complex(type.element);
  Tensor tensor =
      real ? Tensor::splat(type, value) : Tensor::splat_int(type, static_cast<int64_t>(value));
  return b.one("stablehlo.constant", {}, attributes({{"value", std::move(tensor)}}));
}
Value constant_like(Builder& b, Value like, double value) {
  return constant(b, like->type, value);
}
Value zeros_like(Builder& b, Value like) {
  return constant(b, like->type, 0);
}

Value add(Builder& b, Value x, Value y) {
  return b.one("stablehlo.add", {x, y});
}
Value subtract(Builder& b, Value x, Value y) {
  return b.one("stablehlo.subtract", {x, y});
}
Value multiply(Builder& b, Value x, Value y) {
  return b.one("stablehlo.multiply", {x, y});
}
Value divide(Builder& b, Value x, Value y) {
  return b.one("stablehlo.divide", {x, y});
}
Value maximum(Builder& b, Value x, Value y) {
  return b.one("stablehlo.maximum", {x, y});
}
Value minimum(Builder& b, Value x, Value y) {
  return b.one("stablehlo.minimum", {x, y});
}
Value negate(Builder& b, Value x) {
  return b.one("stablehlo.negate", {x});
}
Value exponential(Builder& b, Value x) {
  return b.one("stablehlo.exponential", {x});
}
Value log(Builder& b, Value x) {
  return b.one("stablehlo.log", {x});
}
Value sqrt(Builder& b, Value x) {
  return b.one("stablehlo.sqrt", {x});
}
Value rsqrt(Builder& b, Value x) {
  return b.one("stablehlo.rsqrt", {x});
}
Value tanh(Builder& b, Value x) {
  return b.one("stablehlo.tanh", {x});
}
Value scale(Builder& b, Value x, double value) {
  return multiply(b, x, constant_like(b, x, value));
}
Value shift(Builder& b, Value x, double value) {
  return add(b, x, constant_like(b, x, value));
}

Value compare(Builder& b, const std::string& direction, Value x, Value y) {
  const ElementType element = x->type.element;
  const bool real = is_float(element) || is_complex(element);
  const char* type = real ? "FLOAT" : is_signed(element) ? "SIGNED" : "UNSIGNED";
  return b.one(
      "stablehlo.compare", {x, y},
      attributes({{"comparison_direction", ir::enum_attribute("comparison_direction", direction)},
                  {"compare_type", ir::enum_attribute("comparison_type", type)}}));
}

Value select(Builder& b, Value predicate, Value on_true, Value on_false) {
  return b.one("stablehlo.select", {predicate, on_true, on_false});
}

Value convert(Builder& b, Value x, ElementType element) {
  if (x->type.element == element) return x;
  return b.one("stablehlo.convert", {x}, {}, {x->type.with(element)});
}

Value reshape(Builder& b, Value x, Shape shape) {
  if (x->type.shape == shape) return x;
  return b.one("stablehlo.reshape", {x}, {}, {x->type.with(std::move(shape))});
}

Value transpose(Builder& b, Value x, std::vector<int64_t> permutation) {
  return b.one("stablehlo.transpose", {x},
               attributes({{"permutation", ir::ints_attribute(std::move(permutation))}}));
}

Value broadcast_in_dim(Builder& b, Value x, Shape shape, std::vector<int64_t> dims) {
  return b.one("stablehlo.broadcast_in_dim", {x},
               attributes({{"broadcast_dimensions", ir::ints_attribute(std::move(dims))}}),
               {x->type.with(std::move(shape))});
}

Value splat(Builder& b, Value scalar, Shape shape) {
  return broadcast_in_dim(b, scalar, std::move(shape), {});
}

Value broadcast_along(Builder& b, Value x, const Shape& shape, const std::vector<int64_t>& axes) {
  std::vector<int64_t> kept;
  for (int64_t axis = 0; axis < static_cast<int64_t>(shape.size()); axis++)
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) kept.push_back(axis);
  return broadcast_in_dim(b, x, shape, kept);
}

Value iota(Builder& b, const Type& type, int64_t dimension) {
  return b.one("stablehlo.iota", {}, attributes({{"iota_dimension", ir::int_attribute(dimension)}}),
               {type});
}

Value slice(Builder& b, Value x, std::vector<int64_t> starts, std::vector<int64_t> limits,
            std::vector<int64_t> strides) {
  if (strides.empty()) strides.assign(starts.size(), 1);
  return b.one("stablehlo.slice", {x},
               attributes({{"start_indices", ir::ints_attribute(std::move(starts))},
                           {"limit_indices", ir::ints_attribute(std::move(limits))},
                           {"strides", ir::ints_attribute(std::move(strides))}}));
}

Value pad(Builder& b, Value x, double value, std::vector<int64_t> low, std::vector<int64_t> high,
          std::vector<int64_t> interior) {
  return b.one("stablehlo.pad", {x, constant(b, Type::scalar(x->type.element), value)},
               attributes({{"edge_padding_low", ir::ints_attribute(std::move(low))},
                           {"edge_padding_high", ir::ints_attribute(std::move(high))},
                           {"interior_padding", ir::ints_attribute(std::move(interior))}}));
}

Value concatenate(Builder& b, std::vector<Value> parts, int64_t dimension) {
  return b.one("stablehlo.concatenate", std::move(parts),
               attributes({{"dimension", ir::int_attribute(dimension)}}));
}

Value reduce(Builder& b, Value x, std::vector<int64_t> axes, std::string_view applied,
             double initial) {
  if (axes.empty()) return x;
  const Type scalar = Type::scalar(x->type.element);
  Value init = constant(b, scalar, initial);
  return b.create("stablehlo.reduce", {x, init},
                  attributes({{"dimensions", ir::ints_attribute(std::move(axes))}}), {},
                  [&](ir::Operation& op) {
                    ir::Block& block = op.add_region();
                    Value left = block.add_argument(scalar), right = block.add_argument(scalar);
                    Builder inner(block, b.catalogue());
                    inner.location = b.location;
                    inner.create("stablehlo.return", {inner.one(applied, {left, right})});
                  })[0];
}

Value reduce_sum(Builder& b, Value x, std::vector<int64_t> axes) {
  return reduce(b, x, std::move(axes), "stablehlo.add", 0);
}
Value reduce_max(Builder& b, Value x, std::vector<int64_t> axes) {
  return reduce(b, x, std::move(axes), "stablehlo.maximum", -INFINITY);
}

namespace {

ir::RecordAttribute dot_record(const DotNumbers& numbers) {
  ir::RecordAttribute record{"stablehlo.dot", {}};
  if (!numbers.lhs_batch.empty()) {
    record.fields.set("lhs_batching_dimensions", ir::ints_attribute(numbers.lhs_batch));
    record.fields.set("rhs_batching_dimensions", ir::ints_attribute(numbers.rhs_batch));
  }
  record.fields.set("lhs_contracting_dimensions", ir::ints_attribute(numbers.lhs_contract));
  record.fields.set("rhs_contracting_dimensions", ir::ints_attribute(numbers.rhs_contract));
  return record;
}

}  // namespace

Value dot_general(Builder& b, Value x, Value y, const DotNumbers& numbers, ElementType result) {
  Shape shape;
  for (int64_t axis : numbers.lhs_batch) shape.push_back(x->type.dim(axis));
  const auto free_axes = [&](Value v, const std::vector<int64_t>& batch,
                             const std::vector<int64_t>& contract) {
    for (int64_t axis = 0; axis < v->type.rank(); axis++)
      if (std::find(batch.begin(), batch.end(), axis) == batch.end() &&
          std::find(contract.begin(), contract.end(), axis) == contract.end())
        shape.push_back(v->type.dim(axis));
  };
  free_axes(x, numbers.lhs_batch, numbers.lhs_contract);
  free_axes(y, numbers.rhs_batch, numbers.rhs_contract);
  return b.one("stablehlo.dot_general", {x, y},
               attributes({{"dot_dimension_numbers", dot_record(numbers)}}),
               {Type::tensor(result, shape)});
}

Value matmul(Builder& b, Value x, Value weight, bool transposed) {
  return dot_general(b, x, weight, {{}, {}, {x->type.rank() - 1}, {transposed ? 1 : 0}},
                     x->type.element);
}

}  // namespace tutti::op
