// SPDX-License-Identifier: Apache-2.0
#include "kernel/adamw.h"

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

TEST(Adamw, EqualsTheFormulaInDouble) {
  for (const size_t count : {size_t{1}, size_t{37}, size_t{50000}}) {
    const Values start = random_values(count, 1, 0.02);
    constexpr int kSteps = 3;
    const double rate = 1e-3, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0.01, clip = 0.7;
    const auto results = same_for_teams([&](Team& team) {
      Tensor p = float_tensor(start);
      std::vector<float> m(count), v(count);
      for (int t = 1; t <= kSteps; t++) {
        Tensor g = float_tensor(random_values(count, 10 + static_cast<unsigned>(t), 1e-3));
        const AdamwStep step = {
            rate, beta1, beta2, epsilon, decay, 1 - std::pow(beta1, t), 1 - std::pow(beta2, t),
            clip};
        adamw(team, step, g.floats(), p.floats(), m.data(), v.data(), static_cast<int64_t>(count));
      }
      return Results{p.values(), Values(m.begin(), m.end()), Values(v.begin(), v.end())};
    });
    Values p = float_tensor(start).values(), m(count), v(count);
    for (int t = 1; t <= kSteps; t++) {
      const Values g =
          float_tensor(random_values(count, 10 + static_cast<unsigned>(t), 1e-3)).values();
      for (size_t i = 0; i < count; i++) {
        m[i] = beta1 * m[i] + (1 - beta1) * clip * g[i];
        v[i] = beta2 * v[i] + (1 - beta2) * clip * clip * g[i] * g[i];
        const double m_fair = m[i] / (1 - std::pow(beta1, t));
        const double v_fair = v[i] / (1 - std::pow(beta2, t));
        p[i] -= rate * (m_fair / (std::sqrt(v_fair) + epsilon) + decay * p[i]);
      }
    }
    expect_close(results[0], p, 1e-6);
    expect_close(results[1], m, 1e-6);
    expect_close(results[2], v, 1e-6);
  }
}

TEST(Adamw, FirstStepIsTheRate) {
  Team team(1);
  std::vector<float> g(5, 1.0f), p(5, 1.0f), m(5), v(5);
  const AdamwStep step = {0.1, 0.9, 0.999, 0, 0, 0.1, 0.001, 1};
  adamw(team, step, g.data(), p.data(), m.data(), v.data(), 5);
  for (const float value : p) EXPECT_NEAR(value, 0.9f, 1e-5);
}

}  // namespace
}  // namespace tutti::kernel::test
