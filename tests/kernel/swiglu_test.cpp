// SPDX-License-Identifier: Apache-2.0
#include "kernel/swiglu.h"

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

using Swiglu = EachType;
TUTTI_TEST_EACH_TYPE(Swiglu);

TEST_P(Swiglu, EqualsTheFormulaInDouble) {
  // Less than a vector; more than a task; gates whose sigmoid is 0 or 1.
  for (const size_t count : {size_t{0}, size_t{5}, size_t{40003}}) {
    const auto size = static_cast<int64_t>(count);
    Tensor dy(GetParam(), random_values(count, 1)), gate(GetParam(), random_values(count, 2, 30)),
        up(GetParam(), random_values(count, 3));
    const Results found = same_for_teams([&](Team& team) {
      Tensor y(GetParam(), count), dgate(GetParam(), count), dup(GetParam(), count);
      swiglu(team, GetParam(), size, gate.data(), up.data(), y.data());
      swiglu_gradient(team, GetParam(), size,
                      {dy.data(), gate.data(), up.data(), dgate.data(), dup.data()});
      return Results{y.values(), dgate.values(), dup.values()};
    });
    Results expected(3);
    const Values c = dy.values(), g = gate.values(), u = up.values();
    for (size_t i = 0; i < count; i++) {
      const double s = 1 / (1 + std::exp(-g[i]));
      expected[0].push_back(g[i] * s * u[i]);
      expected[1].push_back(c[i] * u[i] * s * (1 + g[i] * (1 - s)));
      expected[2].push_back(c[i] * g[i] * s);
    }
    for (size_t i = 0; i < expected.size(); i++)
      expect_close(found[i], expected[i], 1e-5, GetParam());
  }
}

}  // namespace
}  // namespace tutti::kernel::test
