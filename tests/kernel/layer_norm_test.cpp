// SPDX-License-Identifier: Apache-2.0
#include "kernel/layer_norm.h"

#include "kernel/row_blocks.h"
#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

constexpr float kEpsilon = 1e-12f;

struct Case {
  size_t rows, channels;
  double mean;  // of the input
};
constexpr Case kCases[] = {{1, 1, 0}, {3, 5, 0}, {70, 37, 3}, {129, 100, -2}, {65, 384, 10}};

/// The formulas in double, one row after the other.
struct Reference {
  Values y, mean, rstd, dx, dgamma, dbeta;

  Reference(const Values& x, const Values& gamma, const Values& beta, const Values& dy)
      : y(x.size()), dx(x.size()), dgamma(gamma.size()), dbeta(gamma.size()) {
    for (size_t start = 0; start < x.size(); start += gamma.size())
      add_row(&x[start], gamma, beta, &dy[start], start);
  }

 private:
  void add_row(const double* x, const Values& gamma, const Values& beta, const double* dy,
               size_t start) {
    const size_t count = gamma.size();
    const auto n = static_cast<double>(count);
    double centre = 0, variance = 0, g_mean = 0, gh_mean = 0;
    for (size_t c = 0; c < count; c++) centre += x[c] / n;
    for (size_t c = 0; c < count; c++) variance += (x[c] - centre) * (x[c] - centre) / n;
    const double factor = 1 / std::sqrt(variance + kEpsilon);
    for (size_t c = 0; c < count; c++) {
      const double h = (x[c] - centre) * factor;
      y[start + c] = h * gamma[c] + beta[c];
      dgamma[c] += dy[c] * h;
      dbeta[c] += dy[c];
      g_mean += dy[c] * gamma[c] / n;
      gh_mean += dy[c] * gamma[c] * h / n;
    }
    for (size_t c = 0; c < count; c++)
      dx[start + c] = factor * (dy[c] * gamma[c] - g_mean - (x[c] - centre) * factor * gh_mean);
    mean.push_back(centre);
    rstd.push_back(factor);
  }
};

Values to_values(const std::vector<float>& floats) {
  return {floats.begin(), floats.end()};
}

class LayerNormOf : public EachType {};

TEST_P(LayerNormOf, EqualsTheFormulaInDouble) {
  for (const auto& shape : kCases) {
    const Tensor x(GetParam(), random_values(shape.rows * shape.channels, 1, 1, shape.mean));
    const Tensor dy(GetParam(), random_values(shape.rows * shape.channels, 2));
    const Tensor gamma = float_tensor(random_values(shape.channels, 3, 0.2, 1));
    const Tensor beta = float_tensor(random_values(shape.channels, 4));
    const auto rows = static_cast<int64_t>(shape.rows);
    const auto channels = static_cast<int64_t>(shape.channels);
    const auto results = same_for_teams([&](Team& team) {
      Tensor from = x, change = dy, g = gamma, b = beta, y(GetParam(), x.values().size());
      std::vector<float> mean(shape.rows), rstd(shape.rows);
      std::vector<float> dgamma(shape.channels, NAN), dbeta(shape.channels, NAN);
      const ActivationShape of_rows{GetParam(), rows, channels};
      layer_norm(
          team, of_rows,
          {from.data(), g.floats(), b.floats(), kEpsilon, y.data(), mean.data(), rstd.data()});
      std::vector<std::byte> workspace(layer_norm_gradient_workspace_bytes(rows, channels));
      layer_norm_gradient(team, of_rows,
                          {change.data(), from.data(), g.floats(), mean.data(), rstd.data(),
                           change.data(), dgamma.data(), dbeta.data()},
                          workspace);
      return Results{y.values(),      to_values(mean),   to_values(rstd),
                     change.values(), to_values(dgamma), to_values(dbeta)};
    });
    const Reference expected(x.values(), gamma.values(), beta.values(), dy.values());
    if (channels == 1) {  // the variance is 0: what is left is rounding
      expect_close(results[0], expected.y, 1e-7, GetParam());
      continue;
    }
    // A mean far from 0 costs digits: the input's own rounding is relative to it.
    const double tolerance = 1e-6 * (1 + std::abs(shape.mean));
    expect_close(results[0], expected.y, tolerance, GetParam());
    expect_close(results[1], expected.mean, 1e-6);
    expect_close(results[2], expected.rstd, 1e-6);
    expect_close(results[3], expected.dx, tolerance, GetParam());
    expect_close(results[4], expected.dgamma, tolerance);
    expect_close(results[5], expected.dbeta, 1e-6);
  }
}

TUTTI_TEST_EACH_TYPE(LayerNormOf);

