// SPDX-License-Identifier: Apache-2.0
#include "backend/group/view.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "op/catalogue.h"

namespace tutti {
namespace {

using backend::View;
using Strides = std::vector<int64_t>;

/// The view that the result of a module's last operation before the return is of its argument,
/// through all that are between; nothing where strides cannot express it.
std::optional<View> view_of(std::string_view text) {
  const ir::Module module = ir::parse_module(text, "test", op::catalogue());
  const ir::Block& body = module.get("main").body;
  std::optional<View> view = backend::dense_view(body.arguments[0]->type);
  for (const auto& op : body.operations)
    if (view && backend::is_alias(*op)) view = backend::alias_view(*op, 0, *view);
  return view;
}

TEST(View, ATransposeExchangesStrides) {
  const auto view = view_of(R"(
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
})");
  ASSERT_TRUE(view);
  EXPECT_EQ(view->strides, (Strides{1, 12, 4}));
  EXPECT_FALSE(view->dense);
  EXPECT_EQ(view->place.start, 0);
}

TEST(View, ASliceBeginsLaterAndStepsFurther) {
  const auto view = view_of(R"(
func.func @main(%x: tensor<8x10xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.slice %x [1:7:2, 2:6] : (tensor<8x10xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
})");
  ASSERT_TRUE(view);
  EXPECT_EQ(view->strides, (Strides{20, 1}));
  EXPECT_EQ(view->place.start, (1 * 10 + 2) * 4);  // bytes
  EXPECT_FALSE(view->dense);
}

TEST(View, ABroadcastAxisHasStrideZero) {
  const auto view = view_of(R"(
func.func @main(%x: tensor<3x1xf32>) -> tensor<2x3x5xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<3x1xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
})");
  ASSERT_TRUE(view);
  EXPECT_EQ(view->strides, (Strides{0, 1, 0}));
}

TEST(View, AReshapeOfAStridedViewIsAViewWhereAxesAreSplitOrJoined) {
  const auto split = view_of(R"(
func.func @main(%x: tensor<6x4xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
})");
  ASSERT_TRUE(split);
  EXPECT_EQ(split->strides, (Strides{1, 12, 4}));
  EXPECT_FALSE(view_of(R"(
func.func @main(%x: tensor<6x4xf32>) -> tensor<24xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x6xf32>) -> tensor<24xf32>
  return %1 : tensor<24xf32>
})"));
}

TEST(View, PartsOfComplexNumbersAreEveryOtherReal) {
  const auto view = view_of(R"(
func.func @main(%x: tensor<5xcomplex<f32>>) -> tensor<5xf32> {
  %0 = stablehlo.imag %x : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
})");
  ASSERT_TRUE(view);
  EXPECT_EQ(view->strides, Strides{2});
  EXPECT_EQ(view->place.start, 4);
}

TEST(View, OfNothingBeginsWhereThatDoes) {
  // The address of an argument without elements is null, and has no bytes after it.
  const auto part = view_of(R"(
func.func @main(%x: tensor<2x0xcomplex<f32>>) -> tensor<2x0xf32> {
  %0 = stablehlo.imag %x : (tensor<2x0xcomplex<f32>>) -> tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
})");
  ASSERT_TRUE(part);
  EXPECT_EQ(part->place.start, 0);
  const auto slice = view_of(R"(
func.func @main(%x: tensor<5x0xf32>) -> tensor<2x0xf32> {
  %0 = stablehlo.slice %x [3:5, 0:0] : (tensor<5x0xf32>) -> tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
})");
  ASSERT_TRUE(slice);
  EXPECT_EQ(slice->place.start, 0);
}

}  // namespace
}  // namespace tutti
