// SPDX-License-Identifier: Apache-2.0
#include <hwy/targets.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "backend/cpu_operation.h"
#include "kernel/elementwise.h"

namespace tutti {
namespace {

using test::expect_operation;
using test::kFloats;
using test::kIntegers;
using test::OperationCase;
using test::program;

const std::vector<std::string> kShapes = {"", "0x3x", "1x", "7x", "3x1x5x", "2x3x300x", "9x515x"};

/// An operation of `operands` operands of one type, over all shapes.
void expect_same_type(const std::string& op, size_t operands, const std::string& element,
                      const OperationCase& settings) {
  for (const std::string& shape : kShapes) {
    const std::string type = fmt::format("tensor<{}{}>", shape, element);
    std::string list;
    for (size_t i = 0; i < operands; i++) list += fmt::format("{}%{}", i ? ", " : "", i);
    expect_operation(program(std::vector<std::string>(operands, type),
                             fmt::format("stablehlo.{} {} : {}", op, list, type), type),
                     settings);
    if (testing::Test::HasFatalFailure()) return;
  }
}

struct FloatCase {
  const char* op;
  size_t operands;
  double ulps;  // of float32 and float64; narrow types round once more
};

TEST(CpuElementwise, FloatsAreAsInterpreted) {
  const FloatCase cases[] = {{"abs", 1, 0},
                             {"add", 2, 0},
                             {"atan2", 2, 1},
                             {"cbrt", 1, 1},
                             {"ceil", 1, 0},
                             {"cosine", 1, 1},
                             {"divide", 2, 0},
                             {"exponential", 1, 2},
                             {"exponential_minus_one", 1, 2},
                             {"floor", 1, 0},
                             {"log", 1, 2},
                             {"log_plus_one", 1, 1},
                             {"logistic", 1, 2},
                             {"maximum", 2, 0},
                             {"minimum", 2, 0},
                             {"multiply", 2, 0},
                             {"negate", 1, 0},
                             {"power", 2, 1},
                             {"remainder", 2, 0},
                             {"round_nearest_afz", 1, 0},
                             {"round_nearest_even", 1, 0},
                             {"rsqrt", 1, 1},
                             {"sign", 1, 0},
                             {"sine", 1, 1},
                             {"sqrt", 1, 0},
                             {"subtract", 2, 0},
                             {"tan", 1, 1},
                             {"tanh", 1, 3}};
  for (const FloatCase& c : cases)
    for (const std::string& element : kFloats)
      for (bool specials : {false, true}) {
        const bool narrow = element == "bf16" || element == "f16";
        expect_same_type(c.op, c.operands, element,
                         {.ulps = narrow ? 1 : c.ulps, .specials = specials});
      }
}

TEST(CpuElementwise, IntegersAreAsInterpreted) {
  const std::vector<std::string> unary = {"negate", "not", "popcnt", "count_leading_zeros"};
  const std::vector<std::string> signed_unary = {"abs", "sign"};
  const std::vector<std::string> binary = {"add",
                                           "and",
                                           "divide",
                                           "maximum",
                                           "minimum",
                                           "multiply",
                                           "or",
                                           "power",
                                           "remainder",
                                           "shift_left",
                                           "shift_right_arithmetic",
                                           "shift_right_logical",
                                           "subtract",
                                           "xor"};
  for (const std::string& element : kIntegers)
    for (bool specials : {false, true}) {
      const OperationCase settings{.int_low = -100, .int_high = 100, .specials = specials};
      for (const auto& op : unary) expect_same_type(op, 1, element, settings);
      for (const auto& op : binary) expect_same_type(op, 2, element, settings);
      if (element[0] == 'i')
        for (const auto& op : signed_unary) expect_same_type(op, 1, element, settings);
    }
}

TEST(CpuElementwise, BooleansAreAsInterpreted) {
  const OperationCase settings{.int_low = 0, .int_high = 1};
  for (const char* op : {"add", "and", "maximum", "minimum", "multiply", "or", "xor"})
    expect_same_type(op, 2, "i1", settings);
  expect_same_type("not", 1, "i1", settings);
}

TEST(CpuElementwise, ComparesEveryTypeAndDirection) {
  for (const std::string& element : test::all_types())
    for (const char* direction : {"EQ", "NE", "LT", "LE", "GT", "GE"})
      for (const char* shape : {"", "700x", "3x5x"})
        for (const char* kind : {"", ", TOTALORDER"}) {
          const bool is_float = element[0] == 'f' || element[0] == 'b';
          if (*kind && !is_float) continue;
          const std::string type = fmt::format("tensor<{}{}>", shape, element);
          const std::string result = fmt::format("tensor<{}i1>", shape);
          const bool logical = element == "i1";
          expect_operation(
              program({type, type},
                      fmt::format("stablehlo.compare {}, %0, %1{} : ({}, {}) -> {}", direction,
                                  kind, type, type, result),
                      result),
              {.int_low = logical ? 0 : -2, .int_high = logical ? 1 : 2, .specials = !logical});
        }
}

TEST(CpuElementwise, SelectsByElementAndByScalar) {
  for (const std::string& element : test::all_types())
    for (const char* predicate : {"", "9x70x"}) {
      const std::string type = fmt::format("tensor<9x70x{}>", element);
      const std::string choice = fmt::format("tensor<{}i1>", predicate);
      expect_operation(
          program({choice, type, type},
                  fmt::format("stablehlo.select %0, %1, %2 : {}, {}", choice, type), type),
          {.int_low = 0, .int_high = 1});
    }
}

TEST(CpuElementwise, ClampsBetweenElementsAndScalars) {
  for (const std::string& element : test::all_types())
    for (const char* low : {"", "9x70x"})
      for (const char* high : {"", "9x70x"}) {
        const std::string type = fmt::format("tensor<9x70x{}>", element);
        const std::string below = fmt::format("tensor<{}{}>", low, element);
        const std::string above = fmt::format("tensor<{}{}>", high, element);
        const bool logical = element == "i1";
        expect_operation(
            program({below, type, above},
                    fmt::format("stablehlo.clamp %0, %1, %2 : ({}, {}, {}) -> {}", below, type,
                                above, type),
                    type),
            {.int_low = logical ? 0 : -5, .int_high = logical ? 1 : 5, .specials = !logical});
      }
}

TEST(CpuElementwise, ConvertsBetweenAllTypes) {
  for (const std::string& from : test::all_types())
    for (const std::string& to : test::all_types())
      for (bool specials : {false, true}) {
        const std::string source = fmt::format("tensor<3x700x{}>", from);
        const std::string result = fmt::format("tensor<3x700x{}>", to);
        expect_operation(
            program({source}, fmt::format("stablehlo.convert %0 : ({}) -> {}", source, result),
                    result),
            {.low = -300,
             .high = 300,
             .int_low = from == "i1" ? 0 : -100000,
             .int_high = from == "i1" ? 1 : 100000,
             .specials = specials && from != "i1"});
      }
}

TEST(CpuElementwise, KnowsWhichFloatsAreFinite) {
  for (const std::string& element : kFloats) {
    const std::string type = fmt::format("tensor<600x{}>", element);
    expect_operation(
        program({type}, fmt::format("stablehlo.is_finite %0 : ({}) -> tensor<600xi1>", type),
                "tensor<600xi1>"),
        {.specials = true});
  }
}

TEST(CpuElementwise, OneOperandMayStandTwice) {
  expect_operation(program({"tensor<5x600xf32>"}, "stablehlo.multiply %0, %0 : tensor<5x600xf32>",
                           "tensor<5x600xf32>"));
}

TEST(CpuElementwise, EveryHalfAndBfloat16SurvivesWidening) {
  for (ir::ElementType type : {ir::ElementType::f16, ir::ElementType::bf16}) {
    std::vector<uint16_t> words(65536), back(65536);
    for (size_t i = 0; i < words.size(); i++) words[i] = static_cast<uint16_t>(i);
    std::vector<float> wide(words.size());
    kernel::widen(type, words.data(), 65536, wide.data());
    kernel::narrow(type, wide.data(), 65536, back.data());
    for (size_t i = 0; i < words.size(); i++) {
      const double expected = ir::float_from_bits(words[i], type);
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(wide[i])) << i;
        continue;
      }
      ASSERT_EQ(static_cast<double>(wide[i]), expected) << i;
      ASSERT_EQ(back[i], words[i]);
    }
  }
}

