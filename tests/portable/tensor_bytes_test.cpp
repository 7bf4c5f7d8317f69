// SPDX-License-Identifier: Apache-2.0
#include "portable/tensor_bytes.h"

#include <gtest/gtest.h>

namespace tutti::portable {
namespace {

using ir::ElementType;

std::vector<int64_t> values_of(std::string_view bytes, ElementType element, int64_t count) {
  std::string problem;
  const auto tensor = tensor_of_bytes(bytes, ir::Type::tensor(element, {count}), problem);
  if (!tensor) return {};
  std::vector<int64_t> values;
  for (int64_t i = 0; i < count; i++) values.push_back(tensor->int_at(i));
  return values;
}

using Values = std::vector<int64_t>;

TEST(TensorBytes, BooleansAreBits) {
  EXPECT_EQ(values_of("\x05", ElementType::i1, 3), (Values{1, 0, 1}));
  EXPECT_EQ(values_of("\xFF", ElementType::i1, 3), (Values{1, 1, 1}));
  EXPECT_EQ(values_of(std::string_view("\0", 1), ElementType::i1, 9), Values(9, 0));
  EXPECT_EQ(values_of("\xFF", ElementType::i1, 9), Values(9, 1));
  EXPECT_EQ(values_of("\x01", ElementType::i1, 1), Values{1});
  EXPECT_EQ(values_of("\xFE\x01", ElementType::i1, 9), (Values{0, 1, 1, 1, 1, 1, 1, 1, 1}));
  // The older form has a byte for each.
  EXPECT_EQ(values_of(std::string_view("\x01\0\x01", 3), ElementType::i1, 3), (Values{1, 0, 1}));
}

TEST(TensorBytes, NarrowIntegersAreBytes) {
  EXPECT_EQ(values_of("\x0F\x07", ElementType::i4, 2), (Values{-1, 7}));
  EXPECT_EQ(values_of("\x0F", ElementType::i4, 2), (Values{-1, -1}));
}

TEST(TensorBytes, OtherSizesAreRefused) {
  std::string problem;
  const ir::Type type = ir::Type::tensor(ElementType::i32, {3});
  EXPECT_EQ(tensor_of_bytes("12345678", type, problem), std::nullopt);
  EXPECT_EQ(problem,
            "a constant has 8 bytes, expected 12 for tensor<3xi32>, or 4 where all are equal");
  EXPECT_EQ(tensor_of_bytes("", ir::Type::tensor(ElementType::i32, {ir::kDynamic}), problem),
            std::nullopt);
}

TEST(TensorBytes, EqualElementsAreWrittenOnce) {
  const ir::Type type = ir::Type::tensor(ElementType::i16, {3});
  EXPECT_EQ(bytes_of_tensor(ir::Tensor::of_ints(type, {258, 258, 258})), "\x02\x01");
  EXPECT_EQ(bytes_of_tensor(ir::Tensor::of_ints(type, {1, 1, 2})), std::string("\1\0\1\0\2\0", 6));
  const ir::Type flags = ir::Type::tensor(ElementType::i1, {9});
  EXPECT_EQ(bytes_of_tensor(ir::Tensor::of_ints(flags, Values(9, 1))), "\xFF");
  EXPECT_EQ(bytes_of_tensor(ir::Tensor::of_ints(flags, {0, 1, 0, 0, 0, 0, 0, 0, 1})), "\x02\x01");
  EXPECT_EQ(bytes_of_tensor(ir::Tensor::splat(ir::Type::tensor(ElementType::f32, {0}), 1)), "");
}

}  // namespace
}  // namespace tutti::portable
