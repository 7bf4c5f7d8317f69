// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu_operation.h"

namespace tutti {
namespace {

using test::expect_operation;

struct Case {
  const char *input, *kernel, *result, *numbers, *window;
  int features = 1, batches = 1;
};

const std::vector<Case> kCases = {
    {"2x6x5x3", "3x2x3x4", "2x4x4x4", "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", ""},
    {"2x3x6x5", "4x3x3x2", "2x4x4x4", "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", ""},
    // strides and padding, some of it negative
    {"2x6x5x3", "3x2x3x4", "2x3x4x4", "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
     "stride = [2, 1], pad = [[1, 1], [2, -2]]"},
    // what gradients have: dilated inputs, dilated and reversed kernels
    {"2x3x3x4", "3x3x2x4", "2x8x8x2", "[b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]",
     "pad = [[2, 3], [2, 3]], lhs_dilate = [2, 2], reverse = [true, true]"},
    {"2x8x8x2", "2x4x4x3", "3x3x2x3", "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]",
     "pad = [[0, 1], [0, 1]], rhs_dilate = [2, 2]"},
    {"1x7x2", "3x2x1", "1x10x1", "[b, 0, f]x[0, i, o]->[b, 0, f]",
     "pad = [[3, 2]], lhs_dilate = [2], rhs_dilate = [4], reverse = [true]"},
    // groups of features, one for each channel, and groups of images
    {"2x6x4", "3x2x6", "2x4x6", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", 2, 1},
    {"2x6x4", "3x1x8", "2x4x8", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", 4, 1},
    {"4x6x3", "2x3x6", "2x5x6", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", 1, 2},
    // no spatial axes, windows that see nothing but padding, nothing at all
    {"3x5", "5x4", "3x4", "[b, f]x[i, o]->[b, f]", ""},
    {"1x2x1", "1x1x1", "1x6x1", "[b, 0, f]x[0, i, o]->[b, 0, f]", "pad = [[2, 2]]"},
    {"1x0x2", "1x2x3", "1x2x3", "[b, 0, f]x[0, i, o]->[b, 0, f]", "pad = [[1, 1]]"},
    {"0x4x2", "1x2x3", "0x4x3", "[b, 0, f]x[0, i, o]->[b, 0, f]", ""},
};

std::string text_of(const Case& c, const std::string& element, const std::string& result) {
  return fmt::format(
      "func.func @main(%x: tensor<{0}x{3}>, %k: tensor<{1}x{3}>) -> tensor<{2}x{4}> {{\n"
      "  %r = stablehlo.convolution(%x, %k) dim_numbers = {5}, window = {{{6}}} "
      "{{batch_group_count = {8} : i64, feature_group_count = {7} : i64}}"
      " : (tensor<{0}x{3}>, tensor<{1}x{3}>) -> tensor<{2}x{4}>\n"
      "  return %r : tensor<{2}x{4}>\n}}",
      c.input, c.kernel, c.result, element, result, c.numbers, c.window, c.features, c.batches);
}

TEST(CpuConvolution, IsAsInterpreted) {
  for (const Case& c : kCases) {
    expect_operation(text_of(c, "f32", "f32"), {.absolute = 2e-5, .low = -1, .high = 1});
    expect_operation(text_of(c, "bf16", "f32"), {.absolute = 2e-5, .low = -1, .high = 1});
    expect_operation(text_of(c, "f64", "f64"), {.absolute = 1e-13, .low = -1, .high = 1});
    expect_operation(text_of(c, "i32", "i32"));
    expect_operation(text_of(c, "i8", "i8"));
  }
}

// More images than are multiplied at a time.
TEST(CpuConvolution, ManyImages) {
  const Case c = {"13x64x64x8", "5x5x8x6", "13x60x60x6", "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
                  ""};
  expect_operation(text_of(c, "f32", "f32"),
                   {.absolute = 1e-4, .low = -1, .high = 1, .all_layouts = false});
}

// A kernel's gradient adds more products than are multiplied at a time.
TEST(CpuConvolution, LongSums) {
  const Case c = {"2x42x42x5", "2x40x40x3", "3x3x5x3", "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]",
                  ""};
  expect_operation(text_of(c, "f32", "f32"),
                   {.absolute = 2e-4, .low = -1, .high = 1, .all_layouts = false});
}

}  // namespace
}  // namespace tutti
