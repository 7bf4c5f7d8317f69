// SPDX-License-Identifier: Apache-2.0
// Moves strips of rows between tensors and slabs, in which the same element of all strips is side
// by side. Compiled once per instruction set.

#if defined(TUTTI_KERNEL_RESOLVENT_SLAB_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_RESOLVENT_SLAB_INL_H
#undef TUTTI_KERNEL_RESOLVENT_SLAB_INL_H
#else
#define TUTTI_KERNEL_RESOLVENT_SLAB_INL_H
#endif

#include "kernel/resolvent_plan.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

constexpr int64_t kSlabLanes = hn::MaxLanes(Floats());
constexpr int kSlabVectors = 2;
constexpr int64_t kSlabWidth = kSlabVectors * kSlabLanes;
static_assert(kResolventStrips % kSlabWidth == 0);

using Tile = FloatVector[kSlabLanes];

#if HWY_TARGET != HWY_SCALAR
/// Transposes 4 x 4 elements within each 128 bits of four vectors.
HWY_INLINE void transpose_blocks(Floats d, FloatVector* v) {
  const hn::Repartition<uint64_t, Floats> d64;
  const auto low01 = hn::BitCast(d64, hn::InterleaveLower(d, v[0], v[1]));
  const auto high01 = hn::BitCast(d64, hn::InterleaveUpper(d, v[0], v[1]));
  const auto low23 = hn::BitCast(d64, hn::InterleaveLower(d, v[2], v[3]));
  const auto high23 = hn::BitCast(d64, hn::InterleaveUpper(d, v[2], v[3]));
  v[0] = hn::BitCast(d, hn::InterleaveLower(d64, low01, low23));
  v[1] = hn::BitCast(d, hn::InterleaveUpper(d64, low01, low23));
  v[2] = hn::BitCast(d, hn::InterleaveLower(d64, high01, high23));
  v[3] = hn::BitCast(d, hn::InterleaveUpper(d64, high01, high23));
}
#endif

/// Transposes a square of lanes.
HWY_INLINE void transpose(Floats d, Tile& v) {
#if HWY_TARGET != HWY_SCALAR
#pragma GCC unroll 4
  for (int64_t q = 0; q < kSlabLanes; q += 4) transpose_blocks(d, v + q);
#endif
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET <= HWY_AVX3
#pragma GCC unroll 4
  for (int64_t k = 0; k < 4; k++) {
#if HWY_TARGET == HWY_AVX2
    const FloatVector low = v[k], high = v[4 + k];
    v[k] = hn::ConcatLowerLower(d, high, low);
    v[4 + k] = hn::ConcatUpperUpper(d, high, low);
#else
    const __m512 low01 = _mm512_shuffle_f32x4(v[k].raw, v[4 + k].raw, 0x88);
    const __m512 high01 = _mm512_shuffle_f32x4(v[k].raw, v[4 + k].raw, 0xDD);
    const __m512 low23 = _mm512_shuffle_f32x4(v[8 + k].raw, v[12 + k].raw, 0x88);
    const __m512 high23 = _mm512_shuffle_f32x4(v[8 + k].raw, v[12 + k].raw, 0xDD);
    v[k] = FloatVector{_mm512_shuffle_f32x4(low01, low23, 0x88)};
    v[4 + k] = FloatVector{_mm512_shuffle_f32x4(high01, high23, 0x88)};
    v[8 + k] = FloatVector{_mm512_shuffle_f32x4(low01, low23, 0xDD)};
    v[12 + k] = FloatVector{_mm512_shuffle_f32x4(high01, high23, 0xDD)};
#endif
  }
#elif HWY_TARGET != HWY_SCALAR
  static_assert(kSlabLanes == 4, "a square of so many lanes is not transposed");
#else
  (void)d;
  (void)v;
#endif
}

/// The diagonal, whose rows are `stride` elements apart, minus `shift`. Elements that a strip does
/// not have are so large that the inverses of their L and R are 0.
struct DiagonalSource {
  const float* data;
  int64_t stride;
  float shift;
  static constexpr float filler = 1e30f;

  HWY_INLINE FloatVector whole(Floats d, const ResolventStrip& s, int64_t at) const {
    return hn::Sub(hn::LoadU(d, data + s.row * stride + at), hn::Set(d, shift));
  }
  float one(const ResolventStrip& s, int64_t at) const { return data[s.row * stride + at] - shift; }
  static int64_t first(const ResolventStrip& s) { return s.first; }
  static int64_t last(const ResolventStrip& s) { return s.last; }
};

/// Cotangents: those of elements that are too far away to matter are 0.
struct CotangentSource {
  const float* data;
  int64_t stride;
  static constexpr float filler = 0;

