// SPDX-License-Identifier: Apache-2.0
#include "blocks/blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "format/safetensors.h"
#include "support/data.h"

namespace tutti::blocks {
namespace {

class Blocks : public testing::TestWithParam<size_t> {
 protected:
  template <typename T>
  std::vector<T> golden(const std::string& what) const {
    const format::TensorInfo* info = file_.find(name() + what);
    if (!info) throw std::runtime_error("no tensor " + name() + what);
    std::vector<T> values(info->bytes() / sizeof(T));
    file_.read(*info, std::as_writable_bytes(std::span(values)));
    return values;
  }
  BlockType type() const { return static_cast<BlockType>(GetParam()); }
  std::string name() const { return std::string(format_of(type()).name); }

  const format::SafetensorsFile file_{test::golden_data("blocks.safetensors")};
};

TEST_P(Blocks, HaveTheValuesThatThePackageGgufFinds) {
  const auto bytes = golden<std::byte>(".bytes");
  const auto expected = golden<float>(".values");
  std::vector<float> found(expected.size());
  decode(type(), bytes, found);
  for (size_t i = 0; i < found.size(); i++)
    ASSERT_EQ(std::bit_cast<uint32_t>(found[i]), std::bit_cast<uint32_t>(expected[i]))
        << "value " << i << ": " << found[i] << ", expected " << expected[i];
  EXPECT_EQ(block_type_named(name()), type());
  // A block is not finite exactly where one of its values is not.
  const auto bad = std::find_if_not(expected.begin(), expected.end(),
                                    [](float value) { return std::isfinite(value); });
  const auto block = (bad - expected.begin()) / format_of(type()).values;
  EXPECT_EQ(first_not_finite(type(), bytes)
                .value_or(expected.size() / static_cast<size_t>(format_of(type()).values)),
            static_cast<size_t>(block));
}

TEST_P(Blocks, AreEncodedAsThePackageGgufDoes) {
  const auto block = static_cast<size_t>(format_of(type()).bytes);
  if (!encodes(type())) {
    EXPECT_EQ(file_.find(name() + ".from"), nullptr);
    return;
  }
  const auto values = golden<float>(".from");
  const auto expected = golden<std::byte>(".encoded");
  std::vector<std::byte> found(expected.size());
  for (size_t i = 0; i < values.size() / 32; i++) {
    const auto one = std::span(found).subspan(i * block, block);
    EXPECT_LT(encode_block(type(), std::span(values).subspan(i * 32, 32), one), 65504);
    EXPECT_EQ(std::memcmp(one.data(), expected.data() + i * block, block), 0) << "block " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Blocks, testing::Range<size_t>(0, kBlockTypes),
                         [](const auto& one) {
                           return std::string(format_of(static_cast<BlockType>(one.param)).name);
                         });

TEST(BlockTypes, AreNamed) {
  EXPECT_EQ(block_type_named("q9_k"), std::nullopt);
}

}  // namespace
}  // namespace tutti::blocks
