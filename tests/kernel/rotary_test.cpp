// SPDX-License-Identifier: Apache-2.0
#include "kernel/rotary.h"

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

using RotaryTypes = EachType;
TUTTI_TEST_EACH_TYPE(RotaryTypes);

TEST_P(RotaryTypes, EqualsTheFormulaInDouble) {
  constexpr size_t kTokens = 130, kHeads = 3;
  for (const size_t dim : {size_t{2}, size_t{64}, size_t{70}})
    for (const bool inverse : {false, true}) {
      const size_t half = dim / 2;
      Tensor x(GetParam(), random_values(kTokens * kHeads * dim, 1)),
          cosine = float_tensor(random_values(kTokens * half, 2)),
          sine = float_tensor(random_values(kTokens * half, 3));
      const Results found = same_for_teams([&](Team& team) {
        Tensor y(GetParam(), kTokens * kHeads * dim);
        rotary(team, {.type = GetParam(),
                      .tokens = kTokens,
                      .heads = kHeads,
                      .dim = static_cast<int64_t>(dim),
                      .cosine = cosine.floats(),
                      .sine = sine.floats(),
                      .inverse = inverse,
                      .x = x.data(),
                      .y = y.data()});
        return Results{y.values()};
      });
      const Values from = x.values(), c = cosine.values(), s = sine.values();
      Values expected(from.size());
      for (size_t head = 0; head < kTokens * kHeads; head++)
        for (size_t i = 0; i < half; i++) {
          const size_t at = head * dim + i, turn = head / kHeads * half + i;
          const double sign = inverse ? -1 : 1;
          expected[at] = from[at] * c[turn] - from[at + half] * sign * s[turn];
          expected[at + half] = from[at + half] * c[turn] + from[at] * sign * s[turn];
        }
      expect_close(found[0], expected, 1e-6, GetParam());
    }
}

}  // namespace
}  // namespace tutti::kernel::test
