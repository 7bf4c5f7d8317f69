// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu_operation.h"

namespace tutti {
namespace {

using test::expect_operation;
using test::OperationCase;
using test::program;

struct ReduceShape {
  const char* operand;
  const char* axes;
  const char* result;
};

const std::vector<ReduceShape> kShapes = {
    {"", "", ""},
    {"7x", "0", ""},
    {"7x", "", "7x"},
    {"0x3x", "0", "3x"},
    {"0x3x", "1", "0x"},
    {"5x9x", "1", "5x"},
    {"5x9x", "0", "9x"},
    {"5x9x", "0, 1", ""},
    {"4x1x6x", "0, 2", "1x"},
    {"3x4x5x6x", "1, 3", "3x5x"},
    {"3x4x5x6x", "0, 2", "4x6x"},
    {"300x3x", "0", "3x"},   // parts of columns
    {"50x3x", "1", "50x"},   // many short rows
    {"2x1100x", "1", "2x"},  // blocks of a row
};
const std::vector<ReduceShape> kLongShapes = {
    {"300x600x", "0", "600x"}, {"300x600x", "1", "300x"}, {"2x20000x", "1", "2x"},
    {"90000x", "0", ""},       {"9000x3x", "0", "3x"},
};

std::string reduction(const std::string& op, const std::string& element, const ReduceShape& shape) {
  const std::string operand = fmt::format("tensor<{}{}>", shape.operand, element);
  const std::string result = fmt::format("tensor<{}{}>", shape.result, element);
  const std::string scalar = fmt::format("tensor<{}>", element);
  return program({operand, scalar},
                 fmt::format("stablehlo.reduce(%0 init: %1) applies stablehlo.{} across "
                             "dimensions = [{}] : ({}, {}) -> {}",
                             op, shape.axes, operand, scalar, result),
                 result);
}

/// Sums and products are of positive numbers, so that an error relative to them means something.
/// Of float64 the interpreter's own sums, one element after the other, are the less accurate.
OperationCase positive(const std::string& element) {
  const double ulps = element == "f64" ? 20000 : element == "f32" ? 200 : 1;
  return {.ulps = ulps, .low = 0.999, .high = 1.001};
}

TEST(CpuReduction, FloatsAreAsInterpreted) {
  for (const std::string& element : test::kFloats)
    for (const ReduceShape& shape : kShapes) {
      for (const char* op : {"add", "multiply"})
        expect_operation(reduction(op, element, shape), positive(element));
      for (const char* op : {"maximum", "minimum"})
        for (bool specials : {false, true})
          expect_operation(reduction(op, element, shape), {.specials = specials});
    }
}

TEST(CpuReduction, LongSumsAreAsInterpreted) {
  for (const char* element : {"bf16", "f32", "f64"})
    for (const ReduceShape& shape : kLongShapes)
      expect_operation(reduction("add", element, shape), positive(element));
}

TEST(CpuReduction, IntegersAreAsInterpreted) {
  for (const std::string& element : test::kIntegers)
    for (const ReduceShape& shape : kShapes)
      for (const char* op : {"add", "multiply", "maximum", "minimum", "and", "or", "xor"})
        expect_operation(reduction(op, element, shape), {.int_low = -9, .int_high = 100});
}

TEST(CpuReduction, BooleansAreAsInterpreted) {
  for (const ReduceShape& shape : kShapes)
    for (const char* op : {"add", "multiply", "maximum", "minimum", "and", "or", "xor"})
      expect_operation(reduction(op, "i1", shape), {.int_low = 0, .int_high = 1});
}

TEST(CpuReduction, LongSumsStayAccurate) {
  // Added one after the other in float32, the last million would be lost by a third.
  const std::string text = reduction("add", "f32", {"20000000x", "0", ""});
  const ir::Module module = ir::parse_module(text, "test", op::catalogue());
  const float tenth = 0.1f;
  std::vector<test::Stored> stored(2);
  stored[0].strides = {0};
  stored[0].bytes.resize(4);
  std::memcpy(stored[0].bytes.data(), &tenth, 4);
  stored[1].bytes.resize(4);
  const auto result = test::OperationRun(module, stored).run(2)[0];
  float sum;
  std::memcpy(&sum, result.data(), 4);
  EXPECT_NEAR(sum, 20000000 * static_cast<double>(tenth), 4);
}

}  // namespace
}  // namespace tutti
