// SPDX-License-Identifier: Apache-2.0
#include "kernel/bias_activation.h"

#include <limits>
#include <type_traits>

#include "kernel/float_rows.h"
#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr Activation kAll[] = {Activation::gelu, Activation::gelu_tanh, Activation::relu};

double value_of(Activation activation, double x) {
  const double u = std::sqrt(2 / kPi) * (x + 0.044715 * x * x * x);
  switch (activation) {
    case Activation::gelu:
      return x / 2 * std::erfc(-x / std::sqrt(2.0));
    case Activation::gelu_tanh:
      return x / (1 + std::exp(-2 * u));  // (1 + tanh(u)) / 2, which would cancel
    case Activation::relu:
      return std::max(x, 0.0);
  }
  return NAN;
}

double slope_of(Activation activation, double x) {
  if (activation == Activation::relu) return x > 0;
  if (activation == Activation::gelu)
    return std::erfc(-x / std::sqrt(2.0)) / 2 + x * std::exp(-x * x / 2) / std::sqrt(2 * kPi);
  const double u = std::sqrt(2 / kPi) * (x + 0.044715 * x * x * x);
  const double inner = std::sqrt(2 / kPi) * (1 + 3 * 0.044715 * x * x);
  const double t = std::tanh(u);
  return (1 + t) / 2 + x / 2 * (1 - t * t) * inner;
}

struct Shape {
  size_t rows, channels;
};
constexpr Shape kShapes[] = {{5, 7}, {70, 37}, {129, 100}, {65, 384}};

class ActivationOf : public EachType {};

TEST_P(ActivationOf, EqualsTheFormulaInDouble) {
  for (const Activation activation : kAll)
    for (const auto [rows, channels] : kShapes) {
      const Tensor x(GetParam(), random_values(rows * channels, 1, 3));
      const Tensor dy(GetParam(), random_values(rows * channels, 2));
      const Tensor bias = float_tensor(random_values(channels, 3));
      const auto results = same_for_teams([&, rows = static_cast<int64_t>(rows),
                                           channels = static_cast<int64_t>(channels)](Team& team) {
        const ActivationShape shape{GetParam(), rows, channels};
        Tensor y = x, from = x, change = dy, b = bias;  // both in place
        std::vector<float> dbias(static_cast<size_t>(channels), NAN);
        bias_activation(team, activation, shape, y.data(), b.floats(), y.data());
        std::vector<std::byte> workspace(bias_activation_gradient_workspace_bytes(rows, channels));
        bias_activation_gradient(
            team, activation, shape,
            {change.data(), from.data(), b.floats(), change.data(), dbias.data()}, workspace);
        return Results{y.values(), change.values(), Values(dbias.begin(), dbias.end())};
      });
      Values y = x.values(), dx = dy.values(), dbias(channels);
      const Values b = bias.values();
      for (size_t i = 0; i < y.size(); i++) {
        const float sum = static_cast<float>(y[i]) + static_cast<float>(b[i % channels]);
        y[i] = value_of(activation, sum);
        dx[i] *= slope_of(activation, sum);
        dbias[i % channels] += dx[i];
      }
      expect_close(results[0], y, 2e-7, GetParam());
      expect_close(results[1], dx, 3e-7, GetParam());
      expect_close(results[2], dbias, 2e-6);
    }
}

TUTTI_TEST_EACH_TYPE(ActivationOf);

/// Values and slopes at x, one row of channels without a bias.
template <class Element>
struct Curve {
  Curve(Activation activation, const std::vector<Element>& x) : y(x.size()), dx(x.size()) {
    const auto type = std::is_same_v<Element, float> ? ir::ElementType::f32 : ir::ElementType::bf16;
    const auto count = static_cast<int64_t>(x.size());
    std::vector<Element> ones(x.size());
    store_rows(type, std::vector<float>(x.size(), 1).data(), count, 1, count, ones.data(), count);
    const std::vector<float> zeros(x.size());
    std::vector<float> dbias(x.size());
    Team team(2);
    std::vector<std::byte> workspace(bias_activation_gradient_workspace_bytes(1, count));
    const ActivationShape shape{type, 1, count};
    bias_activation(team, activation, shape, x.data(), zeros.data(), y.data());
    bias_activation_gradient(team, activation, shape,
                             {ones.data(), x.data(), zeros.data(), dx.data(), dbias.data()},
                             workspace);
  }
  std::vector<Element> y, dx;
};

