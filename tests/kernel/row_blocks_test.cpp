// SPDX-License-Identifier: Apache-2.0
#include "kernel/row_blocks.h"

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

TEST(ColumnPartials, AddUpToTheSumsInDouble) {
  struct Shape {
    int64_t rows, columns;
  };
  for (const auto [rows, columns] : {Shape{0, 3}, {1, 1}, {64, 5}, {1000, 37}, {2049, 600}}) {
    const int64_t blocks = row_blocks(rows);
    const auto given =
        random_values(static_cast<size_t>(blocks * columns), 1, 1, 0.5);  // of each block
    const auto results = same_for_teams([&, rows = rows, columns = columns](Team& team) {
      std::vector<std::byte> memory(column_partials_bytes(rows, columns));
      std::span<std::byte> workspace = memory;
      float* partials = take_column_partials(workspace, rows, columns);
      EXPECT_TRUE(workspace.empty());
      std::copy(given.begin(), given.end(), partials);
      std::vector<float> sums(static_cast<size_t>(columns), NAN);
      add_column_partials(team, partials, rows, columns, sums.data());
      return Results{Values(sums.begin(), sums.end())};
    });
    Values expected(static_cast<size_t>(columns));
    for (size_t i = 0; i < given.size(); i++)
      expected[i % static_cast<size_t>(columns)] += static_cast<float>(given[i]);
    expect_close(results[0], expected, 1e-6);
  }
}

TEST(ColumnPartials, WorkspaceSizesDoNotWrap) {
  EXPECT_THROW(column_partials_bytes(int64_t{1} << 40, int64_t{1} << 40), UserError);
}

}  // namespace
}  // namespace tutti::kernel::test
