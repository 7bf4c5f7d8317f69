// SPDX-License-Identifier: Apache-2.0
#include "kernel/softmax.h"

#include <limits>

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

struct Shape {
  size_t rows, length;
};
constexpr Shape kShapes[] = {{1, 1}, {3, 5}, {70, 37}, {129, 100}, {65, 384}};

class SoftmaxOf : public EachType {};

TEST_P(SoftmaxOf, EqualsTheFormulaInDouble) {
  for (const auto [rows, length] : kShapes) {
    const Tensor x(GetParam(), random_values(rows * length, 1, 4));
    const auto results = same_for_teams(
        [&, rows = static_cast<int64_t>(rows), length = static_cast<int64_t>(length)](Team& team) {
          Tensor y = x;  // in place
          softmax(team, {GetParam(), rows, length}, y.data(), y.data());
          return Results{y.values()};
        });
    Values expected = x.values();
    for (size_t start = 0; start < expected.size(); start += length) {
      double sum = 0;
      for (size_t i = start; i < start + length; i++) sum += expected[i] = std::exp(expected[i]);
      for (size_t i = start; i < start + length; i++) expected[i] /= sum;
    }
    expect_close(results[0], expected, 1e-6, GetParam());
  }
}

TEST_P(SoftmaxOf, Gradient) {
  for (const auto [rows, length] : kShapes) {
    const Tensor y(GetParam(), random_values(rows * length, 2, 0.1, 0.1));
    const Tensor dy(GetParam(), random_values(rows * length, 3));
    const auto results = same_for_teams([&, rows = static_cast<int64_t>(rows),
                                         length = static_cast<int64_t>(length)](Team& team) {
      Tensor from = y, change = dy;  // in place
      softmax_gradient(team, {GetParam(), rows, length}, change.data(), from.data(), change.data());
      return Results{change.values()};
    });
    const Values shares = y.values();
    Values expected = dy.values();
    for (size_t start = 0; start < expected.size(); start += length) {
      double sum = 0;
      for (size_t i = start; i < start + length; i++) sum += expected[i] * shares[i];
      for (size_t i = start; i < start + length; i++) expected[i] = shares[i] * (expected[i] - sum);
    }
    expect_close(results[0], expected, 1e-6, GetParam());
  }
}

TUTTI_TEST_EACH_TYPE(SoftmaxOf);

TEST(Softmax, LargeAndMaskedLogits) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> x = {1e30f, -kInfinity, 1e30f, -1e30f, 0, 0, 0, 0, 0, 0, -kInfinity};
  Team team(1);
  softmax(team, {ir::ElementType::f32, 1, 11}, x.data(), x.data());
  EXPECT_EQ(x, (std::vector<float>{0.5f, 0, 0.5f, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Softmax, NanReachesTheWholeRow) {
  for (size_t place : {size_t{0}, size_t{7}, size_t{10}}) {
    std::vector<float> x(11, 1.0f);
    x[place] = NAN;
    Team team(1);
    softmax(team, {ir::ElementType::f32, 1, 11}, x.data(), x.data());
    for (const float value : x) EXPECT_TRUE(std::isnan(value));
  }
}

}  // namespace
}  // namespace tutti::kernel::test
