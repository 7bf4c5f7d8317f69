// SPDX-License-Identifier: Apache-2.0
#include "op/rules/resolvent.h"

#include <cmath>
#include <limits>

#include "op/rules/counted_loop.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

/// A complex number for each row, or for each element: real and imaginary part.
struct Pair {
  Value real, imaginary;
};

Pair plus(Builder& b, const Pair& x, const Pair& y) {
  return {add(b, x.real, y.real), add(b, x.imaginary, y.imaginary)};
}

Pair minus(Builder& b, const Pair& x, const Pair& y) {
  return {subtract(b, x.real, y.real), subtract(b, x.imaginary, y.imaginary)};
}

Pair times(Builder& b, Value real, const Pair& x) {
  return {multiply(b, real, x.real), multiply(b, real, x.imaginary)};
}

Pair times(Builder& b, const Pair& x, const Pair& y) {
  return {subtract(b, multiply(b, x.real, y.real), multiply(b, x.imaginary, y.imaginary)),
          add(b, multiply(b, x.real, y.imaginary), multiply(b, x.imaginary, y.real))};
}

Pair inverse(Builder& b, const Pair& x) {
  Value square = add(b, multiply(b, x.real, x.real), multiply(b, x.imaginary, x.imaginary));
  return {divide(b, x.real, square), negate(b, divide(b, x.imaginary, square))};
}

/// What a round of a sweep computes: the next carries, then the outputs of its element.
using Round = std::function<std::vector<Value>(Builder&, const std::vector<Value>& inputs,
                                               const std::vector<Value>& carries)>;

/// Runs `round` on each element of the last axis in turn, with carries that begin as zeros
/// [..., 1]. Returns the outputs, of the shape of the inputs.
std::vector<Value> sweep(Builder& b, bool from_right, const std::vector<Value>& inputs,
                         size_t carries, size_t outputs, const Round& round) {
  const Type& type = inputs[0]->type;
  const int64_t axis = type.rank() - 1, length = type.shape.back();
  Shape one = type.shape;
  one.back() = 1;
  std::vector<Value> start(carries, constant(b, type.with(one), 0));
  start.resize(carries + outputs, constant(b, type, 0));
  auto state = counted_loop(
      b, length, start, [&](Builder& inner, Value i, const std::vector<Value>& before) {
        const Value place = place_of_round(inner, i, length, from_right);
        std::vector<Value> elements;
        for (Value input : inputs) elements.push_back(slice_at(inner, input, axis, place));
        const auto middle = before.begin() + static_cast<std::ptrdiff_t>(carries);
        std::vector<Value> next = round(inner, elements, {before.begin(), middle});
        for (size_t k = carries; k < next.size(); k++)
          next[k] = with_slice_at(inner, before[k], next[k], axis, place);
        return next;
      });
  return {state.begin() + static_cast<std::ptrdiff_t>(carries), state.end()};
}

/// The operands as the sweeps read them, all [..., N].
struct Sweeps {
  Sweeps(Builder& builder, const Operation& op, size_t first)
      : b(builder), resolvent(resolvent_of(op, first)), a(op.operand(first)) {
    Value p = multiply(b, op.operand(first + 1), op.operand(first + 2));
    const Value zero = zeros_like(b, p);
    p = select(b, compare(b, "LT", p, zero),
               constant_like(b, p, std::numeric_limits<double>::quiet_NaN()), p);
    const int64_t axis = a->type.rank() - 1;
    Shape shape = a->type.shape;
    shape.back()--;
    if (p->type.rank() != a->type.rank()) p = broadcast_in_dim(b, p, shape, {axis});
    std::vector<int64_t> none(shape.size(), 0), one = none;
    one.back() = 1;
    before = pad(b, p, 0, one, none, none);
    after = pad(b, p, 0, none, one, none);
  }

  Pair shifted(Builder& inner, Value element) const {
    return {shift(inner, element, -resolvent.z.real()),
            constant_like(inner, element, -resolvent.z.imag())};
  }
  /// 1 / L_i, and p_{i-1} / L_{i-1}.
  std::pair<Pair, Pair> left() const {
    const auto out = sweep(
        b, false, {a, before}, 2, 4, [&](Builder& inner, const auto& in, const auto& carries) {
          const Pair q = times(inner, in[1], {carries[0], carries[1]});
          const Pair l = inverse(inner, minus(inner, shifted(inner, in[0]), q));
          return std::vector<Value>{l.real, l.imaginary, l.real, l.imaginary, q.real, q.imaginary};
        });
    return {{out[0], out[1]}, {out[2], out[3]}};
  }

  Builder& b;
  Resolvent resolvent;
  Value a, before, after;  // the diagonal, p_{i-1} and p_i; 0 where there is none
};

/// -conj(w) y^2: the adjoint of 1 / y.
Pair adjoint_of_inverse(Builder& b, Value w_real, Value w_imaginary, const Pair& y) {
  return times(b, Pair{negate(b, w_real), w_imaginary}, times(b, y, y));
}

/// What the sweep from the right gives the gradient.
struct RightAdjoints {
  Pair own;        // of d_i by G_i alone
  Pair left;       // of L_i
  Pair r, next;    // 1 / R_i, and 1 / R_{i+1}
  Value coupling;  // -Re of what p_i gets through L_{i+1}
};

