// SPDX-License-Identifier: Apache-2.0
#include "kernel/embedding.h"

#include "base/rounding.h"
#include "kernel/row_blocks.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/embedding.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

template <class From, class To>
void copy_elements(const From* from, To* to, int64_t count) {
  const Floats d;
  each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    store(d, load(d, from + i, extent), to + i, extent);
  });
}

/// to[0, count) = from[start, start + count)
void copy_row(ir::ElementType from_type, const void* from, int64_t start, ir::ElementType to_type,
              void* to, int64_t to_start, int64_t count) {
  const bool from_float = from_type == ir::ElementType::f32;
  const bool to_float = to_type == ir::ElementType::f32;
  const auto* from_floats = static_cast<const float*>(from) + start;
  const auto* from_halves = static_cast<const Bfloat16*>(from) + start;
  auto* to_floats = static_cast<float*>(to) + to_start;
  auto* to_halves = static_cast<Bfloat16*>(to) + to_start;
  if (from_float && to_float) return copy_elements(from_floats, to_floats, count);
  if (from_float) return copy_elements(from_floats, to_halves, count);
  if (to_float) return copy_elements(from_halves, to_floats, count);
  copy_elements(from_halves, to_halves, count);
}

template <class Element>
void add_elements(const Element* from, float* to, int64_t count) {
  const Floats d;
  each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    add_to(d, to + i, load(d, from + i, extent), extent);
  });
}

/// to[0, count) += from[start, start + count)
void add_row(ir::ElementType type, const void* from, int64_t start, float* to, int64_t count) {
  if (type == ir::ElementType::f32)
    add_elements(static_cast<const float*>(from) + start, to, count);
  else
    add_elements(static_cast<const Bfloat16*>(from) + start, to, count);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(copy_row);
HWY_EXPORT(add_row);

namespace {

int64_t entry_of(const EmbeddingIds& ids, int64_t index) {
  return std::clamp<int64_t>(ids.ids[index], 0, ids.entries - 1);
}

}  // namespace

void embedding(Team& team, const EmbeddingIds& ids, ir::ElementType table_type, const void* table,
               ir::ElementType out_type, void* out) {
  check_activation_type(table_type);
  check_activation_type(out_type);
  check(ids.entries > 0, "an embedding's table has {} rows", ids.entries);
  each_row_block(team, ids.count, [&](int64_t first, int64_t last, int64_t) {
    const auto copy = HWY_DYNAMIC_DISPATCH(copy_row);
    for (int64_t row = first; row < last; row++)
      copy(table_type, table, entry_of(ids, row) * ids.channels, out_type, out, row * ids.channels,
           ids.channels);
  });
}

void embedding_gradient(Team& team, const EmbeddingIds& ids, ir::ElementType type, const void* dy,
                        float* dtable) {
  const int64_t entries = ids.entries, channels = ids.channels;
  check_activation_type(type);
  check(entries > 0, "an embedding's table has {} rows", entries);
  // A task owns a part of the table. Large tables are cut by rows, small ones by columns too.
  constexpr int64_t kEntryBlock = 1024;
  const int64_t column_block = entries > kEntryBlock ? channels : 64;
  const int64_t column_blocks = divide_up(channels, column_block);
  auto task = [&](int64_t index, int) {
    const int64_t first_entry = index / column_blocks * kEntryBlock;
    const int64_t last_entry = std::min(entries, first_entry + kEntryBlock);
    const int64_t column = index % column_blocks * column_block;
    const int64_t width = std::min(column_block, channels - column);
    for (int64_t entry = first_entry; entry < last_entry; entry++) {
      float* row = dtable + entry * channels + column;
      std::fill(row, row + width, 0.0f);
    }
    const auto add = HWY_DYNAMIC_DISPATCH(add_row);
    for (int64_t i = 0; i < ids.count; i++) {
      const int64_t entry = entry_of(ids, i);
      if (entry < first_entry || entry >= last_entry) continue;
      add(type, dy, i * channels + column, dtable + entry * channels + column, width);
    }
  };
  team.run(divide_up(entries, kEntryBlock) * column_blocks, task);
}

}  // namespace tutti::kernel
#endif