TEST_P(LayerNormOf, RmsNormEqualsTheFormulaInDouble) {
  for (const auto& shape : kCases) {
    const Tensor x(GetParam(), random_values(shape.rows * shape.channels, 1, 1, shape.mean));
    const Tensor gamma = float_tensor(random_values(shape.channels, 3, 0.2, 1));
    const auto results = same_for_teams([&](Team& team) {
      Tensor from = x, g = gamma, y(GetParam(), x.values().size());
      std::vector<float> rstd(shape.rows);
      rms_norm(team,
               {GetParam(), static_cast<int64_t>(shape.rows), static_cast<int64_t>(shape.channels)},
               {from.data(), g.floats(), kEpsilon, y.data(), rstd.data()});
      return Results{y.values(), to_values(rstd)};
    });
    const Values from = x.values(), scales = gamma.values();
    Values y, rstd;
    for (size_t row = 0; row < shape.rows; row++) {
      const double* values = &from[row * shape.channels];
      double square = 0;
      for (size_t c = 0; c < shape.channels; c++)
        square += values[c] * values[c] / static_cast<double>(shape.channels);
      rstd.push_back(1 / std::sqrt(square + kEpsilon));
      for (size_t c = 0; c < shape.channels; c++) y.push_back(values[c] * rstd.back() * scales[c]);
    }
    expect_close(results[0], y, 1e-6, GetParam());
    expect_close(results[1], rstd, 1e-6);
  }
}

TEST_P(LayerNormOf, RmsNormGradientEqualsTheFormulaInDouble) {
  for (const auto& shape : kCases) {
    const size_t count = shape.rows * shape.channels;
    const Tensor x(GetParam(), random_values(count, 1, 1, shape.mean)),
        dy(GetParam(), random_values(count, 2));
    const Tensor gamma = float_tensor(random_values(shape.channels, 3, 0.2, 1));
    const Tensor rstd = float_tensor(Values(shape.rows, 0.75));
    const ActivationShape rows = {GetParam(), static_cast<int64_t>(shape.rows),
                                  static_cast<int64_t>(shape.channels)};
    const auto results = same_for_teams([&](Team& team) {
      Tensor from = x, change = dy, g = gamma, r = rstd, dx(GetParam(), count),
             alone(GetParam(), count);
      std::vector<float> dgamma(shape.channels, NAN);
      std::vector<std::byte> workspace(column_partials_bytes(rows.rows, rows.channels));
      RmsNormGradient tensors = {change.data(), from.data(), g.floats(),
                                 r.floats(),    dx.data(),   dgamma.data()};
      rms_norm_gradient(team, rows, tensors, workspace);
      tensors.dx = alone.data();
      tensors.dgamma = nullptr;
      rms_norm_gradient(team, rows, tensors, {});
      EXPECT_EQ(alone.values(), dx.values());
      return Results{dx.values(), to_values(dgamma)};
    });
    const Values from = x.values(), change = dy.values(), scales = gamma.values();
    Values dx, dgamma(shape.channels);
    for (size_t row = 0; row < shape.rows; row++) {
      const size_t start = row * shape.channels;
      double mean = 0;
      for (size_t c = 0; c < shape.channels; c++) {
        const double product = change[start + c] * from[start + c] * 0.75;
        mean += product * scales[c] / static_cast<double>(shape.channels);
        dgamma[c] += product;
      }
      for (size_t c = 0; c < shape.channels; c++)
        dx.push_back(0.75 * (change[start + c] * scales[c] - from[start + c] * 0.75 * mean));
    }
    expect_close(results[0], dx, 1e-5, GetParam());
    expect_close(results[1], dgamma, 1e-5);
  }
}

TEST(LayerNorm, ConstantRowIsBeta) {
  Team team(1);
  std::vector<float> x(20, 3.0f), gamma(20, 2.0f), beta(20, 0.25f), y(20);
  float mean = 0, rstd = 0;
  layer_norm(team, {ir::ElementType::f32, 1, 20},
             {x.data(), gamma.data(), beta.data(), 1e-12f, y.data(), &mean, &rstd});
  EXPECT_EQ(y, beta);
  EXPECT_FLOAT_EQ(mean, 3);
  EXPECT_FLOAT_EQ(rstd, 1e6f);
}

TEST(LayerNorm, SquaresTooLargeForFloat32) {
  Team team(1);
  const std::vector<float> x = {1e20f, 2e20f, 3e20f, 6e20f}, ones(4, 1), zeros(4);
  std::vector<float> y(4);
  float mean = 0, rstd = 0;
  layer_norm(team, {ir::ElementType::f32, 1, 4},
             {x.data(), ones.data(), zeros.data(), 1e-12f, y.data(), &mean, &rstd});
  for (size_t i = 0; i < 4; i++)  // the mean is 3e20, the variance 3.5e40
    EXPECT_NEAR(y[i], (x[i] / 1e20 - 3) / std::sqrt(3.5), 1e-6);
  rms_norm(team, {ir::ElementType::f32, 1, 4}, {x.data(), ones.data(), 1e-12f, y.data(), &rstd});
  for (size_t i = 0; i < 4; i++) EXPECT_NEAR(y[i], x[i] / 1e20 / std::sqrt(12.5), 1e-6);
}

TEST(LayerNorm, RefusesASmallWorkspace) {
  Team team(1);
  std::vector<float> buffer(8);
  std::vector<std::byte> workspace(layer_norm_gradient_workspace_bytes(1, 8) - 1);
  EXPECT_THROW(layer_norm_gradient(team, {ir::ElementType::f32, 1, 8},
                                   {buffer.data(), buffer.data(), buffer.data(), buffer.data(),
                                    buffer.data(), buffer.data(), buffer.data(), buffer.data()},
                                   workspace),
               InternalError);
}

}  // namespace
}  // namespace tutti::kernel::test
