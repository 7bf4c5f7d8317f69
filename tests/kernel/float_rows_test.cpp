// SPDX-License-Identifier: Apache-2.0
#include "kernel/float_rows.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "kernel/simd.h"

namespace tutti::kernel {
namespace {

using ir::ElementType;

// 37 columns: whole vectors and a remainder at any width.
constexpr int64_t kRows = 3, kColumns = 37, kFromRow = 40, kOutRow = 41;

TEST(FloatRows, CopiesOnlyTheBlock) {
  std::vector<float> from(kRows * kFromRow);
  for (size_t i = 0; i < from.size(); i++) from[i] = static_cast<float>(i);
  std::vector<float> out(kRows * kOutRow, -1);
  load_rows(ElementType::f32, from.data(), kFromRow, kRows, kColumns, out.data(), kOutRow);
  for (int64_t r = 0; r < kRows; r++)
    for (int64_t c = 0; c < kOutRow; c++)
      EXPECT_EQ(out[static_cast<size_t>(r * kOutRow + c)],
                c < kColumns ? static_cast<float>(r * kFromRow + c) : -1);
}

TEST(FloatRows, WidensBfloat16) {
  std::vector<uint16_t> from(kColumns, 0x3F80);  // 1
  from[5] = 0xC0A0;                              // -5
  from[36] = 0x7F80;                             // infinity
  std::vector<float> out(kColumns);
  load_rows(ElementType::bf16, from.data(), kColumns, 1, kColumns, out.data(), kColumns);
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[5], -5);
  EXPECT_EQ(out[36], std::numeric_limits<float>::infinity());
}

TEST(FloatRows, RoundsToNearestEven) {
  const float one = 1, step = 1.0f / 128;  // bf16 numbers near 1 are 1/128 apart
  const std::vector<std::pair<float, uint16_t>> cases = {
      {one, 0x3F80},
      {one + step / 2, 0x3F80},      // a tie, down to even
      {one + 3 * step / 2, 0x3F82},  // a tie, up to even
      {one + step / 2 + 0.0001f, 0x3F81},
      {-one - step, 0xBF81},
      {std::numeric_limits<float>::max(), 0x7F80},
      {-std::numeric_limits<float>::infinity(), 0xFF80},
      {0.0f, 0},
      {-0.0f, 0x8000}};
  for (const auto& [value, bits] : cases) {
    const std::vector<float> from(kColumns, value);
    std::vector<uint16_t> out(kColumns + 1, 0x1234);
    store_rows(ElementType::bf16, from.data(), kColumns, 1, kColumns, out.data(), kColumns);
    EXPECT_EQ(out[0], bits) << value;
    EXPECT_EQ(out[kColumns - 1], bits) << value;
    EXPECT_EQ(out[kColumns], 0x1234);
  }
}

// Denormal numbers and NaN as well, together with others in one vector.
TEST(FloatRows, RoundsVectorsAsSingleNumbers) {
  std::vector<float> from;
  for (uint32_t upper = 0; upper < 0x10000; upper++)
    for (const uint32_t lower : {0x0u, 0x1u, 0x7FFFu, 0x8000u, 0x8001u, 0xFFFFu})
      from.push_back(std::bit_cast<float>(upper << 16 | lower));
  const auto count = static_cast<int64_t>(from.size());
  for (const int64_t stride : {int64_t{1}, int64_t{7919}}) {
    std::vector<float> mixed(from.size());
    for (int64_t i = 0; i < count; i++)
      mixed[static_cast<size_t>(i)] = from[static_cast<size_t>(i * stride % count)];
    std::vector<uint16_t> out(from.size());
    store_rows(ElementType::bf16, mixed.data(), count, 1, count, out.data(), count);
    for (size_t i = 0; i < out.size(); i++)
      ASSERT_EQ(out[i], to_bfloat16(mixed[i]).bits) << std::bit_cast<uint32_t>(mixed[i]);
  }
}

TEST(FloatRows, NanStaysNan) {
  const auto awkward = std::bit_cast<float>(0x7F800001u);  // its upper half by itself is infinity
  const std::vector<float> from(kColumns, awkward);
  std::vector<uint16_t> half(kColumns);
  std::vector<float> back(kColumns);
  store_rows(ElementType::bf16, from.data(), kColumns, 1, kColumns, half.data(), kColumns);
  load_rows(ElementType::bf16, half.data(), kColumns, 1, kColumns, back.data(), kColumns);
  for (const float value : back) EXPECT_TRUE(std::isnan(value));
}

}  // namespace
}  // namespace tutti::kernel