/// The largest error of a function of float32, in units in the last place, over many of them.
double worst_error(const char* op, double (*exact)(double), float low, float high) {
  const auto function = kernel::elementwise_function(op, ir::ElementType::f32);
  double worst = 0;
  std::vector<float> x(kernel::kBlock), y(kernel::kBlock);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<float> values(low, high);
  for (int block = 0; block < 2000; block++) {
    for (float& value : x) value = values(random);
    const void* operands[] = {x.data()};
    function(operands, y.data());
    for (size_t i = 0; i < x.size(); i++) {
      const double expected = exact(x[i]);
      const double unit =
          std::ldexp(1.0, std::max(-126, std::ilogb(static_cast<float>(expected))) - 23);
      worst = std::max(worst, std::fabs(static_cast<double>(y[i]) - expected) / unit);
    }
  }
  return worst;
}

TEST(CpuElementwise, TranscendentalFunctionsOfFloat32AreAccurate) {
  EXPECT_LT(worst_error("chlo.erf", std::erf, -5, 5), 7);
  // Where products are rounded before they are added, 1 - x P(x^2) loses two units more.
  const bool fuses = (hwy::SupportedTargets() & (HWY_AVX2 | HWY_AVX3)) != 0;
  EXPECT_LT(worst_error("chlo.erfc", std::erfc, -5, 1), fuses ? 9 : 11);
  EXPECT_LT(worst_error("chlo.erfc", std::erfc, 1, 9), 80);  // the exponent is a rounded square
  EXPECT_LT(worst_error("stablehlo.exponential", std::exp, -103, 88.7f), 1.5);
  EXPECT_LT(worst_error("stablehlo.exponential", std::exp, -120, -103), 1.5);
  EXPECT_LT(worst_error("stablehlo.exponential", std::exp, -1, 1), 1.5);
  EXPECT_LT(worst_error("stablehlo.exponential_minus_one", std::expm1, -20, 20), 2);
  EXPECT_LT(worst_error("stablehlo.exponential_minus_one", std::expm1, -0.6f, 0.6f), 2);
  EXPECT_LT(worst_error("stablehlo.log", std::log, 0, 10), 1.5);
  EXPECT_LT(worst_error("stablehlo.log", std::log, 0.9f, 1.1f), 1.5);
  EXPECT_LT(worst_error("stablehlo.log", std::log, 0, 1e-37f), 1.5);
  EXPECT_LT(worst_error("stablehlo.tanh", std::tanh, -12, 12), 3);
  EXPECT_LT(worst_error("stablehlo.tanh", std::tanh, -0.1f, 0.1f), 3);
  EXPECT_LT(worst_error(
                "stablehlo.logistic", [](double x) { return 1 / (1 + std::exp(-x)); }, -90, 20),
            2.5);
}

