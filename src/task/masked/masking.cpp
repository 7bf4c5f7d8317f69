// SPDX-License-Identifier: Apache-2.0
#include "task/masked/masking.h"

namespace tutti::task::masked {
namespace {

/// SplitMix64 (Steele, Lea, Flood, doi:10.1145/2714064.2660195).
uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

class Random {
 public:
  explicit Random(uint64_t stream) : state_(stream) {}
  /// In [0, 1).
  double number() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  int32_t below(int32_t count) {
    return static_cast<int32_t>(next() % static_cast<uint64_t>(count));
  }

 private:
  uint64_t next() { return mixed(state_ += 0x9E3779B97F4A7C15U); }
  uint64_t state_;
};

}  // namespace

uint64_t stream_of(uint64_t seed, uint32_t epoch, int64_t feature) {
  return mixed(mixed(mixed(seed) + epoch) + static_cast<uint64_t>(feature));
}

MaskedTokens mask_tokens(std::span<const int32_t> ids, std::span<const TokenKind> kinds,
                         const MaskOptions& options, uint64_t stream) {
  constexpr double kMasked = 0.8, kRandom = 0.9;
  MaskedTokens result{{ids.begin(), ids.end()}, std::vector<uint8_t>(ids.size())};
  Random random(stream);
  bool is_picked = false;
  for (size_t i = 0; i < ids.size(); i++) {
    const bool is_new = !options.whole_words || kinds.data()[i] == TokenKind::begins_word;
    if (is_new) is_picked = random.number() < options.probability;
    if (kinds.data()[i] == TokenKind::special) {
      if (options.whole_words) is_picked = false;
      continue;
    }
    if (!is_picked) continue;
    result.counts[i] = 1;
    const double draw = options.whole_words ? 0 : random.number();
    if (draw < kMasked)
      result.ids[i] = options.mask;
    else if (draw < kRandom)
      result.ids[i] = random.below(options.vocabulary);
  }
  return result;
}

}  // namespace tutti::task::masked
