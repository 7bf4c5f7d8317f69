// SPDX-License-Identifier: Apache-2.0
#include "op/dot_general_gradient.h"

#include <numeric>

#include "op/catalogue.h"
#include "op/dot.h"
#include "op/emit.h"

namespace tutti::op {
namespace {

/// An operand and its axes by their roles.
struct Side {
  Value value;
  const std::vector<int64_t>&batch, &free, &contract;
};

/// The gradient of one side: the product of dy and the other side, over the axes of dy from
/// `other_free` on, which are the other side's free ones, transposed into the side's own order of
/// axes.
Value side_gradient(Builder& b, Value dy, const Side& side, const Side& other, size_t other_free) {
  std::vector<int64_t> dy_batch(side.batch.size()), dy_contract(other.free.size());
  std::iota(dy_batch.begin(), dy_batch.end(), 0);
  std::iota(dy_contract.begin(), dy_contract.end(), static_cast<int64_t>(other_free));
  const ElementType element = is_integer(other.value->type.element)
                                  ? dy->type.element
                                  : common_type(dy->type.element, other.value->type.element);
  Value product =
      dot_general(b, convert(b, dy, element), convert(b, other.value, element),
                  {dy_batch, other.batch, dy_contract, other.free}, side.value->type.element);
  // Axes of the product: batch, the side's free axes, then the other side's contracting axes in
  // their order there.
  std::vector<int64_t> contract_order(other.contract.size());
  std::iota(contract_order.begin(), contract_order.end(), 0);
  std::sort(contract_order.begin(), contract_order.end(), [&](int64_t a, int64_t c) {
    return other.contract[static_cast<size_t>(a)] < other.contract[static_cast<size_t>(c)];
  });
  std::vector<int64_t> places = side.batch;
  places.insert(places.end(), side.free.begin(), side.free.end());
  for (int64_t i : contract_order) places.push_back(side.contract[static_cast<size_t>(i)]);
  std::vector<int64_t> permutation(places.size());
  for (size_t i = 0; i < places.size(); i++)
    permutation[static_cast<size_t>(places[i])] = static_cast<int64_t>(i);
  if (std::is_sorted(permutation.begin(), permutation.end())) return product;
  return transpose(b, product, permutation);
}

}  // namespace

void dot_general_vjp(Vjp& v) {
  const DotAxes a = dot_axes(v.op);
  const Side x = {v.op.operand(0), a.lhs_batch, a.lhs_free, a.lhs_contract},
             y = {v.op.operand(1), a.rhs_batch, a.rhs_free, a.rhs_contract};
  Value dz = v.gradient();
  v.operand_gradients = {nullptr, nullptr};
  if (v.wanted[0])
    v.operand_gradients[0] = side_gradient(v.builder, dz, x, y, x.batch.size() + x.free.size());
  if (v.wanted[1]) v.operand_gradients[1] = side_gradient(v.builder, dz, y, x, y.batch.size());
}

}  // namespace tutti::op
