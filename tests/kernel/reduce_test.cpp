// SPDX-License-Identifier: Apache-2.0
#include "kernel/reduce.h"

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

class ColumnSumsOf : public EachType {};

TEST_P(ColumnSumsOf, EqualSumsInDouble) {
  struct Shape {
    size_t rows, columns;
  };
  for (const auto [rows, columns] : {Shape{0, 3}, {1, 1}, {64, 5}, {200, 37}, {129, 600}}) {
    const Tensor x(GetParam(), random_values(rows * columns, 1, 1, 0.5));
    const auto results = same_for_teams([&, rows = static_cast<int64_t>(rows),
                                         columns = static_cast<int64_t>(columns)](Team& team) {
      Tensor from = x;
      std::vector<float> sums(static_cast<size_t>(columns), NAN);
      std::vector<std::byte> workspace(column_sums_workspace_bytes(rows, columns));
      column_sums(team, GetParam(), from.data(), rows, columns, sums.data(), workspace);
      return Results{Values(sums.begin(), sums.end())};
    });
    Values expected(columns);
    const Values values = x.values();
    for (size_t i = 0; i < values.size(); i++) expected[i % columns] += values[i];
    expect_close(results[0], expected, 1e-6);
  }
}

TUTTI_TEST_EACH_TYPE(ColumnSumsOf);

TEST(Reduce, WorkspaceSizesDoNotWrap) {
  EXPECT_THROW(column_sums_workspace_bytes(int64_t{1} << 40, int64_t{1} << 40), UserError);
}

}  // namespace
}  // namespace tutti::kernel::test
