// SPDX-License-Identifier: Apache-2.0
#include "op/dot_general_gradient.h"

#include <numeric>

#include "op/catalogue.h"
#include "op/dot.h"
#include "op/emit.h"

namespace tutti::op {
namespace {

/// The gradient of one side: the product of dy and the other side over the other side's free axes,
/// transposed into the side's own order of axes.
Value side_gradient(Builder& b, Value dy, Value side, Value other,
                    const std::vector<int64_t>& side_batch, const std::vector<int64_t>& side_free,
                    const std::vector<int64_t>& side_contract,
                    const std::vector<int64_t>& other_batch, const std::vector<int64_t>& other_free,
                    const std::vector<int64_t>& other_contract, bool side_is_lhs) {
  const auto batches = static_cast<int64_t>(side_batch.size());
  const int64_t theirs = batches + (side_is_lhs ? static_cast<int64_t>(side_free.size()) : 0);
  std::vector<int64_t> dy_batch(side_batch.size()), dy_contract(other_free.size());
  std::iota(dy_batch.begin(), dy_batch.end(), 0);
  std::iota(dy_contract.begin(), dy_contract.end(), theirs);
  const ElementType element = is_integer(other->type.element)
                                  ? dy->type.element
                                  : common_type(dy->type.element, other->type.element);
  Value product = dot_general(b, convert(b, dy, element), convert(b, other, element),
                              {dy_batch, other_batch, dy_contract, other_free}, side->type.element);
  // Axes of the product: batch, the side's free axes, then the other side's contracting axes in
  // their order there.
  std::vector<int64_t> contract_order(other_contract.size());
  std::iota(contract_order.begin(), contract_order.end(), 0);
  std::sort(contract_order.begin(), contract_order.end(), [&](int64_t a, int64_t c) {
    return other_contract[static_cast<size_t>(a)] < other_contract[static_cast<size_t>(c)];
  });
  std::vector<int64_t> places = side_batch;
  places.insert(places.end(), side_free.begin(), side_free.end());
  for (int64_t i : contract_order) places.push_back(side_contract[static_cast<size_t>(i)]);
  std::vector<int64_t> permutation(places.size());
  for (size_t i = 0; i < places.size(); i++)
    permutation[static_cast<size_t>(places[i])] = static_cast<int64_t>(i);
  if (std::is_sorted(permutation.begin(), permutation.end())) return product;
  return transpose(b, product, permutation);
}

}  // namespace

void dot_general_vjp(Vjp& v) {
  const DotAxes a = dot_axes(v.op);
  Value x = v.op.operand(0), y = v.op.operand(1), dz = v.gradient();
  v.operand_gradients = {nullptr, nullptr};
  if (v.wanted[0])
    v.operand_gradients[0] =
        side_gradient(v.builder, dz, x, y, a.lhs_batch, a.lhs_free, a.lhs_contract, a.rhs_batch,
                      a.rhs_free, a.rhs_contract, true);
  if (v.wanted[1])
    v.operand_gradients[1] =
        side_gradient(v.builder, dz, y, x, a.rhs_batch, a.rhs_free, a.rhs_contract, a.lhs_batch,
                      a.lhs_free, a.lhs_contract, false);
}

}  // namespace tutti::op
