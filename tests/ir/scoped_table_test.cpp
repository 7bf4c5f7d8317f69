// SPDX-License-Identifier: Apache-2.0
#include "ir/scoped_table.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <unordered_map>

namespace tutti::ir {
namespace {

struct Named {
  using Key = std::string_view;
  Key name;
  size_t value = 0;

  Key key() const { return name; }
};

TEST(ScopedTable, HoldsWhatTheOpenScopesDefine) {
  constexpr size_t kNames = 5000;
  std::vector<std::string> names;
  for (size_t i = 0; i < kNames; i++) names.push_back(std::to_string(i));

  std::mt19937 random(1);
  ScopedTable<Named> table;
  std::unordered_map<std::string_view, size_t> expected;
  std::vector<std::string_view> order;  // of definition
  std::vector<size_t> scopes;           // how many entries stood before each
  for (size_t step = 0; step < 100'000; step++) {
    const std::string_view name = names[random() % kNames];
    const auto known = expected.find(name);
    const Named* found = table.find(name);
    ASSERT_EQ(found != nullptr, known != expected.end()) << name;
    if (found) {
      ASSERT_EQ(found->value, known->second) << name;
    }

    ASSERT_EQ(table.insert({name, step}), known == expected.end());
    if (expected.emplace(name, step).second) order.push_back(name);
    if (random() % 100 == 0) scopes.push_back(order.size());
    if (random() % 110 == 0 && !scopes.empty()) {
      for (; order.size() > scopes.back(); order.pop_back()) expected.erase(order.back());
      table.shrink(scopes.back());
      scopes.pop_back();
    }
    ASSERT_EQ(table.size(), order.size());
  }
}

}  // namespace
}  // namespace tutti::ir