TEST(CpuElementwise, ExtremesOfRows) {
  const float infinity = std::numeric_limits<float>::infinity();
  const float some[] = {-0.0f, 0.0f, 1e-42f, -1e-42f, -2.5f, 7.0f, -infinity, infinity};
  const auto is_less = [](float x, float y) {
    return x < y || (x == y && std::signbit(x) && !std::signbit(y));
  };
  std::mt19937_64 random(5);
  for (const int64_t count : {1, 2, 15, 16, 17, 33, 128, 200})
    for (size_t kinds = 1; kinds <= std::size(some); kinds++) {
      std::vector<float> x(static_cast<size_t>(count));
      for (float& value : x) value = some[random() % kinds];
      const auto [least, most] = std::minmax_element(x.begin(), x.end(), is_less);
      const auto fold = [&](const char* op) {
        float result = 0;
        kernel::fold_function(op, ir::ElementType::f32)(x.data(), count, &result);
        return result;
      };
      EXPECT_EQ(std::bit_cast<uint32_t>(fold("stablehlo.minimum")),
                std::bit_cast<uint32_t>(*least));
      EXPECT_EQ(std::bit_cast<uint32_t>(fold("stablehlo.maximum")), std::bit_cast<uint32_t>(*most));
      for (const float sign : {1.0f, -1.0f}) {
        x[random() % x.size()] = std::copysign(std::numeric_limits<float>::quiet_NaN(), sign);
        EXPECT_TRUE(std::isnan(fold("stablehlo.minimum")) && std::isnan(fold("stablehlo.maximum")));
      }
    }
}

}  // namespace
}  // namespace tutti
