// SPDX-License-Identifier: Apache-2.0
#include "kernel/squared_norm.h"

#include <limits>

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

double norm_of(Team& team, const std::vector<FloatTensor>& tensors) {
  std::vector<std::byte> workspace(squared_norm_workspace_bytes(tensors));
  return squared_norm(team, tensors, workspace);
}

TEST(SquaredNorm, AddsAllTensors) {
  Tensor a = float_tensor(random_values(50001, 1, 1e-3));
  Tensor b = float_tensor(random_values(7, 2, 1e3));
  Tensor c = float_tensor(random_values(16384, 3));
  const auto results = same_for_teams([&](Team& team) {
    const double norm =
        norm_of(team, {{a.floats(), 50001}, {b.floats(), 7}, {nullptr, 0}, {c.floats(), 16384}});
    return Results{Values{norm}};
  });
  double expected = 0;
  for (const Tensor* tensor : {&a, &b, &c})
    for (const double value : tensor->values()) expected += value * value;
  EXPECT_NEAR(results[0][0] / expected, 1, 1e-12);
}

TEST(SquaredNorm, NothingIsZero) {
  Team team(1);
  EXPECT_EQ(norm_of(team, {}), 0);
}

TEST(SquaredNorm, LargestNumbersAreFinite) {
  std::vector<float> x(1000, std::numeric_limits<float>::max());
  Team team(1);
  EXPECT_TRUE(std::isfinite(norm_of(team, {{x.data(), 1000}})));
}

TEST(SquaredNorm, ReportsNanAndInfinity) {
  Team team(2);
  for (const float bad : {NAN, std::numeric_limits<float>::infinity()})
    for (const size_t place : {size_t{0}, size_t{20000}, size_t{40002}}) {
      std::vector<float> x(40003, 1.0f);
      x[place] = bad;
      EXPECT_FALSE(std::isfinite(norm_of(team, {{x.data(), 40003}})));
    }
}

TEST(SquaredNorm, RefusesASmallWorkspace) {
  Team team(1);
  std::vector<float> x(3);
  const std::vector<FloatTensor> tensors = {{x.data(), 3}};
  EXPECT_THROW(squared_norm(team, tensors, {}), InternalError);
}

}  // namespace
}  // namespace tutti::kernel::test
