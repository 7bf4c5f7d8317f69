// SPDX-License-Identifier: Apache-2.0
#include "kernel/short_rows.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace tutti::kernel {
namespace {

template <typename Word>
void expect_rows(int64_t stride, int64_t length, int64_t row_stride) {
  constexpr int64_t kRows = 5, kStart = 200;
  std::vector<Word> source(1000);
  std::iota(source.begin(), source.end(), Word{1});
  constexpr Word kUntouched = 77;
  std::vector<Word> found(static_cast<size_t>(kRows * length) + 1, kUntouched), expected = found;
  for (int64_t row = 0; row < kRows; row++)
    for (int64_t i = 0; i < length; i++)
      expected[static_cast<size_t>(row * length + i)] =
          source[static_cast<size_t>(kStart + row * row_stride + i * stride)];
  copy_short_rows(sizeof(Word), reinterpret_cast<const std::byte*>(source.data() + kStart), stride,
                  length, row_stride, kRows, reinterpret_cast<std::byte*>(found.data()));
  EXPECT_EQ(found, expected) << sizeof(Word) << " bytes, stride " << stride << ", length " << length
                             << ", rows " << row_stride << " apart";
}

TEST(ShortRows, EveryElementArrivesAndNothingBeyond) {
  for (const int64_t stride : {-2, -1, 0, 1, 2, 3})
    for (int64_t length = 1; length <= 70; length++)
      for (const int64_t row_stride : {-3, 0, 1, 17}) {
        expect_rows<uint8_t>(stride, length, row_stride);
        expect_rows<uint16_t>(stride, length, row_stride);
        expect_rows<uint32_t>(stride, length, row_stride);
        expect_rows<uint64_t>(stride, length, row_stride);
      }
}

}  // namespace
}  // namespace tutti::kernel