/// Every float32 in [-10, 10] that is a multiple of 2^-14, against double, absolutely: 2e-7 of a
/// largest value of 1.
TEST(Activation, AccurateOverTheWholeRange) {
  std::vector<float> x(20 << 14);
  for (size_t i = 0; i < x.size(); i++) x[i] = -10 + static_cast<float>(i) / (1 << 14);
  for (const Activation activation : kAll) {
    const Curve<float> found(activation, x);
    double worst = 0, worst_slope = 0;
    for (size_t i = 0; i < x.size(); i++) {
      const double expected = value_of(activation, x[i]);
      worst = std::max(worst, std::abs(found.y[i] - expected) / std::max(1.0, std::abs(expected)));
      worst_slope = std::max(worst_slope, std::abs(found.dx[i] - slope_of(activation, x[i])));
    }
    EXPECT_LE(worst, 2e-7) << static_cast<int>(activation);
    EXPECT_LE(worst_slope, 3e-7) << static_cast<int>(activation);
    RecordProperty("worst_" + std::to_string(static_cast<int>(activation)), std::to_string(worst));
  }
}

/// Every bf16 number in [-9, 9]: the error of approximations is small compared with the rounding.
TEST(Activation, RoundsBfloatsAsDoubles) {
  std::vector<Bfloat16> x;
  for (uint32_t bits = 0; bits < 0x10000; bits++) {
    const Bfloat16 number{static_cast<uint16_t>(bits)};
    if (std::abs(to_float(number)) <= 9) x.push_back(number);
  }
  const auto units = [](Bfloat16 found, double expected) {
    const int exponent = std::max(std::ilogb(expected), -126);
    return std::abs(to_float(found) - expected) / std::ldexp(1.0, exponent - 7);
  };
  for (const Activation activation : kAll) {
    const Curve<Bfloat16> found(activation, x);
    double worst = 0, worst_slope = 0;
    for (size_t i = 0; i < x.size(); i++) {
      worst = std::max(worst, units(found.y[i], value_of(activation, to_float(x[i]))));
      const double slope = slope_of(activation, to_float(x[i]));
      if (std::abs(slope) > 0.01) worst_slope = std::max(worst_slope, units(found.dx[i], slope));
    }
    EXPECT_LE(worst, 0.51) << static_cast<int>(activation);
    EXPECT_LE(worst_slope, 0.52) << static_cast<int>(activation);
  }
}

TEST(Activation, ExtremeInputs) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> x = {1e30f, -1e30f, kInfinity, 100, -100};
  const std::vector<float> slopes = {1, 0, 1, 1, 0};
  for (const Activation activation : kAll) {
    const Curve<float> found(activation, x);
    EXPECT_EQ(found.y[0], 1e30f);
    EXPECT_EQ(found.y[2], kInfinity);
    EXPECT_EQ(found.y[3], 100);
    EXPECT_NEAR(found.y[4], 0, 1e-5);
    for (size_t i = 0; i < slopes.size(); i++)
      EXPECT_NEAR(found.dx[i], slopes[i], 1e-6) << "x = " << x[i];
  }
}

TEST(Activation, NanStaysNan) {
  for (const Activation activation : kAll) {
    const Curve<float> found(activation, std::vector<float>(9, NAN));
    for (const float value : found.y) EXPECT_TRUE(std::isnan(value));
    if (activation == Activation::relu) continue;  // its slope is 0 or 1
    for (const float value : found.dx) EXPECT_TRUE(std::isnan(value));
  }
}

}  // namespace
}  // namespace tutti::kernel::test