RightAdjoints adjoints_from_right(const Sweeps& s, Value w_real, Value w_imaginary, const Pair& l,
                                  const Pair& q) {
  const bool causal = s.resolvent.is_causal;
  const auto round = [&](Builder& b, const auto& in, const auto& carry) {
    const Pair r{carry[0], carry[1]}, left_next{carry[2], carry[3]}, d = s.shifted(b, in[0]);
    const Pair l_here{in[4], in[5]};
    const Pair right = minus(b, d, times(b, in[1], r));
    const Pair y = causal ? l_here : inverse(b, minus(b, right, {in[6], in[7]}));
    const Pair own = adjoint_of_inverse(b, in[2], in[3], y);
    const Pair through = times(b, left_next, l_here);
    const Pair left = plus(b, own, times(b, in[1], times(b, through, l_here)));
    const Pair r_here = inverse(b, right);
    return std::vector<Value>{r_here.real,
                              r_here.imaginary,
                              left.real,
                              left.imaginary,
                              own.real,
                              own.imaginary,
                              left.real,
                              left.imaginary,
                              r_here.real,
                              r_here.imaginary,
                              r.real,
                              r.imaginary,
                              negate(b, through.real)};
  };
  const auto out = sweep(
      s.b, true, {s.a, s.after, w_real, w_imaginary, l.real, l.imaginary, q.real, q.imaginary}, 4,
      9, round);
  return {{out[0], out[1]}, {out[2], out[3]}, {out[4], out[5]}, {out[6], out[7]}, out[8]};
}

}  // namespace

Resolvent resolvent_of(const Operation& op, size_t first) {
  expect_channels(op, first, 1);
  const Type& a = op.operand_type(first);
  constraint(op, a.element == ElementType::f32 || a.element == ElementType::f64, label(op, 1),
             "operand {} is a {}, expected elements of f32 or f64", first, a.str());
  const Type& b = op.operand_type(first + 1);
  Shape shape = a.shape;
  if (shape.back() != ir::kDynamic) shape.back()--;
  const Type each = a.with(shape), shared = a.with({shape.back()});
  constraint(op, ir::compatible(b, each) || ir::compatible(b, shared), label(op, 2),
             "operand {} is a {}, expected a {} or a {}", first + 1, b.str(), shared.str(),
             each.str());
  expect_type(op, first + 2, b, 3);
  const Complex z(op.float_attribute("z_real"), op.float_attribute("z_imaginary"));
  constraint(op, std::isfinite(z.real()) && std::isfinite(z.imag()) && z.imag() > 0, label(op, 4),
             "z is {} + {} i, expected finite numbers and an imaginary part above 0", z.real(),
             z.imag());
  return {rows_of(a), a.shape.back(), z, op.bool_attribute("causal"), b.rank() == 1};
}

double resolvent_coupling(const Resolvent& r, const Array& b, const Array& c, int64_t row,
                          int64_t i) {
  const double p = b.f(r.coupling(row, i)) * c.f(r.coupling(row, i));
  return p < 0 ? std::numeric_limits<double>::quiet_NaN() : p;
}

std::vector<Value> emit_resolvent(Builder& builder, const Operation& op) {
  const Sweeps s(builder, op, 0);
  const auto [l, q] = s.left();
  if (s.resolvent.is_causal) return {l.real, l.imaginary};
  return sweep(
      builder, true, {s.a, s.after, q.real, q.imaginary}, 2, 2,
      [&](Builder& b, const auto& in, const auto& carry) {
        const Pair right = minus(b, s.shifted(b, in[0]), times(b, in[1], Pair{carry[0], carry[1]}));
        const Pair r = inverse(b, right);
        const Pair g = inverse(b, minus(b, right, {in[2], in[3]}));
        return std::vector<Value>{r.real, r.imaginary, g.real, g.imaginary};
      });
}

std::vector<Value> emit_resolvent_gradient(Builder& builder, const Operation& op,
                                           bool has_couplings) {
  const Sweeps s(builder, op, 2);
  const auto [l, q] = s.left();
  const RightAdjoints from_right = adjoints_from_right(s, op.operand(0), op.operand(1), l, q);
  Value da = from_right.left.real, dp = from_right.coupling;
  if (!s.resolvent.is_causal) {
    const auto out =
        sweep(builder, false,
              {s.before, from_right.own.real, from_right.own.imaginary, from_right.r.real,
               from_right.r.imaginary, from_right.next.real, from_right.next.imaginary},
              2, 2, [&](Builder& b, const auto& in, const auto& carry) {
                const Pair own{in[1], in[2]}, r{in[3], in[4]}, next{in[5], in[6]};
                const Pair through = times(b, times(b, Pair{carry[0], carry[1]}, r), r);
                const Pair passed = times(b, in[0], through), right = plus(b, own, passed);
                return std::vector<Value>{right.real, right.imaginary, passed.real,
                                          times(b, right, next).real};
              });
    da = add(builder, da, out[0]);
    dp = subtract(builder, dp, out[1]);
  }
  if (!has_couplings) return {da};
  Shape limits = dp->type.shape;
  limits.back()--;
  dp = slice(builder, dp, std::vector<int64_t>(limits.size(), 0), limits);
  if (s.resolvent.shares_couplings) dp = sum_to_channels(builder, dp);
  return {da, multiply(builder, op.operand(4), dp), multiply(builder, op.operand(3), dp)};
}

}  // namespace tutti::op
