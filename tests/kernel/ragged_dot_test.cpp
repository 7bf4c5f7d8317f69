// SPDX-License-Identifier: Apache-2.0
#include "kernel/ragged_dot.h"

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

std::vector<float> random_floats(int64_t count, unsigned seed) {
  const Values values = random_values(static_cast<size_t>(count), seed);
  return {values.begin(), values.end()};
}

Values widened(const std::vector<float>& floats) {
  return {floats.begin(), floats.end()};
}

/// The group of each row; -1 where it has none.
std::vector<int64_t> groups_of(const std::vector<int32_t>& sizes, int64_t rows) {
  std::vector<int64_t> groups;
  for (size_t g = 0; g < sizes.size(); g++)
    for (int32_t i = 0; i < sizes[g] && static_cast<int64_t>(groups.size()) < rows; i++)
      groups.push_back(static_cast<int64_t>(g));
  groups.resize(static_cast<size_t>(rows), -1);
  return groups;
}

struct RaggedCase {
  int64_t rows, k, n;
  std::vector<int32_t> sizes;
};
const RaggedCase kCases[] = {{1, 1, 1, {1}},
                             {7, 3, 5, {2, 0, 4}},
                             {300, 64, 128, {100, 37, 0, 163}},
                             {250, 128, 70, {0, 250, 0}},
                             {100, 40, 33, {90, 90}},
                             {10, 4, 4, {0, 0}}};

TEST(RaggedDot, MultipliesEachRowByTheMatrixOfItsGroup) {
  for (const RaggedCase& one : kCases) {
    const int64_t rows = one.rows, k = one.k, n = one.n;
    const std::vector<int32_t>& sizes = one.sizes;
    const auto groups = static_cast<int64_t>(sizes.size());
    const auto x = random_floats(rows * k, 1), weights = random_floats(groups * k * n, 2);
    const auto of_row = groups_of(sizes, rows);
    for (const bool transposed : {false, true}) {
      Values expected(static_cast<size_t>(rows * n));
      for (int64_t row = 0; row < rows; row++)
        for (int64_t j = 0; j < n; j++)
          for (int64_t i = 0; i < k && of_row[static_cast<size_t>(row)] >= 0; i++) {
            const int64_t g = of_row[static_cast<size_t>(row)];
            const int64_t at = g * k * n + (transposed ? j * k + i : i * n + j);
            expected[static_cast<size_t>(row * n + j)] +=
                double{x[static_cast<size_t>(row * k + i)]} * weights[static_cast<size_t>(at)];
          }
      const std::vector<int64_t> wide(sizes.begin(), sizes.end());
      for (const bool is_wide : {false, true}) {
        const GroupSizes given{is_wide ? static_cast<const void*>(wide.data()) : sizes.data(),
                               is_wide, groups};
        const Results found = same_for_teams([&](Team& team) {
          const GroupedProduct shape{rows, k, n, transposed};
          std::vector<std::byte> workspace(grouped_product_workspace_bytes(shape, groups));
          std::vector<float> result(static_cast<size_t>(rows * n), NAN);
          grouped_product(team, shape, given, x.data(), weights.data(), result.data(), workspace);
          return Results{widened(result)};
        });
        expect_close(found[0], expected, 2e-6);
      }
    }
  }
}

TEST(RaggedDot, SumsOverTheRowsOfEachGroup) {
  for (const RaggedCase& one : kCases) {
    const int64_t rows = one.rows, k = one.k, n = one.n;
    const std::vector<int32_t>& sizes = one.sizes;
    const auto groups = static_cast<int64_t>(sizes.size());
    const auto x = random_floats(rows * k, 3), y = random_floats(rows * n, 4);
    const auto of_row = groups_of(sizes, rows);
    Values expected(static_cast<size_t>(groups * k * n));
    for (int64_t row = 0; row < rows; row++)
      for (int64_t i = 0; i < k && of_row[static_cast<size_t>(row)] >= 0; i++)
        for (int64_t j = 0; j < n; j++)
          expected[static_cast<size_t>((of_row[static_cast<size_t>(row)] * k + i) * n + j)] +=
              double{x[static_cast<size_t>(row * k + i)]} * y[static_cast<size_t>(row * n + j)];
    const Results found = same_for_teams([&](Team& team) {
      std::vector<float> result(expected.size(), NAN);
      grouped_sums(team, rows, k, n, {sizes.data(), false, groups}, x.data(), y.data(),
                   result.data());
      return Results{widened(result)};
    });
    expect_close(found[0], expected, 5e-6);
  }
}

// A row has the same bits whichever rows are beside it.
TEST(RaggedDot, OfARowHasTheSameBitsInAnyGroup) {
  const auto x = random_floats(50 * 64, 5), weights = random_floats(64 * 96, 6);
  Team team(1);
  std::vector<float> all(50 * 96), one(96);
  const int32_t fifty = 50, single = 1;
  grouped_product(team, {50, 64, 96, false}, {&fifty, false, 1}, x.data(), weights.data(),
                  all.data(), {});
  for (const size_t row : {size_t{0}, size_t{5}, size_t{49}}) {
    grouped_product(team, {1, 64, 96, false}, {&single, false, 1}, x.data() + row * 64,
                    weights.data(), one.data(), {});
    EXPECT_TRUE(
        std::equal(one.begin(), one.end(), all.begin() + static_cast<std::ptrdiff_t>(row * 96)))
        << row;
  }
}

}  // namespace
}  // namespace tutti::kernel::test
