// SPDX-License-Identifier: Apache-2.0
#include "kernel/dropout.h"

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

constexpr Words kKey = {0x12345678u, 0x9ABCDEF0u};

/// Rows whose samples and positions follow no pattern.
struct Rows {
  std::vector<int32_t> sample, position;
  explicit Rows(size_t count) {
    for (size_t i = 0; i < count; i++) {
      sample.push_back(static_cast<int32_t>(i * 7919 % 88524));
      position.push_back(static_cast<int32_t>(i * 31 % 512));
    }
  }
  Dropout mask(double rate) const { return {rate, kKey, sample.data(), position.data()}; }
};

TEST(Dropout, ThresholdAndScale) {
  EXPECT_EQ(dropout_threshold(0), 0u);
  EXPECT_EQ(dropout_threshold(0.1), 6554u);
  EXPECT_EQ(dropout_threshold(0.999999), 65535u);
  EXPECT_FLOAT_EQ(dropout_scale(0), 1);
  EXPECT_FLOAT_EQ(dropout_scale(32768), 2);
}

TEST(Dropout, ScalarDefinition) {
  // threefry2x32 of {0, 0} under key {0, 0} is {6b200159, 99ba4efe}, the published vector.
  const uint32_t bits[] = {0x0159, 0x6B20, 0x4EFE, 0x99BA};
  for (int channel = 0; channel < 4; channel++) {
    EXPECT_TRUE(dropout_keeps({0, 0}, 0, 0, channel, bits[channel]));
    EXPECT_FALSE(dropout_keeps({0, 0}, 0, 0, channel, bits[channel] + 1));
  }
}

TEST(Dropout, KeepsItsShare) {
  const size_t rows = 500, channels = 768;
  const Rows ids(rows);
  for (const double rate : {0.1, 0.5, 0.9}) {
    Tensor x = float_tensor(Values(rows * channels, 1.0)), y = x;
    Team team(2);
    dropout(team, {ir::ElementType::f32, rows, channels}, ids.mask(rate), x.data(), y.data());
    double kept = 0, sum = 0;
    for (const double value : y.values()) kept += value != 0, sum += value;
    const double count = rows * channels;
    const double deviation = std::sqrt(rate * (1 - rate) / count);
    EXPECT_NEAR(kept / count, 1 - rate, 4 * deviation + 1e-5);
    EXPECT_NEAR(sum / count, 1, 4 * deviation / (1 - rate) + 1e-5);
  }
}

TEST(Dropout, RefusesWhatItCannotDo) {
  Team team(1);
  float x = 0;
  EXPECT_THROW(dropout(team, {ir::ElementType::i32, 1, 1}, {}, &x, &x), InternalError);
  EXPECT_THROW(dropout(team, {ir::ElementType::f32, 1, 1}, {.rate = 1}, &x, &x), InternalError);
  EXPECT_THROW(dropout(team, {ir::ElementType::f32, 1, 1}, {.rate = 0.5}, &x, &x), InternalError);
  const Rows ids(1);
  EXPECT_THROW(dropout(team, {ir::ElementType::f32, 0, 262145}, ids.mask(0.5), &x, &x),
               InternalError);
}

class DropoutOf : public EachType {};

struct Shape {
  size_t rows, channels;
};
constexpr Shape kShapes[] = {{1, 1}, {3, 5}, {70, 37}, {129, 100}, {65, 384}};
constexpr double kRates[] = {0, 0.1, 0.5};

double multiplier(const Rows& ids, size_t row, size_t channel, double rate) {
  const auto threshold = static_cast<uint32_t>(std::lround(rate * 65536));
  const bool keeps = dropout_keeps(kKey, ids.sample[row], ids.position[row],
                                   static_cast<int32_t>(channel), threshold);
  return keeps ? 65536.0 / (65536.0 - threshold) : 0;
}

TEST_P(DropoutOf, EqualsTheScalarMask) {
  for (const auto [rows, channels] : kShapes) {
    const Rows ids(rows);
    const Tensor x(GetParam(), random_values(rows * channels, 1));
    for (const double rate : kRates) {
      const auto results = same_for_teams([&, rows = rows, channels = channels](Team& team) {
        Tensor from = x, y(GetParam(), rows * channels);
        dropout(team, {GetParam(), static_cast<int64_t>(rows), static_cast<int64_t>(channels)},
                ids.mask(rate), from.data(), y.data());
        return Results{y.values()};
      });
      Values expected = x.values();
      for (size_t i = 0; i < expected.size(); i++)
        expected[i] *= multiplier(ids, i / channels, i % channels, rate);
      expect_close(results[0], expected, 1e-7, GetParam());
    }
  }
}

TEST_P(DropoutOf, AddsBiasAndResidual) {
  for (const auto [rows, channels] : kShapes) {
    const Rows ids(rows);
    const Tensor x(GetParam(), random_values(rows * channels, 1));
    const Tensor residual(GetParam(), random_values(rows * channels, 2));
    const Tensor bias = float_tensor(random_values(channels, 3));
    for (const double rate : kRates) {
      const auto results = same_for_teams([&, rows = rows, channels = channels](Team& team) {
        Tensor from = x, y = residual, b = bias;  // in place of the residual
        bias_dropout_residual(
            team, {GetParam(), static_cast<int64_t>(rows), static_cast<int64_t>(channels)},
            ids.mask(rate), from.data(), b.floats(), y.data(), y.data());
        return Results{y.values()};
      });
      const Values x_values = x.values(), bias_values = bias.values();
      Values expected = residual.values();
      for (size_t i = 0; i < expected.size(); i++)
        expected[i] += multiplier(ids, i / channels, i % channels, rate) *
                       (x_values[i] + bias_values[i % channels]);
      expect_close(results[0], expected, 2e-7, GetParam());
    }
  }
}

TEST_P(DropoutOf, Gradient) {
  for (const auto [rows, channels] : kShapes) {
    const Rows ids(rows);
    const Tensor dy(GetParam(), random_values(rows * channels, 4));
    for (const double rate : kRates) {
      const auto results = same_for_teams([&, rows = static_cast<int64_t>(rows),
                                           channels = static_cast<int64_t>(channels)](Team& team) {
        Tensor dx = dy;  // in place
        std::vector<float> dbias(static_cast<size_t>(channels), NAN);
        std::vector<std::byte> workspace(
            bias_dropout_residual_gradient_workspace_bytes(rows, channels));
        bias_dropout_residual_gradient(team, {GetParam(), rows, channels}, ids.mask(rate),
                                       dx.data(), dx.data(), dbias.data(), workspace);
        return Results{dx.values(), Values(dbias.begin(), dbias.end())};
      });
      Values dx = dy.values(), dbias(channels);
      for (size_t i = 0; i < dx.size(); i++) {
        dx[i] *= multiplier(ids, i / channels, i % channels, rate);
        dbias[i % channels] += dx[i];
      }
      expect_close(results[0], dx, 1e-7, GetParam());
      expect_close(results[1], dbias, 2e-6);
    }
  }
}

TUTTI_TEST_EACH_TYPE(DropoutOf);

}  // namespace
}  // namespace tutti::kernel::test
