// SPDX-License-Identifier: Apache-2.0
// The recurrences of a tridiagonal resolvent and of its gradient on slabs, in which the elements of
// kSlabWidth strips are side by side. Compiled once per instruction set.
//
// L = x - i s is kept as (x, s), and 1 / L = u + i v as (u, v): with s >= eta > 0 all of s and v
// are positive, and no sign is changed on the way.

#if defined(TUTTI_KERNEL_RESOLVENT_SWEEPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_RESOLVENT_SWEEPS_INL_H
#undef TUTTI_KERNEL_RESOLVENT_SWEEPS_INL_H
#else
#define TUTTI_KERNEL_RESOLVENT_SWEEPS_INL_H
#endif

#include "kernel/resolvent_slab-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

/// Complex numbers.
struct Pair {
  FloatVector re, im;
};

/// One for each vector of a slab's width: what a sweep carries from element to element.
struct Carry {
  Pair of[kSlabVectors];
};

/// The slabs of one worker. Element k of the inverses of L is at k + 1, so that what comes before
/// the first has a place; those of R and the adjoints of L have one after the last.
struct Slabs {
  float *d, *p;              // the diagonal - Re z; the product before each element
  float *l_re, *l_im;        // 1 / L
  float *r_re, *r_im;        // 1 / R
  float *w_re, *w_im;        // cotangents, then the adjoints of d that G alone gives; or G
  float *left_re, *left_im;  // adjoints of L; then of d and of p
  float constant_p;          // where all products are the same
  float eta;
};

HWY_INLINE int64_t slab_at(int64_t k, int g) {
  return k * kSlabWidth + g * kSlabLanes;
}

HWY_INLINE FloatVector slab_load(Floats d, const float* slab, int64_t k, int g) {
  return hn::Load(d, slab + slab_at(k, g));
}

HWY_INLINE Pair slab_load(Floats d, const float* re, const float* im, int64_t k, int g) {
  return {slab_load(d, re, k, g), slab_load(d, im, k, g)};
}

HWY_INLINE void slab_store(Floats d, const Pair& x, float* re, float* im, int64_t k, int g) {
  hn::Store(x.re, d, re + slab_at(k, g));
  hn::Store(x.im, d, im + slab_at(k, g));
}

HWY_INLINE void slab_store(Floats d, const Carry& x, float* re, float* im, int64_t k) {
  for (int g = 0; g < kSlabVectors; g++) slab_store(d, x.of[g], re, im, k, g);
}

HWY_INLINE Carry slab_carry(Floats d, const float* re, const float* im, int64_t k) {
  Carry carry;
  for (int g = 0; g < kSlabVectors; g++) carry.of[g] = slab_load(d, re, im, k, g);
  return carry;
}

HWY_INLINE Carry no_carry(Floats d) {
  Carry carry;
  for (int g = 0; g < kSlabVectors; g++) carry.of[g] = {hn::Zero(d), hn::Zero(d)};
  return carry;
}

/// u + i v = 1 / (x - i s).
HWY_INLINE Pair inverse(Floats d, FloatVector x, FloatVector s) {
  const FloatVector square = hn::MulAdd(x, x, hn::Mul(s, s));
  const FloatVector q = hn::Div(hn::Set(d, 1.0f), square);
  return {hn::Mul(x, q), hn::Mul(s, q)};
}

HWY_INLINE Pair times(const Pair& x, const Pair& y) {
  return {hn::NegMulAdd(x.im, y.im, hn::Mul(x.re, y.re)),
          hn::MulAdd(x.re, y.im, hn::Mul(x.im, y.re))};
}

/// p_{k-1}: the product before element k.
template <bool kConstant>
HWY_INLINE FloatVector product(Floats d, const Slabs& s, int64_t k, int g) {
  if constexpr (kConstant) return hn::Set(d, s.constant_p);
  return slab_load(d, s.p, k, g);
}

/// Fills the inverses of L of elements [from, to), after `l`, the one before them.
template <bool kConstant>
HWY_NOINLINE void sweep_left(const Slabs& s, int64_t from, int64_t to, Carry& carry) {
  const Floats d;
  Carry l = carry;
  slab_store(d, l, s.l_re, s.l_im, from);
  const FloatVector eta = hn::Set(d, s.eta);
  for (int64_t k = from; k < to; k++) {
#pragma GCC unroll 2
    for (int g = 0; g < kSlabVectors; g++) {
      const FloatVector p = product<kConstant>(d, s, k, g);
      const FloatVector x = hn::NegMulAdd(p, l.of[g].re, slab_load(d, s.d, k, g));
      l.of[g] = inverse(d, x, hn::MulAdd(p, l.of[g].im, eta));
      slab_store(d, l.of[g], s.l_re, s.l_im, k + 1, g);
    }
  }
  carry = l;
}

/// d - p r of element k, before r, the inverse of the R after it, is replaced by that of its own.
template <bool kConstant>
HWY_INLINE Pair step_right(Floats d, const Slabs& s, int64_t k, int g, Pair& r) {
  const FloatVector p = product<kConstant>(d, s, k + 1, g);
  const FloatVector x = hn::NegMulAdd(p, r.re, slab_load(d, s.d, k, g));
  const FloatVector t = hn::MulAdd(p, r.im, hn::Set(d, s.eta));
  r = inverse(d, x, t);
  return {x, t};
}

