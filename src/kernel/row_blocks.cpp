// SPDX-License-Identifier: Apache-2.0
#include "kernel/row_blocks.h"

#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/row_blocks.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

/// sums[column] = the sums over rows of x, whose rows are `stride` elements apart.
void sum_rows(const float* x, int64_t rows, int64_t columns, int64_t stride, float* sums) {
  const Floats d;
  std::fill(sums, sums + columns, 0.0f);
  for (int64_t row = 0; row < rows; row++) {
    const float* from = x + row * stride;
    each_vector(d, columns, [&](int64_t i, auto extent) HWY_ATTR {
      add_to(d, sums + i, load(d, from + i, extent), extent);
    });
  }
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(sum_rows);

size_t column_partials_bytes(int64_t rows, int64_t columns) {
  const int64_t floats = checked_multiply(row_blocks(rows), columns, "the sums of blocks of rows");
  return checked_multiply(static_cast<size_t>(floats), sizeof(float), "the sums of blocks of rows");
}

float* take_column_partials(std::span<std::byte>& workspace, int64_t rows, int64_t columns) {
  const size_t bytes = column_partials_bytes(rows, columns);
  check(workspace.size() >= bytes, "a workspace has {} bytes, expected at least {}",
        workspace.size(), bytes);
  auto* partials = reinterpret_cast<float*>(workspace.data());
  workspace = workspace.subspan(bytes);
  return partials;
}

void add_column_partials(Team& team, const float* partials, int64_t rows, int64_t columns,
                         float* sums) {
  constexpr int64_t kColumnBlock = 256;
  auto task = [&](int64_t block, int) {
    const int64_t first = block * kColumnBlock;
    const int64_t count = std::min(kColumnBlock, columns - first);
    HWY_DYNAMIC_DISPATCH(sum_rows)
    (partials + first, row_blocks(rows), count, columns, sums + first);
  };
  team.run(divide_up(columns, kColumnBlock), task);
}

}  // namespace tutti::kernel
#endif
