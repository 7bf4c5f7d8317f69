// SPDX-License-Identifier: Apache-2.0
// The random bits of dropout, a vector at a time. Compiled once per instruction set.

#if defined(TUTTI_KERNEL_DROPOUT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_DROPOUT_INL_H
#undef TUTTI_KERNEL_DROPOUT_INL_H
#else
#define TUTTI_KERNEL_DROPOUT_INL_H
#endif

#include <bit>

#include "base/random.h"
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

/// The tag and the vector of counters: as many lanes as Floats has.
using Counters = hn::RebindToUnsigned<Floats>;
using CounterVector = hn::Vec<Counters>;

/// The counters of one vector of threefry, which become its random words. Several such chains
/// advance together, because in a single one each operation waits for the one before it.
struct Chain {
  CounterVector x, y;
};

template <int kLeft>
HWY_INLINE void threefry_mix(Chain& chain) {
  chain.x = hn::Add(chain.x, chain.y);
  chain.y = hn::Xor(hn::RotateRight<32 - kLeft>(chain.y), chain.x);
}

/// Four rounds and the keys that follow them.
template <uint32_t kGroup, class... Chains>
HWY_INLINE void threefry_group(Counters d, const uint32_t (&keys)[3], Chains&... chains) {
  constexpr auto& kLeft = kThreefryRotations[kGroup % 2];
  (threefry_mix<kLeft[0]>(chains), ...);
  (threefry_mix<kLeft[1]>(chains), ...);
  (threefry_mix<kLeft[2]>(chains), ...);
  (threefry_mix<kLeft[3]>(chains), ...);
  const CounterVector x_key = hn::Set(d, keys[(kGroup + 1) % 3]);
  const CounterVector y_key = hn::Set(d, keys[(kGroup + 2) % 3] + kGroup + 1);
  ((chains.x = hn::Add(chains.x, x_key)), ...);
  ((chains.y = hn::Add(chains.y, y_key)), ...);
}

/// threefry2x32 of base/random.h in each lane of each chain.
template <class... Chains>
HWY_INLINE void threefry(Counters d, Words key, Chains&... chains) {
  const uint32_t keys[3] = {key[0], key[1], key[0] ^ key[1] ^ kThreefryParity};
  ((chains.x = hn::Add(chains.x, hn::Set(d, keys[0]))), ...);
  ((chains.y = hn::Add(chains.y, hn::Set(d, keys[1]))), ...);
  threefry_group<0>(d, keys, chains...);
  threefry_group<1>(d, keys, chains...);
  threefry_group<2>(d, keys, chains...);
  threefry_group<3>(d, keys, chains...);
  threefry_group<4>(d, keys, chains...);
}

/// Interleaves both words of each lane.
HWY_INLINE void store_bits(Counters d, const Chain& chain, uint16_t* bits) {
  static_assert(std::endian::native == std::endian::little,
                "a word's lower half is taken as the first in memory");
  auto* words = reinterpret_cast<uint32_t*>(bits);
#if HWY_TARGET == HWY_SCALAR
  hn::StoreU(chain.x, d, words);
  hn::StoreU(chain.y, d, words + 1);
#else
  hn::StoreInterleaved2(chain.x, chain.y, d, words);
#endif
}

/// Random bits, 16 an element, that one vector of counters gives: four times as many as lanes.
constexpr size_t kMaxRandomBits = 4 * hn::MaxLanes(Floats());

/// The random bits of the counters {x, y + i}, i < lanes, four elements each: bits[4 * i + e]
/// belongs to element e of counter i. Writes 4 * Lanes(d) <= kMaxRandomBits values.
HWY_INLINE void random_bits(Counters d, Words key, uint32_t x, uint32_t y, uint16_t* bits) {
  Chain chain = {hn::Set(d, x), hn::Iota(d, y)};
  threefry(d, key, chain);
  store_bits(d, chain, bits);
}

/// The same for i < 2 * lanes, in less than twice the time. Writes 8 * Lanes(d) values.
HWY_INLINE void random_bits_pair(Counters d, Words key, uint32_t x, uint32_t y, uint16_t* bits) {
  const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
  Chain first = {hn::Set(d, x), hn::Iota(d, y)};
  Chain second = {hn::Set(d, x), hn::Iota(d, y + lanes)};
  threefry(d, key, first, second);
  store_bits(d, first, bits);
  store_bits(d, second, bits + 4 * lanes);
}

/// A mask of Floats: which elements are kept, from their random bits.
HWY_INLINE hn::Mask<Floats> keep_mask(Floats d, const uint16_t* bits, uint32_t threshold) {
  const hn::RebindToSigned<Floats> d32;
  const hn::Rebind<uint16_t, Floats> d16;
  const auto wide = hn::PromoteTo(d32, hn::LoadU(d16, bits));
  // wide > threshold - 1 is wide >= threshold in one comparison.
  return hn::RebindMask(d, hn::Gt(wide, hn::Set(d32, static_cast<int32_t>(threshold) - 1)));
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