/// Passes elements [from, to) from the right, for their R alone.
template <bool kConstant>
HWY_NOINLINE void warm_right(const Slabs& s, int64_t from, int64_t to, Carry& carry) {
  const Floats d;
  Carry r = carry;
  for (int64_t k = to; k-- > from;)
#pragma GCC unroll 2
    for (int g = 0; g < kSlabVectors; g++) step_right<kConstant>(d, s, k, g, r.of[g]);
  carry = r;
}

/// G of an element from both sides: `x` is d - p r.
template <bool kConstant>
HWY_INLINE Pair both_sides(Floats d, const Slabs& s, int64_t k, int g, const Pair& x) {
  const Pair l = slab_load(d, s.l_re, s.l_im, k, g);  // of the element before
  const FloatVector p = product<kConstant>(d, s, k, g);
  return inverse(d, hn::NegMulAdd(p, l.re, x.re), hn::MulAdd(p, l.im, x.im));
}

/// Writes G of elements [from, to) from the right.
template <bool kConstant>
HWY_NOINLINE void sweep_right(const Slabs& s, int64_t from, int64_t to, Carry& carry) {
  const Floats d;
  Carry r = carry;
  for (int64_t k = to; k-- > from;) {
#pragma GCC unroll 2
    for (int g = 0; g < kSlabVectors; g++) {
      const Pair x = step_right<kConstant>(d, s, k, g, r.of[g]);
      slab_store(d, both_sides<kConstant>(d, s, k, g, x), s.w_re, s.w_im, k, g);
    }
  }
  carry = r;
}

/// -conj(w) y^2.
HWY_INLINE Pair adjoint_of_inverse(const Pair& w, const Pair& y) {
  const Pair square = times(y, y);
  return {hn::Neg(hn::MulAdd(w.re, square.re, hn::Mul(w.im, square.im))),
          hn::NegMulAdd(w.re, square.im, hn::Mul(w.im, square.re))};
}

/// What the sweeps of the gradient carry from the right.
struct RightCarry {
  Carry r, left;
};

/// From the right: 1 / R, the adjoints of G, and with them those of L, of elements [from, to).
template <bool kConstant, bool kCausal, bool kCouplings>
HWY_NOINLINE void sweep_adjoints_right(const Slabs& s, int64_t from, int64_t to,
                                       RightCarry& carry) {
  const Floats d;
  Carry r = carry.r, left = carry.left;
  if constexpr (!kCausal) slab_store(d, r, s.r_re, s.r_im, to);
  slab_store(d, left, s.left_re, s.left_im, to);
  for (int64_t k = to; k-- > from;) {
#pragma GCC unroll 2
    for (int g = 0; g < kSlabVectors; g++) {
      const Pair l = slab_load(d, s.l_re, s.l_im, k + 1, g);
      Pair y = l;
      if constexpr (!kCausal) {
        const Pair x = step_right<kConstant>(d, s, k, g, r.of[g]);
        y = both_sides<kConstant>(d, s, k, g, x);
        slab_store(d, r.of[g], s.r_re, s.r_im, k, g);
      }
      const Pair own = adjoint_of_inverse(slab_load(d, s.w_re, s.w_im, k, g), y);
      slab_store(d, own, s.w_re, s.w_im, k, g);
      const FloatVector p = product<kConstant>(d, s, k + 1, g);
      const Pair through = times(left.of[g], times(l, l));
      left.of[g] = {hn::MulAdd(p, through.re, own.re), hn::MulAdd(p, through.im, own.im)};
      hn::Store(left.of[g].re, d, s.left_re + slab_at(k, g));
      if constexpr (kCouplings) hn::Store(left.of[g].im, d, s.left_im + slab_at(k, g));
    }
  }
  carry = {r, left};
}

/// From the left: the adjoints of R, and with them those of d, which replace the real parts of
/// those of L. Where `kCouplings`, those of the products after elements replace the imaginary parts
/// of the inverses of L.
template <bool kConstant, bool kCausal, bool kCouplings>
HWY_NOINLINE void sweep_adjoints_left(const Slabs& s, int64_t from, int64_t to, Carry& carry) {
  const Floats d;
  Carry right = carry;
  for (int64_t k = from; k < to; k++) {
#pragma GCC unroll 2
    for (int g = 0; g < kSlabVectors; g++) {
      Pair passed{hn::Zero(d), hn::Zero(d)};
      if constexpr (!kCausal) {
        const Pair r = slab_load(d, s.r_re, s.r_im, k, g);
        const Pair through = times(right.of[g], times(r, r));
        const FloatVector p = product<kConstant>(d, s, k, g);
        passed = {hn::Mul(p, through.re), hn::Mul(p, through.im)};
        const Pair own = slab_load(d, s.w_re, s.w_im, k, g);
        right.of[g] = {hn::Add(own.re, passed.re), hn::Add(own.im, passed.im)};
        const FloatVector left = slab_load(d, s.left_re, k, g);
        hn::Store(hn::Add(left, passed.re), d, s.left_re + slab_at(k, g));
      }
      if constexpr (kCouplings) {
        const Pair l = slab_load(d, s.l_re, s.l_im, k + 1, g);
        const Pair left = slab_load(d, s.left_re, s.left_im, k + 1, g);
        FloatVector change = times(left, l).re;
        if constexpr (!kCausal) {
          const Pair next = slab_load(d, s.r_re, s.r_im, k + 1, g);
          change = hn::Add(change, times(right.of[g], next).re);
        }
        hn::Store(hn::Neg(change), d, s.l_im + slab_at(k, g));
      }
    }
  }
  carry = right;
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
