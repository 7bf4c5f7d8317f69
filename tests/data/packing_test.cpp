// SPDX-License-Identifier: Apache-2.0
#include "data/packing.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "format/json.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::data {
namespace {

using nlohmann::json;

constexpr const char* kStrategies[] = {"bfd", "bfd_split", "wrapped"};

std::vector<PackedRow> packed(const char* strategy, const std::vector<int64_t>& lengths,
                              int64_t row_length) {
  return pack_samples(packing_strategy_of(strategy, "packing_strategy"), lengths, row_length);
}

std::vector<PackedRow> rows_of(const json& list) {
  std::vector<PackedRow> rows;
  for (const json& row : list) {
    rows.emplace_back();
    for (const json& piece : row) rows.back().push_back({piece[0], piece[1], piece[2]});
  }
  return rows;
}

TEST(Packing, GivesTheRowsOfTrl) {
  const json golden = format::read_json(test::golden_data("packing.json"));
  EXPECT_EQ(golden["cases"].size(), 2u);
  for (const json& one : golden["cases"])
    for (const char* strategy : kStrategies) {
      SCOPED_TRACE(strategy);
      EXPECT_EQ(packed(strategy, one["lengths"], one["row_length"]), rows_of(one[strategy]));
    }
}

TEST(Packing, GivesTheRowsOfTrlForRealLengths) {
  const auto path = test::test_data("golden/causal/packing.json");
  if (!path) TUTTI_SKIP_FOR_DATA("golden/causal/packing.json is not here");
  const json golden = format::read_json(*path);
  for (const char* strategy : kStrategies) {
    SCOPED_TRACE(strategy);
    const json& expected = golden[std::string("first_1000.") + strategy];
    const auto rows = packed(strategy, golden["lengths_first_1000"], golden["max_length"]);
    EXPECT_EQ(rows.size(), expected["rows"].get<size_t>());
    std::string text;
    for (const PackedRow& row : rows)
      for (const PackedPiece& piece : row)
        text +=
            fmt::format("{}:{}{}", piece.sample, piece.length, &piece == &row.back() ? "\n" : " ");
    EXPECT_EQ(sha256_hex(text), expected["sha256_of_rows"].get<std::string>());
  }
}

TEST(Packing, LeavesNothingOut) {
  const std::vector<int64_t> lengths = {5, 0, 2, 3, 11, 1};
  for (const char* strategy : {"bfd_split", "wrapped"}) {
    std::vector<int64_t> tokens(lengths.size());
    for (const PackedRow& row : packed(strategy, lengths, 4)) {
      int64_t size = 0;
      for (const PackedPiece& piece : row) {
        tokens[static_cast<size_t>(piece.sample)] += piece.length;
        size += piece.length;
      }
      EXPECT_LE(size, 4);
    }
    EXPECT_EQ(tokens, lengths) << strategy;
  }
}

TEST(Packing, OfNothingIsNothing) {
  for (const char* strategy : kStrategies) {
    EXPECT_TRUE(packed(strategy, {}, 4).empty());
    EXPECT_TRUE(packed(strategy, {0, 0}, 4).empty());
  }
}

TEST(Packing, RefusesOtherStrategiesAndRowsWithoutTokens) {
  EXPECT_EQ(test::failure_of([] { packed("ffd", {1}, 4); }).message,
            "packing_strategy: found \"ffd\", expected bfd, bfd_split or wrapped");
  EXPECT_EQ(test::failure_of([] { packed("bfd", {1}, 0); }).message,
            "packing: found rows of 0 tokens, expected at least 1");
}

}  // namespace
}  // namespace tutti::data
