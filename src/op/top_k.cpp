// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <numeric>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/scatter.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  const Type& in = op.operand_type(0);
  const int64_t k = op.int_attribute("k");
  constraint(op, !is_complex(in.element), "top_k_i1",
             "operand 0 has elements of type {}, expected ones that have an order",
             name_of(in.element));
  constraint(op, in.rank() >= 1, "top_k_c1", "the operand is a {}, expected at least one dimension",
             in.str());
  constraint(op, k >= 0 && may_fit(k, in.shape.back()), "top_k_c2", "k is {}, expected 0 to {}", k,
             in.shape.back());
  Shape shape = in.shape;
  shape.back() = k;
  return {in.with(shape), Type::tensor(ElementType::i32, shape)};
}

/// A number that grows as the element does: floats in IEEE 754's total order.
uint64_t rank_of(const Array& in, int64_t index) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  if (in.is_float()) {
    const auto bits = std::bit_cast<uint64_t>(in.f(index));
    return bits & kSign ? ~bits : bits | kSign;
  }
  const auto bits = static_cast<uint64_t>(in.i(index));
  return in.type.element == ElementType::ui64 ? bits : bits ^ kSign;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const int64_t k = op.int_attribute("k"), length = in[0]->type.shape.back();
  Array values(op.result_type(0)), places(op.result_type(1));
  const int64_t lines = length == 0 ? 0 : in[0]->count() / length;
  for (int64_t line = 0; line < lines; line++) {
    std::vector<int64_t> order(static_cast<size_t>(length));
    std::iota(order.begin(), order.end(), 0);
    const auto before = [&](int64_t x, int64_t y) {
      return rank_of(*in[0], line * length + x) > rank_of(*in[0], line * length + y);
    };
    std::stable_sort(order.begin(), order.end(), before);
    for (int64_t i = 0; i < k; i++) {
      values.copy_element(line * k + i, *in[0], line * length + order[static_cast<size_t>(i)]);
      places.i(line * k + i) = order[static_cast<size_t>(i)];
    }
  }
  return {std::move(values), std::move(places)};
}

/// A sort of (x, numbering), largest first, and its beginning.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Type& type = op.operand_type(0);
  const int64_t last = type.rank() - 1;
  Value places = iota(b, type.with(ElementType::i32), last);
  const auto sorted = b.create(
      "stablehlo.sort", {op.operand(0), places},
      ir::attributes({{"dimension", ir::int_attribute(last)}, {"is_stable", true}}), {},
      [&](Operation& sort) {
        Block& block = sort.add_region();
        Value x = block.add_argument(Type::scalar(type.element)),
              y = block.add_argument(Type::scalar(type.element));
        block.add_argument(Type::scalar(ElementType::i32));
        block.add_argument(Type::scalar(ElementType::i32));
        Builder inner(block, b.catalogue());
        inner.location = b.location;
        const char* order = is_float(type.element)    ? "TOTALORDER"
                            : is_signed(type.element) ? "SIGNED"
                                                      : "UNSIGNED";
        inner.create(
            "stablehlo.return",
            {inner.one(
                "stablehlo.compare", {x, y},
                ir::attributes(
                    {{"comparison_direction", ir::enum_attribute("comparison_direction", "GT")},
                     {"compare_type", ir::enum_attribute("comparison_type", order)}}))});
      });
  const std::vector<int64_t> starts(type.shape.size(), 0);
  const Shape& limits = op.result_type(0).shape;
  return {slice(b, sorted[0], starts, limits), slice(b, sorted[1], starts, limits)};
}

// dx = zeros with dy at the places the values came from
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const int64_t last = v.op.operand_type(0).rank() - 1;
  std::vector<int64_t> batch(static_cast<size_t>(last));
  std::iota(batch.begin(), batch.end(), 0);
  const ScatterNumbers numbers{{}, {last}, batch, batch, {last}, last + 1};
  v.operand_gradients = {
      scatter_add(b, zeros_like(b, v.op.operand(0)), v.op.result(1), v.gradient(), numbers)};
}

}  // namespace

OpDef top_k() {
  return {
      .name = "chlo.top_k",
      .assembly = "($0, k = {k:int}[, is_stable = {is_stable:bool}]) : arrow",
      .infer = infer,
      .result_constraints = {.element = 0, .shape = 0, .count = 0},
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = decompose,
  };
}

}  // namespace tutti::op