  HWY_INLINE FloatVector whole(Floats d, const ResolventStrip& s, int64_t at) const {
    return hn::LoadU(d, data + s.row * stride + at);
  }
  float one(const ResolventStrip& s, int64_t at) const { return data[s.row * stride + at]; }
  static int64_t first(const ResolventStrip& s) { return s.near_first; }
  static int64_t last(const ResolventStrip& s) { return s.near_last; }
};

/// The products of b and c before each element, which has none before a row's first.
struct CouplingSource {
  const float *b, *c;
  int64_t stride;
  static constexpr float filler = 0;

  HWY_INLINE FloatVector whole(Floats d, const ResolventStrip& s, int64_t at) const {
    const int64_t from = s.row * stride + at - 1;
    const FloatVector p = hn::Mul(hn::LoadU(d, b + from), hn::LoadU(d, c + from));
    const FloatVector nan = hn::Set(d, std::numeric_limits<float>::quiet_NaN());
    return hn::IfThenElse(hn::Lt(p, hn::Zero(d)), nan, p);
  }
  float one(const ResolventStrip& s, int64_t at) const {
    const int64_t from = s.row * stride + at - 1;
    return resolvent_product(b[from], c[from]);
  }
  static int64_t first(const ResolventStrip& s) { return s.first + 1; }
  static int64_t last(const ResolventStrip& s) { return s.last; }
};

/// The part of a strip at the end of what it has.
template <class Source>
HWY_NOINLINE FloatVector load_part(Floats d, const Source& source, const ResolventStrip& s,
                                   int64_t at) {
  float buffer[kSlabLanes];
  for (int64_t k = 0; k < kSlabLanes; k++)
    buffer[k] = at + k >= source.first(s) && at + k < source.last(s) ? source.one(s, at + k)
                                                                     : source.filler;
  return hn::LoadU(d, buffer);
}

/// slab[k] = element begin + k of each strip, for k < count, rounded up to whole vectors.
template <class Source>
HWY_NOINLINE void load_slab(const ResolventStrip* strips, const Source& source, int64_t count,
                            float* slab) {
  const Floats d;
  for (int g = 0; g < kSlabVectors; g++) {
    const ResolventStrip* of_lane = strips + g * kSlabLanes;
    for (int64_t k = 0; k < count; k += kSlabLanes) {
      Tile tile;
#pragma GCC unroll 16
      for (int64_t lane = 0; lane < kSlabLanes; lane++) {
        const ResolventStrip& s = of_lane[lane];
        const int64_t at = s.begin + k;
        tile[lane] = HWY_LIKELY(at >= source.first(s) && at + kSlabLanes <= source.last(s))
                         ? source.whole(d, s, at)
                         : load_part(d, source, s, at);
      }
      transpose(d, tile);
#pragma GCC unroll 16
      for (int64_t i = 0; i < kSlabLanes; i++)
        hn::Store(tile[i], d, slab + (k + i) * kSlabWidth + g * kSlabLanes);
    }
  }
}

HWY_NOINLINE inline void store_part(Floats d, FloatVector value, const ResolventStrip& s,
                                    int64_t at, float* row) {
  float buffer[kSlabLanes];
  hn::StoreU(value, d, buffer);
  for (int64_t k = 0; k < kSlabLanes; k++)
    if (at + k >= s.from && at + k < s.to) row[at + k] = buffer[k];
}

/// Where a slab goes: rows of `limit` elements. `streams` where they will have left the caches
/// before they are read: lines are then not read before they are written.
struct SlabTarget {
  float* data;
  int64_t limit;
  bool streams;
};

HWY_INLINE void store_whole(Floats d, FloatVector value, float* to, bool streams) {
  if (streams && reinterpret_cast<uintptr_t>(to) % (kSlabLanes * sizeof(float)) == 0)
    hn::Stream(value, d, to);
  else
    hn::StoreU(value, d, to);
}

/// Writes the elements of each strip that it computes.
HWY_NOINLINE inline void store_slab(const ResolventStrip* strips, const float* slab, int64_t margin,
                                    int64_t count, const SlabTarget& target) {
  const Floats d;
  for (int g = 0; g < kSlabVectors; g++) {
    const ResolventStrip* of_lane = strips + g * kSlabLanes;
    for (int64_t k = margin; k < margin + count; k += kSlabLanes) {
      Tile tile;
#pragma GCC unroll 16
      for (int64_t i = 0; i < kSlabLanes; i++)
        tile[i] = hn::Load(d, slab + (k + i) * kSlabWidth + g * kSlabLanes);
      transpose(d, tile);
#pragma GCC unroll 16
      for (int64_t lane = 0; lane < kSlabLanes; lane++) {
        ResolventStrip s = of_lane[lane];
        const int64_t at = s.begin + k;
        s.to = std::min(s.to, target.limit);
        float* row = target.data + s.row * target.limit;
        if (HWY_LIKELY(at >= s.from && at + kSlabLanes <= s.to))
          store_whole(d, tile[lane], row + at, target.streams);
        else
          store_part(d, tile[lane], s, at, row);
      }
    }
  }
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
