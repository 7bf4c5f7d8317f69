// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/string_finder.h"

#include <gtest/gtest.h>

namespace tutti::data {
namespace {

using Found = std::vector<std::tuple<size_t, size_t, int32_t>>;  // begin, size, id

/// Whose ids are their places in the list.
StringFinder finder_of(const std::vector<std::string>& strings) {
  StringFinder finder;
  for (size_t i = 0; i < strings.size(); i++) finder.add(strings[i], static_cast<int32_t>(i));
  finder.prepare();
  return finder;
}

Found found(const StringFinder& finder, std::string_view text) {
  Found result;
  for (const auto& [begin, size, id] : finder.find_all(text)) result.emplace_back(begin, size, id);
  return result;
}

TEST(StringFinder, FindsTheLongestAtEachPlaceFromTheEnd) {
  const StringFinder finder = finder_of({"he", "she", "hers", "his", "e"});
  EXPECT_EQ(found(finder, "ushers"), (Found{{3, 1, 4}, {2, 4, 2}, {1, 3, 1}}));
  EXPECT_EQ(found(finder, "hishe"), (Found{{4, 1, 4}, {3, 2, 0}, {2, 3, 1}, {0, 3, 3}}));
  EXPECT_TRUE(found(finder, "").empty());
  EXPECT_TRUE(found(finder, "xyz").empty());
}

TEST(StringFinder, WithoutStringsFindsNothing) {
  EXPECT_TRUE(StringFinder().find_all("abc").empty());
  EXPECT_TRUE(finder_of({}).find_all("abc").empty());
}

TEST(StringFinder, TheLastOfEqualStringsCounts) {
  EXPECT_EQ(found(finder_of({"ab", "ab"}), "ab"), (Found{{0, 2, 1}}));
}

// A search that begins anew at each place would take 20,000,000,000 steps.
TEST(StringFinder, TakesTimeThatGrowsWithTheText) {
  std::string hostile(100'000, 'a'), text(200'000, 'a');
  hostile.push_back('b');
  const StringFinder finder = finder_of({hostile, "aac"});
  EXPECT_TRUE(finder.find_all(text).empty());
  text.push_back('c');
  EXPECT_EQ(found(finder, text), (Found{{199'998, 3, 1}}));
}

}  // namespace
}  // namespace tutti::data
