// SPDX-License-Identifier: Apache-2.0
// Computes the strips of a task, and whole rows where rows cannot be cut. Compiled once per
// instruction set.

#if defined(TUTTI_KERNEL_RESOLVENT_STRIPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_RESOLVENT_STRIPS_INL_H
#undef TUTTI_KERNEL_RESOLVENT_STRIPS_INL_H
#else
#define TUTTI_KERNEL_RESOLVENT_STRIPS_INL_H
#endif

#include <array>

#include "hwy/cache_control.h"
#include "kernel/resolvent_sweeps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

inline Slabs slabs_in(const ResolventJob& job, float* scratch) {
  const int64_t size = job.slab_elements * kSlabWidth;
  const auto slab = [&](int64_t i) { return scratch + i * size; };
  return {slab(0), slab(1), slab(2),        slab(3),
          slab(4), slab(5), slab(6),        slab(7),
          slab(8), slab(9), job.constant_p, static_cast<float>(job.shape.z_imaginary)};
}

/// Loads `count` elements of each strip.
inline void load_strips(const ResolventJob& job, const ResolventStrip* strips, int64_t count,
                        const Slabs& s) {
  const int64_t length = job.shape.length;
  load_slab(strips, DiagonalSource{job.matrix.a, length, static_cast<float>(job.shape.z_real)},
            count, s.d);
  if (!job.has_constant_p)
    load_slab(
        strips,
        CouplingSource{job.matrix.b, job.matrix.c, job.shape.shares_couplings ? 0 : length - 1},
        count + 1, s.p);
}

inline void load_cotangents(const ResolventJob& job, const ResolventStrip* strips, int64_t count,
                            const Slabs& s) {
  load_slab(strips, CotangentSource{job.gradient.w_real, job.shape.length}, count, s.w_re);
  load_slab(strips, CotangentSource{job.gradient.w_imaginary, job.shape.length}, count, s.w_im);
}

/// Writes what was computed of `count` elements from `margin` on.
inline void store_strips(const ResolventJob& job, const ResolventStrip* strips, int64_t margin,
                         int64_t count, const Slabs& s) {
  const int64_t length = job.shape.length;
  const auto write = [&](const float* slab, float* data, int64_t limit) {
    store_slab(strips, slab, margin, count, {data, limit, job.streams});
  };
  if (job.is_gradient()) {
    write(s.left_re, job.gradient.da, length);
    if (job.dp) write(s.l_im, job.dp, length - 1);
  } else {
    const bool causal = job.shape.is_causal;
    write(causal ? s.l_re + kSlabWidth : s.w_re, job.real, length);
    write(causal ? s.l_im + kSlabWidth : s.w_im, job.imaginary, length);
  }
  if (job.streams) hwy::FlushStream();
}

template <bool kConstant>
void adjoints_right(const ResolventJob& job, const Slabs& s, int64_t from, int64_t to,
                    RightCarry& carry) {
  const auto sweep = job.shape.is_causal ? job.dp ? sweep_adjoints_right<kConstant, true, true>
                                                  : sweep_adjoints_right<kConstant, true, false>
                     : job.dp ? sweep_adjoints_right<kConstant, false, true>
                                         : sweep_adjoints_right<kConstant, false, false>;
  sweep(s, from, to, carry);
}

template <bool kConstant>
void adjoints_left(const ResolventJob& job, const Slabs& s, int64_t from, int64_t to,
                   Carry& carry) {
  if (job.shape.is_causal) {
    if (job.dp) sweep_adjoints_left<kConstant, true, true>(s, from, to, carry);
  } else if (job.dp) {
    sweep_adjoints_left<kConstant, false, true>(s, from, to, carry);
  } else {
    sweep_adjoints_left<kConstant, false, false>(s, from, to, carry);
  }
}

/// `count` elements of each strip, with `margin` more on both sides.
template <bool kConstant>
void compute_strips(const ResolventJob& job, const ResolventStrip* strips, int64_t margin,
                    int64_t count, float* scratch) {
  const Floats d;
  const Slabs s = slabs_in(job, scratch);
  const int64_t all = count + 2 * margin, end = margin + count;
  load_strips(job, strips, all, s);
  Carry left = no_carry(d), right = no_carry(d);
  if (!job.is_gradient()) {
    sweep_left<kConstant>(s, 0, end, left);
    if (!job.shape.is_causal) {
      warm_right<kConstant>(s, end, all, right);
      sweep_right<kConstant>(s, margin, end, right);
    }
  } else {
    // The adjoints need a window in which what they read is already exact.
    const int64_t window = margin / 2;
    load_cotangents(job, strips, all, s);
    sweep_left<kConstant>(s, 0, end + window, left);
    if (!job.shape.is_causal) warm_right<kConstant>(s, end + window, all, right);
    RightCarry carry{right, no_carry(d)};
    adjoints_right<kConstant>(job, s, margin - window, end + window, carry);
    Carry adjoint = no_carry(d);
    adjoints_left<kConstant>(job, s, margin - window, end, adjoint);
  }
  store_strips(job, strips, margin, count, s);
}

