// SPDX-License-Identifier: Apache-2.0
#include "kernel/lanes.h"

#include <algorithm>
#include <cstring>

#include "kernel/word.h"

namespace tutti::kernel {

void load_lanes(ir::ElementType type, const std::byte* data, const int64_t* offsets, int64_t count,
                void* lanes) {
  alignas(64) std::byte narrow_words[kBlock * 2];
  void* to = is_narrow(type) ? narrow_words : lanes;
  with_word(ir::byte_size(type), [&](auto word) {
    using Word = decltype(word);
    for (int64_t i = 0; i < count; i++)
      static_cast<Word*>(to)[i] = reinterpret_cast<const Word*>(data)[offsets[i]];
  });
  if (is_narrow(type)) widen(type, narrow_words, count, lanes);
}

void store_lanes(ir::ElementType type, const void* lanes, const int64_t* offsets, int64_t count,
                 std::byte* data) {
  alignas(64) std::byte narrow_words[kBlock * 2];
  const void* from = lanes;
  if (is_narrow(type)) {
    narrow(type, lanes, count, narrow_words);
    from = narrow_words;
  }
  with_word(ir::byte_size(type), [&](auto word) {
    using Word = decltype(word);
    for (int64_t i = 0; i < count; i++)
      reinterpret_cast<Word*>(data)[offsets[i]] = static_cast<const Word*>(from)[i];
  });
}

void store_lanes(ir::ElementType type, const void* lanes, int64_t count, std::byte* data) {
  if (is_narrow(type))
    narrow(type, lanes, count, data);
  else
    std::memcpy(data, lanes, static_cast<size_t>(count) * ir::byte_size(type));
}

void fill_lanes(ir::ElementType type, const std::byte* element, void* lanes) {
  with_word(static_cast<size_t>(compute_bytes(type)), [&](auto word) {
    using Word = decltype(word);
    const int64_t first = 0;
    load_lanes(type, element, &first, 1, lanes);
    std::fill_n(static_cast<Word*>(lanes) + 1, kBlock - 1, *static_cast<Word*>(lanes));
  });
}

void blend_lanes(ir::ElementType type, const uint8_t* mask, const void* from, void* to) {
  const void* operands[] = {mask, from, to};
  select_function(type)(operands, to);
}

void round_lanes(ir::ElementType type, void* lanes) {
  if (!is_narrow(type)) return;
  alignas(64) std::byte words[kBlock * 2];
  narrow(type, lanes, kBlock, words);
  widen(type, words, kBlock, lanes);
}

}  // namespace tutti::kernel
