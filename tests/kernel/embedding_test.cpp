// SPDX-License-Identifier: Apache-2.0
#include "kernel/embedding.h"

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

constexpr ir::ElementType kTypes[] = {ir::ElementType::f32, ir::ElementType::bf16};

struct Case {
  size_t entries, channels, count;
};
// More than 1024 entries are cut otherwise than fewer.
constexpr Case kCases[] = {{1, 1, 1}, {7, 37, 200}, {2, 100, 130}, {3000, 37, 500}};

/// Ids from before the table to after it.
std::vector<int32_t> ids_for(const Case& shape) {
  std::vector<int32_t> ids = {-5, static_cast<int32_t>(shape.entries), INT32_MIN, INT32_MAX};
  std::mt19937 generator(9);
  while (ids.size() < shape.count) ids.push_back(static_cast<int32_t>(generator() % shape.entries));
  ids.resize(shape.count);
  return ids;
}

size_t clamped(int32_t id, size_t entries) {
  if (id < 0) return 0;
  return std::min(static_cast<size_t>(id), entries - 1);
}

TEST(Embedding, TakesRows) {
  for (const Case& shape : kCases)
    for (const auto table_type : kTypes)
      for (const auto out_type : kTypes) {
        const Tensor table(table_type, random_values(shape.entries * shape.channels, 1));
        const auto ids = ids_for(shape);
        const auto results = same_for_teams([&](Team& team) {
          Tensor from = table, out(out_type, shape.count * shape.channels);
          embedding(team,
                    {ids.data(), static_cast<int64_t>(shape.count),
                     static_cast<int64_t>(shape.entries), static_cast<int64_t>(shape.channels)},
                    table_type, from.data(), out_type, out.data());
          return Results{out.values()};
        });
        const Values rows = table.values();
        Values expected;
        for (const int32_t id : ids)
          for (size_t c = 0; c < shape.channels; c++)
            expected.push_back(rows[clamped(id, shape.entries) * shape.channels + c]);
        EXPECT_EQ(results[0], Tensor(out_type, expected).values());
      }
}

TEST(Embedding, GradientAddsInOrder) {
  for (const Case& shape : kCases)
    for (const auto type : kTypes) {
      const Tensor dy(type, random_values(shape.count * shape.channels, 2));
      const auto ids = ids_for(shape);
      const auto results = same_for_teams([&](Team& team) {
        Tensor change = dy;
        std::vector<float> dtable(shape.entries * shape.channels, NAN);
        embedding_gradient(
            team,
            {ids.data(), static_cast<int64_t>(shape.count), static_cast<int64_t>(shape.entries),
             static_cast<int64_t>(shape.channels)},
            type, change.data(), dtable.data());
        return Results{Values(dtable.begin(), dtable.end())};
      });
      const Values changes = dy.values();
      std::vector<float> expected(shape.entries * shape.channels);
      for (size_t i = 0; i < changes.size(); i++)
        expected[clamped(ids[i / shape.channels], shape.entries) * shape.channels +
                 i % shape.channels] += static_cast<float>(changes[i]);
      EXPECT_EQ(results[0], Values(expected.begin(), expected.end()));
    }
}

TEST(Embedding, RefusesAnEmptyTable) {
  Team team(1);
  const int32_t id = 0;
  float value = 0;
  EXPECT_THROW(
      embedding(team, {&id, 1, 0, 1}, ir::ElementType::f32, &value, ir::ElementType::f32, &value),
      InternalError);
}

}  // namespace
}  // namespace tutti::kernel::test