/// Whole rows, chunk by chunk. What is carried over the borders of chunks is kept in `states`, so
/// that each recurrence can be taken up again from its side.
template <bool kConstant>
class RowSweep {
 public:
  RowSweep(const ResolventJob& job, const ResolventStrip* rows, float* scratch, float* states)
      : job_(job), slabs_(slabs_in(job, scratch)), states_(states) {
    std::copy(rows, rows + kSlabWidth, strips_.begin());
  }

  void compute() {
    if (!job_.shape.is_causal || job_.is_gradient()) keep_left();
    if (job_.is_gradient())
      compute_gradient();
    else
      compute_diagonal();
  }

 private:
  /// The elements of a chunk are loaded; returns how many there are.
  int64_t begin(int64_t chunk) {
    const int64_t from = chunk * kResolventChunk;
    const int64_t to = std::min(from + kResolventChunk, job_.shape.length);
    for (ResolventStrip& strip : strips_) {
      if (strip.first == strip.last) continue;
      strip.begin = strip.from = from;
      strip.to = to;
    }
    load_strips(job_, strips_.data(), to - from, slabs_);
    return to - from;
  }
  float* state(int64_t chunk, int64_t part) {
    return states_ + chunk * kResolventStateFloats + part * kSlabWidth;
  }
  void keep(const Carry& carry, int64_t chunk, int64_t part) {
    slab_store(Floats(), carry, state(chunk, part), state(chunk, part + 1), 0);
  }
  Carry kept(int64_t chunk, int64_t part) {
    return slab_carry(Floats(), state(chunk, part), state(chunk, part + 1), 0);
  }

  void keep_left() {
    Carry left = no_carry(Floats());
    for (int64_t chunk = 0; chunk < job_.chunks(); chunk++) {
      keep(left, chunk, 0);
      sweep_left<kConstant>(slabs_, 0, begin(chunk), left);
    }
  }

  void compute_diagonal() {
    Carry left = no_carry(Floats()), right = left;
    const int64_t chunks = job_.chunks();
    for (int64_t i = 0; i < chunks; i++) {
      const int64_t chunk = job_.shape.is_causal ? i : chunks - 1 - i;
      const int64_t count = begin(chunk);
      if (!job_.shape.is_causal) left = kept(chunk, 0);
      sweep_left<kConstant>(slabs_, 0, count, left);
      if (!job_.shape.is_causal) sweep_right<kConstant>(slabs_, 0, count, right);
      store_strips(job_, strips_.data(), 0, count, slabs_);
    }
  }

  /// The sweeps from the right of one chunk.
  int64_t adjoints_of(int64_t chunk, RightCarry& carry) {
    const int64_t count = begin(chunk);
    load_cotangents(job_, strips_.data(), count, slabs_);
    Carry left = kept(chunk, 0);
    sweep_left<kConstant>(slabs_, 0, count, left);
    adjoints_right<kConstant>(job_, slabs_, 0, count, carry);
    return count;
  }

  void compute_gradient() {
    RightCarry carry{no_carry(Floats()), no_carry(Floats())};
    Carry adjoint = no_carry(Floats());
    for (int64_t chunk = job_.chunks(); chunk-- > 0;) {
      keep(carry.r, chunk, 2);
      keep(carry.left, chunk, 4);
      const int64_t count = adjoints_of(chunk, carry);
      if (job_.shape.is_causal) finish(count, adjoint);
    }
    for (int64_t chunk = 0; chunk < job_.chunks() && !job_.shape.is_causal; chunk++) {
      carry = {kept(chunk, 2), kept(chunk, 4)};
      finish(adjoints_of(chunk, carry), adjoint);
    }
  }
  void finish(int64_t count, Carry& adjoint) {
    adjoints_left<kConstant>(job_, slabs_, 0, count, adjoint);
    store_strips(job_, strips_.data(), 0, count, slabs_);
  }

  const ResolventJob& job_;
  Slabs slabs_;
  float* states_;
  std::array<ResolventStrip, kSlabWidth> strips_;
};

/// One task: kResolventStrips strips, or as many whole rows where `states` are given.
inline void compute_task(const ResolventJob& job, const ResolventStrip* strips, int64_t margin,
                         int64_t count, float* scratch, float* states) {
  for (int64_t i = 0; i < kResolventStrips; i += kSlabWidth) {
    const ResolventStrip* first = strips + i;
    if (first->first == first->last) return;
    if (states && job.has_constant_p)
      RowSweep<true>(job, first, scratch, states).compute();
    else if (states)
      RowSweep<false>(job, first, scratch, states).compute();
    else if (job.has_constant_p)
      compute_strips<true>(job, first, margin, count, scratch);
    else
      compute_strips<false>(job, first, margin, count, scratch);
  }
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
