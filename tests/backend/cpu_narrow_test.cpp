// SPDX-License-Identifier: Apache-2.0
// Integers and floats of fewer bits than processors compute with.
#include "backend/cpu_operation.h"

namespace tutti {
namespace {

using test::expect_operation;
using test::OperationCase;
using test::program;

const std::vector<std::string> kNarrowFloats = {
    "f4E2M1FN",   "f6E2M3FN",      "f6E3M2FN", "f8E3M4",     "f8E4M3",   "f8E4M3FN",
    "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2",   "f8E5M2FNUZ", "f8E8M0FNU"};
const std::vector<std::string> kNarrowIntegers = {"i2", "i4", "ui2", "ui4"};

std::string tensor(const std::string& shape, const std::string& element) {
  return fmt::format("tensor<{}{}>", shape, element);
}

std::vector<std::string> narrow_types() {
  std::vector<std::string> all = kNarrowFloats;
  all.insert(all.end(), kNarrowIntegers.begin(), kNarrowIntegers.end());
  return all;
}

void expect_same_type(const std::string& op, size_t operands, const std::string& element,
                      const OperationCase& settings) {
  for (const std::string shape : {"", "7x", "9x515x"}) {
    const std::string type = tensor(shape, element);
    expect_operation(
        program(std::vector<std::string>(operands, type),
                fmt::format("stablehlo.{} {} : {}", op, operands == 1 ? "%0" : "%0, %1", type),
                type),
        settings);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(CpuNarrow, ArithmeticRoundsOnce) {
  for (const std::string& element : kNarrowFloats)
    for (bool specials : {false, true}) {
      const OperationCase settings{.specials = specials};
      for (const char* op : {"add", "divide", "maximum", "minimum", "multiply", "subtract"})
        expect_same_type(op, 2, element, settings);
      for (const char* op : {"abs", "ceil", "negate", "sqrt"})
        expect_same_type(op, 1, element, settings);
    }
}

TEST(CpuNarrow, IntegersWrap) {
  for (const std::string& element : kNarrowIntegers) {
    const OperationCase settings{.int_low = -8, .int_high = 15};
    for (const char* op :
         {"add", "and", "maximum", "minimum", "multiply", "or", "shift_left", "subtract", "xor"})
      expect_same_type(op, 2, element, settings);
    for (const char* op : {"negate", "not"}) expect_same_type(op, 1, element, settings);
    const bool is_signed = element[0] == 'i';
    if (is_signed) expect_same_type("abs", 1, element, settings);
    expect_same_type(is_signed ? "shift_right_arithmetic" : "shift_right_logical", 2, element,
                     settings);
  }
}

TEST(CpuNarrow, ConversionsAreAsInterpreted) {
  for (const std::string& narrow : narrow_types())
    for (const std::string other :
         {"i1", "i8", "i32", "ui16", "i64", "bf16", "f16", "f32", "f64", "i4", "ui2", "f8E5M2"})
      for (const bool to_narrow : {false, true})
        for (const bool specials : {false, true}) {
          const std::string from = to_narrow ? other : narrow, to = to_narrow ? narrow : other;
          expect_operation(
              program({tensor("3x515x", from)},
                      fmt::format("stablehlo.convert %0 : ({}) -> {}", tensor("3x515x", from),
                                  tensor("3x515x", to)),
                      tensor("3x515x", to)),
              {.low = -20, .high = 20, .int_low = -20, .int_high = 20, .specials = specials});
          if (testing::Test::HasFatalFailure()) return;
        }
}

TEST(CpuNarrow, ComparisonsAndSelections) {
  for (const std::string& element : narrow_types()) {
    const std::string type = tensor("4x130x", element), bits = tensor("4x130x", "i1");
    for (const char* direction : {"EQ", "NE", "LT", "GE"})
      expect_operation(program(
          {type, type},
          fmt::format("stablehlo.compare {}, %0, %1 : ({}, {}) -> {}", direction, type, type, bits),
          bits));
    expect_operation(program({bits, type, type},
                             fmt::format("stablehlo.select %0, %1, %2 : {}, {}", bits, type), type),
                     {.int_low = 0, .int_high = 1});
  }
}

TEST(CpuNarrow, ElementsMove) {
  for (const std::string& element : narrow_types()) {
    const std::string type = tensor("5x6x", element);
    const std::string both = tensor("5x12x", element), padded = tensor("7x8x", element);
    const std::string one = tensor("", element), rows = tensor("3x6x", element);
    expect_operation(program(
        {type, type},
        fmt::format("stablehlo.concatenate %0, %1, dim = 1 : ({0}, {0}) -> {1}", type, both),
        both));
    expect_operation(program({type, one},
                             fmt::format("stablehlo.pad %0, %1, low = [1, 2], high = [1, 0], "
                                         "interior = [0, 0] : ({}, {}) -> {}",
                                         type, one, padded),
                             padded));
    expect_operation(
        program({type}, fmt::format("stablehlo.reverse %0, dims = [1] : {}", type), type));
    expect_operation(
        program({type, "tensor<i32>", "tensor<i32>"},
                fmt::format("stablehlo.dynamic_slice %0, %1, %2, sizes = [3, 6] : ({}, "
                            "tensor<i32>, tensor<i32>) -> {}",
                            type, rows),
                rows));
    expect_operation(program({}, fmt::format("stablehlo.iota dim = 1 : {}", type), type));
  }
}

std::string reduction(const std::string& op, const std::string& shape, const std::string& result,
                      int axis, const std::string& element) {
  return program(
      {tensor(shape, element), tensor("", element)},
      fmt::format("stablehlo.reduce(%0 init: %1) applies stablehlo.{} across "
                  "dimensions = [{}] : ({}, {}) -> {}",
                  op, axis, tensor(shape, element), tensor("", element), tensor(result, element)),
      tensor(result, element));
}

TEST(CpuNarrow, Reductions) {
  for (const std::string& element : narrow_types())
    for (const char* op : {"maximum", "minimum"}) {
      expect_operation(reduction(op, "3x700x", "3x", 1, element));
      expect_operation(reduction(op, "70x33x", "33x", 0, element));
    }
  for (const std::string& element : kNarrowIntegers)
    for (const char* op : {"add", "multiply", "xor"}) {
      expect_operation(reduction(op, "3x700x", "3x", 1, element));
      expect_operation(reduction(op, "70x33x", "33x", 0, element));
    }
}

TEST(CpuNarrow, ProductsIntoWiderTypes) {
  for (const std::string& element : kNarrowIntegers)
    expect_operation(
        program({tensor("5x70x", element), tensor("70x9x", element)},
                fmt::format("stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : "
                            "({}, {}) -> tensor<5x9xi32>",
                            tensor("5x70x", element), tensor("70x9x", element)),
                "tensor<5x9xi32>"));
  for (const std::string element : {"f8E4M3FN", "f8E5M2"})
    expect_operation(
        program({tensor("5x70x", element), tensor("70x9x", element)},
                fmt::format("stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : "
                            "({}, {}) -> tensor<5x9xf32>",
                            tensor("5x70x", element), tensor("70x9x", element)),
                "tensor<5x9xf32>"),
        {.ulps = 1});
}

TEST(CpuNarrow, BytesAsTheirParts) {
  for (const std::string& element : {std::string("i4"), std::string("ui2")}) {
    const std::string parts = element == "i4" ? "7x2x" : "7x4x";
    expect_operation(program({"tensor<7xui8>"},
                             fmt::format("stablehlo.bitcast_convert %0 : (tensor<7xui8>) -> {}",
                                         tensor(parts, element)),
                             tensor(parts, element)),
                     {.int_low = 0, .int_high = 255});
    expect_operation(program({tensor(parts, element)},
                             fmt::format("stablehlo.bitcast_convert %0 : ({}) -> tensor<7xui8>",
                                         tensor(parts, element)),
                             "tensor<7xui8>"),
                     {.int_low = 0, .int_high = 15});
  }
}

TEST(CpuNarrow, SolutionsAreRoundedOnce) {
  expect_operation(
      program({"tensor<40x40xf8E4M3FN>", "tensor<40x1xf8E4M3FN>"},
              "\"stablehlo.triangular_solve\"(%0, %1) <{left_side = true, lower = true, "
              "unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : "
              "(tensor<40x40xf8E4M3FN>, tensor<40x1xf8E4M3FN>) -> tensor<40x1xf8E4M3FN>",
              "tensor<40x1xf8E4M3FN>"),
      {.low = 1, .high = 2});
}

}  // namespace
}  // namespace tutti
