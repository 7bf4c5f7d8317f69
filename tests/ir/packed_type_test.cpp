// SPDX-License-Identifier: Apache-2.0
#include "ir/packed_type.h"

#include <gtest/gtest.h>

namespace tutti::ir {
namespace {

TEST(PackedType, HasTheBytesOfItsRows) {
  const Type type = Type::tensor(ElementType::bf16, {6, 512});
  EXPECT_EQ(packed_type(type, blocks::BlockType::q4_k).str(), "tensor<6x288xui8>");
  EXPECT_EQ(packed_type(type, blocks::BlockType::q8_0).str(), "tensor<6x544xui8>");
  EXPECT_EQ(packed_type(type.with(Shape{6, kDynamic}), blocks::BlockType::q8_0).str(),
            "tensor<6x?xui8>");
}

}  // namespace
}  // namespace tutti::ir
