// SPDX-License-Identifier: Apache-2.0
#include "kernel/dequantize.h"

#include <algorithm>

#include "base/rounding.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/dequantize.cpp"
#include "hwy/foreach_target.h"
//
#include "blocks/decode-inl.h"
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

using blocks::BlockType;

template <BlockType type, class Element>
void decode_blocks(const uint8_t* from, int64_t count, Element* out) {
  const auto bytes = blocks::format_of(type).bytes, values = blocks::format_of(type).values;
  const Floats d;
  alignas(64) float decoded[blocks::kMostBlockValues];
  for (int64_t at = 0; at < count; at += values, from += bytes) {
    blocks::decode_block<type>(from, decoded);
    each_vector(d, values, [&](int64_t i, auto extent) HWY_ATTR {
      store(d, load(d, decoded + i, extent), out + at + i, extent);
    });
  }
}

void decode_part(BlockType type, const uint8_t* from, int64_t count, ir::ElementType out_type,
                 void* out) {
  blocks::with_block_type(type, [&](auto constant) {
    if (out_type == ir::ElementType::f32)
      decode_blocks<constant>(from, count, static_cast<float*>(out));
    else
      decode_blocks<constant>(from, count, static_cast<Bfloat16*>(out));
  });
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(decode_part);

namespace {

constexpr int64_t kValuesOfTask = int64_t{1} << 14;

}  // namespace

void dequantize_part(blocks::BlockType type, const void* blocks, int64_t count,
                     ir::ElementType out_type, void* out) {
  check_activation_type(out_type);
  HWY_DYNAMIC_DISPATCH(decode_part)
  (type, static_cast<const uint8_t*>(blocks), count, out_type, out);
}

void dequantize(Team& team, blocks::BlockType type, const void* blocks, int64_t count,
                ir::ElementType out_type, void* out) {
  const blocks::BlockFormat& format = blocks::format_of(type);
  const auto size = static_cast<int64_t>(ir::byte_size(out_type));
  auto task = [&](int64_t number, int) {
    const int64_t first = number * kValuesOfTask;
    dequantize_part(type,
                    static_cast<const uint8_t*>(blocks) + first / format.values * format.bytes,
                    std::min(kValuesOfTask, count - first), out_type,
                    static_cast<std::byte*>(out) + first * size);
  };
  team.run(divide_up(count, kValuesOfTask), task);
}

}  // namespace tutti::kernel
#endif
