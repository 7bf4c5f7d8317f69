// SPDX-License-Identifier: Apache-2.0
#include "op/scatter_gradient.h"

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/gather.h"
#include "op/rules/axes.h"
#include "op/rules/reduction.h"
#include "op/scatter.h"

namespace tutti::op {
namespace {

/// For each element of the updates, the element of `source` (an input's shape) that it went to, or
/// zero where it was dropped: such windows are gathered from zeros in front of the source.
Value taken_back(Builder& b, const Operation& op, Value source) {
  const ScatterNumbers n = scatter_numbers(op);
  const Shape& input = source->type.shape;
  const Shape& updates = op.operand_type(2).shape;
  const auto window =
      axes_without(source->type.rank(), n.inserted_window_dims, n.input_batching_dims);
  const std::vector<int64_t> none(input.size(), 0);
  std::vector<int64_t> sizes(input.size(), 1), low = none;
  for (size_t k = 0; k < window.size(); k++)
    sizes[static_cast<size_t>(window[k])] = updates[static_cast<size_t>(n.update_window_dims[k])];
  std::vector<int64_t> shifts, limits;
  for (int64_t axis : n.scatter_dims_to_operand_dims) {
    const auto d = static_cast<size_t>(axis);
    low[d] = sizes[d];
    shifts.push_back(sizes[d]);
    limits.push_back(input[d] - sizes[d]);
  }
  Value indices = convert(b, op.operand(1), ElementType::i64);
  const auto along_vector = [&](const std::vector<int64_t>& values) {
    return along_index_vectors(b, indices->type, n.index_vector_dim, values);
  };
  Value inside = b.one("stablehlo.and", {compare(b, "GE", indices, zeros_like(b, indices)),
                                         compare(b, "LE", indices, along_vector(limits))});
  Value shifted = select(b, inside, add(b, indices, along_vector(shifts)), zeros_like(b, indices));
  const GatherNumbers numbers{n.update_window_dims,           n.inserted_window_dims,
                              n.input_batching_dims,          n.scatter_indices_batching_dims,
                              n.scatter_dims_to_operand_dims, n.index_vector_dim};
  return gather(b, pad(b, source, 0, low, none, none), shifted, numbers, sizes);
}

/// Ones for the updates that are still there in the end: an element that several replace keeps one.
Value surviving(Builder& b, const Operation& op) {
  const Type& updates = op.operand_type(2);
  const Type line = Type::tensor(ElementType::i64, {updates.count()});
  Value numbers = reshape(b, shift(b, iota(b, line, 0), 1), updates.shape);
  Value none = constant(b, op.operand_type(0).with(ElementType::i64), 0);
  Value kept = scatter_replace(b, none, op.operand(1), numbers, scatter_numbers(op));
  return compare(b, "EQ", taken_back(b, op, kept), numbers);
}

bool replaces(const Operation& op) {
  const Block& block = *op.regions[0];
  return block.operations.size() == 1 && block.terminator().operand(0) == block.arguments[1].get();
}

/// Of products: dx = dy * (product of the updates), du = dy * (x times the other updates), which is
/// result / u where no update of the element is zero; one zero alone leaves the others to itself.
void product_gradients(Vjp& v) {
  Builder& b = v.builder;
  const Value dy = v.gradient(), at = v.op.operand(1);
  const Value x = convert(b, v.op.operand(0), dy->type.element),
              u = convert(b, v.op.operand(2), dy->type.element);
  const ScatterNumbers n = scatter_numbers(v.op);
  const auto products = [&](Value start, Value updates) {
    return scatter_with(b, start, at, updates, n, "stablehlo.multiply");
  };
  v.operand_gradients = {multiply(b, dy, products(constant_like(b, x, 1), u)), nullptr, nullptr};
  if (!v.wanted[2]) return;
  Value is_zero = compare(b, "EQ", u, zeros_like(b, u));
  Value others = select(b, is_zero, constant_like(b, u, 1), u);
  Value zero = convert(b, is_zero, ElementType::i32);
  Value zeros = scatter_add(b, constant(b, x->type.with(ElementType::i32), 0), at, zero, n);
  Value other_zeros = subtract(b, taken_back(b, v.op, zeros), zero);
  Value du = divide(b, taken_back(b, v.op, multiply(b, dy, products(x, others))), others);
  v.operand_gradients[2] =
      select(b, compare(b, "EQ", other_zeros, zeros_like(b, other_zeros)), du, zeros_like(b, u));
}

/// Of maxima and minima: dy goes to what equals the result, divided among them.
void extreme_gradients(Vjp& v) {
  Builder& b = v.builder;
  const ScatterNumbers n = scatter_numbers(v.op);
  const Value dy = v.gradient(), y = v.op.result();
  const auto hits = [&](Value value, Value result) {
    return convert(b, compare(b, "EQ", convert(b, value, y->type.element), result),
                   y->type.element);
  };
  Value own = hits(v.op.operand(0), y), theirs = hits(v.op.operand(2), taken_back(b, v.op, y));
  Value share = divide(b, dy, scatter_add(b, own, v.op.operand(1), theirs, n));
  v.operand_gradients = {multiply(b, share, own), nullptr,
                         multiply(b, taken_back(b, v.op, share), theirs)};
}

}  // namespace

void scatter_vjp(Vjp& v) {
  Builder& b = v.builder;
  const Operation* reducer = reducer_of(v.op);
  const std::string_view name = reducer && v.op.operand_count() == 3 ? reducer->name() : "";
  const bool adds = name == "stablehlo.add";
  if (name == "stablehlo.multiply") return product_gradients(v);
  if (name == "stablehlo.maximum" || name == "stablehlo.minimum") return extreme_gradients(v);
  if (v.op.operand_count() != 3 || (!adds && !replaces(v.op)))
    ir::operation_error(
        v.op,
        "only a scatter of one input that adds, multiplies, replaces or takes the largest or "
        "smallest has a derivative");
  Value dy = v.gradient();
  v.operand_gradients = {dy, nullptr, nullptr};
  if (!adds && v.wanted[0]) {
    Value zeros = constant(b, dy->type.with(v.op.operand_type(2).shape), 0);
    v.operand_gradients[0] = scatter_replace(b, dy, v.op.operand(1), zeros, scatter_numbers(v.op));
  }
  if (!v.wanted[2]) return;
  Value du = taken_back(b, v.op, dy);
  v.operand_gradients[2] = adds ? du : select(b, surviving(b, v.op), du, zeros_like(b, du));
}

}  // namespace tutti::op
