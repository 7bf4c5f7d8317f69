// SPDX-License-Identifier: Apache-2.0
#include "kernel/dequantize.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "kernel/simd.h"

namespace tutti::kernel {
namespace {

/// Blocks of random bytes whose scales are finite.
std::vector<std::byte> random_blocks(blocks::BlockType type, int64_t count) {
  const blocks::BlockFormat& format = blocks::format_of(type);
  std::mt19937 random(7);
  std::vector<std::byte> bytes(static_cast<size_t>(count * format.bytes));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  for (int64_t block = 0; block < count; block++) {
    const auto at = static_cast<size_t>(block * format.bytes);
    for (const int half : format.halves)
      if (half >= 0) bytes[at + static_cast<size_t>(half) + 1] &= std::byte{0x3F};
    if (type == blocks::BlockType::mxfp4) bytes[at] &= std::byte{0x7F};
  }
  return bytes;
}

class Dequantize : public testing::TestWithParam<size_t> {};

TEST_P(Dequantize, HasTheBitsOfDecodeForAnyThreads) {
  const auto type = static_cast<blocks::BlockType>(GetParam());
  const int64_t blocks = 3 * (int64_t{1} << 14) / blocks::format_of(type).values + 5;
  const std::vector<std::byte> bytes = random_blocks(type, blocks);
  const int64_t count = blocks * blocks::format_of(type).values;
  std::vector<float> expected(static_cast<size_t>(count));
  blocks::decode(type, bytes, expected);
  for (const int threads : {1, 3}) {
    Team team(threads);
    std::vector<float> found(expected.size());
    dequantize(team, type, bytes.data(), count, ir::ElementType::f32, found.data());
    EXPECT_EQ(std::memcmp(found.data(), expected.data(), found.size() * sizeof(float)), 0);
    std::vector<Bfloat16> narrow(expected.size());
    dequantize(team, type, bytes.data(), count, ir::ElementType::bf16, narrow.data());
    for (size_t i = 0; i < narrow.size(); i++)
      ASSERT_EQ(narrow[i].bits, to_bfloat16(expected[i]).bits) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Dequantize, testing::Range<size_t>(0, blocks::kBlockTypes),
                         [](const auto& one) {
                           const auto type = static_cast<blocks::BlockType>(one.param);
                           return std::string(blocks::format_of(type).name);
                         });

}  // namespace
}  // namespace tutti::kernel
