// SPDX-License-Identifier: Apache-2.0
#include "data/rows.h"

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"

namespace tutti::data {
namespace {

using Ints = std::vector<int32_t>;

/// Feature f has lengths[f] tokens with ids 100 f, 100 f + 1, ..., the second half of type 1. Its
/// labels are its second token, its weight, and twice its length at its first token.
class CountingSource : public FeatureSource {
 public:
  explicit CountingSource(Ints lengths) : lengths_(std::move(lengths)) {}
  int64_t size() const override { return static_cast<int64_t>(lengths_.size()); }
  int32_t length(int64_t feature) const override { return lengths_[static_cast<size_t>(feature)]; }
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override {
    for (size_t t = 0; t < ids.size(); t++) {
      ids[t] = static_cast<int32_t>(feature) * 100 + static_cast<int32_t>(t);
      types[t] = t < ids.size() / 2 ? 0 : 1;
    }
  }
  int32_t padding_id() const override { return -7; }
  std::vector<ArraySpec> labels() const override {
    return {
        {"second", Extent::feature}, {"weight", Extent::feature, true}, {"twice", Extent::token}};
  }
  void write_labels(int64_t feature, const Slot& slot, Batch& batch) const override {
    batch.integers("second")[slot.feature] = static_cast<int32_t>(slot.begin) + 1;
    batch.reals("weight")[slot.feature] = 1;
    batch.integers("twice")[slot.begin] = 2 * length(feature);
  }

 private:
  Ints lengths_;
};

TEST(Rows, PackedRowHoldsAllFeaturesInOrder) {
  const CountingSource source({3, 9, 4});
  const std::vector<int64_t> indices = {2, 0};
  const Batch batch = make_batch(source, indices, 3, {Layout::Kind::packed_row, 8});
  EXPECT_EQ(batch.rows, 1);
  EXPECT_EQ(batch.length, 8);
  EXPECT_EQ(batch.features, 3);
  EXPECT_EQ(batch.real, 2);
  EXPECT_EQ(batch.integers("ids"), (Ints{200, 201, 202, 203, 0, 1, 2, -7}));
  EXPECT_EQ(batch.integers("segment"), (Ints{1, 1, 1, 1, 2, 2, 2, 0}));
  EXPECT_EQ(batch.integers("position"), (Ints{0, 1, 2, 3, 0, 1, 2, 0}));
  EXPECT_EQ(batch.integers("type"), (Ints{0, 0, 1, 1, 0, 1, 1, 0}));
  EXPECT_EQ(batch.integers("sample"), (Ints{2, 2, 2, 2, 0, 0, 0, 0}));
  EXPECT_EQ(batch.integers("second"), (Ints{1, 5, 0}));
  EXPECT_EQ(batch.integers("twice"), (Ints{8, 0, 0, 0, 6, 0, 0, 0}));
  EXPECT_EQ(batch.reals("weight"), (std::vector<float>{1, 1, 0}));
  EXPECT_EQ(batch.begin, (std::vector<int64_t>{0, 4}));
}

TEST(Rows, PackedRowIsRoundedUp) {
  const Layout layout{Layout::Kind::packed_row, 8};
  EXPECT_EQ(plan_rows(Ints{8}, 1, layout).length, 8);
  EXPECT_EQ(plan_rows(Ints{8, 1}, 2, layout).length, 16);
  EXPECT_EQ(plan_rows(Ints{}, 2, layout).length, 8);
}

TEST(Rows, PaddedAsHuggingFaceDoes) {
  const CountingSource source({3, 4});
  const std::vector<int64_t> indices = {1};
  const Batch batch = make_batch(source, indices, 2, {Layout::Kind::padded, 6});
  EXPECT_EQ(batch.rows, 2);
  EXPECT_EQ(batch.length, 6);
  EXPECT_EQ(batch.integers("ids"), (Ints{100, 101, 102, 103, -7, -7, -7, -7, -7, -7, -7, -7}));
  EXPECT_EQ(batch.integers("segment"), (Ints{1, 1, 1, 1, -1, -1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(batch.integers("position"), (Ints{0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(batch.integers("type"), (Ints{0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(batch.integers("sample"), (Ints{1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(batch.reals("weight"), (std::vector<float>{1, 0}));
}

TEST(Rows, FixedRowsPutEachFeatureWhereItFitsBest) {
  // 7 → row 0 (3 free); 5 → row 1 (5 free); 5 → row 1 (full); 3 → row 0 (full); 2 → row 2.
  const RowPlan plan = plan_rows(Ints{5, 2, 7, 5, 3}, 5, {Layout::Kind::fixed_rows, 10});
  ASSERT_EQ(plan.rows, 3);
  EXPECT_EQ(plan.length, 10);
  const std::vector<std::array<int64_t, 2>> expected = {{1, 0}, {2, 0}, {0, 0}, {1, 5}, {0, 7}};
  for (size_t i = 0; i < expected.size(); i++) {
    EXPECT_EQ(plan.placements[i].row, expected[i][0]) << i;
    EXPECT_EQ(plan.placements[i].begin, expected[i][1]) << i;
  }
}

TEST(Rows, SegmentsAreCountedAlongEachFixedRow) {
  const CountingSource source({5, 2, 7, 5, 3});
  const std::vector<int64_t> indices = {0, 1, 2, 3, 4};
  const Batch batch = make_batch(source, indices, 5, {Layout::Kind::fixed_rows, 10});
  EXPECT_EQ(batch.integers("segment"), (Ints{1, 1, 1, 1, 1, 1, 1, 2, 2, 2,  //
                                             1, 1, 1, 1, 1, 2, 2, 2, 2, 2,  //
                                             1, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(batch.begin, (std::vector<int64_t>{10, 20, 0, 15, 7}));
}

/// Features that are rows: of each the second half is a segment of its own.
class HalvedSource : public CountingSource {
 public:
  using CountingSource::CountingSource;
  std::vector<Segment> segments(int64_t feature) const override {
    const auto first = static_cast<int32_t>(2 * feature);
    return {{length(feature) - length(feature) / 2, first}, {length(feature) / 2, first + 1}};
  }
};

TEST(Rows, AFeatureMayHaveSeveralSegments) {
  const HalvedSource source({3, 5});
  const std::vector<int64_t> indices = {1, 0};
  const Batch row = make_batch(source, indices, 2, {Layout::Kind::packed_row, 4});
  EXPECT_EQ(row.integers("segment"), (Ints{1, 1, 1, 2, 2, 3, 3, 4}));
  EXPECT_EQ(row.integers("position"), (Ints{0, 1, 2, 0, 1, 0, 1, 0}));
  EXPECT_EQ(row.integers("sample"), (Ints{2, 2, 2, 3, 3, 0, 0, 1}));
  const Batch rows = make_batch(source, indices, 2, {Layout::Kind::fixed_rows, 6});
  EXPECT_EQ(rows.integers("segment"), (Ints{1, 1, 1, 2, 2, 0, 1, 1, 2, 0, 0, 0}));
  const Batch padded = make_batch(source, indices, 2, {Layout::Kind::padded, 6});
  EXPECT_EQ(padded.integers("segment"), (Ints{1, 1, 1, 2, 2, -2, 1, 1, 2, -2, -2, -2}));
  EXPECT_EQ(padded.integers("position"), (Ints{0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 2, 3}));
  EXPECT_EQ(padded.integers("sample"), (Ints{2, 2, 2, 3, 3, 3, 0, 0, 1, 1, 1, 1}));
}

TEST(Rows, FixedRowsTakeAnAllowedRowCount) {
  EXPECT_EQ(default_row_counts(16), (std::vector<int64_t>{8, 12, 16}));
  EXPECT_EQ(default_row_counts(3), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(default_row_counts(1), (std::vector<int64_t>{1}));
  const Layout layout{Layout::Kind::fixed_rows, 10, {2, 3, 4}};
  EXPECT_EQ(plan_rows(Ints{5, 5}, 4, layout).rows, 2);
  EXPECT_EQ(plan_rows(Ints{6, 6, 6}, 4, layout).rows, 3);
  EXPECT_THROW(plan_rows(Ints{6, 6, 6, 6, 6}, 5, layout), UserError);
}

TEST(Rows, FixedRowsNeverOverlap) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; round++) {
    Ints lengths(1 + random() % 40);
    for (int32_t& length : lengths) length = 1 + static_cast<int32_t>(random() % 64);
    const auto capacity = static_cast<int64_t>(lengths.size());
    const Layout layout{Layout::Kind::fixed_rows, 64, default_row_counts(capacity)};
    const RowPlan plan = plan_rows(lengths, capacity, layout);
    ASSERT_LE(plan.rows, capacity);
    std::vector<int> taken(static_cast<size_t>(plan.rows * 64), 0);
    for (size_t i = 0; i < lengths.size(); i++) {
      const Placement& place = plan.placements[i];
      ASSERT_LE(place.begin + lengths[i], 64);
      for (int32_t t = 0; t < lengths[i]; t++)
        ASSERT_EQ(taken[static_cast<size_t>(place.row * 64 + place.begin + t)]++, 0);
    }
  }
}

TEST(Rows, RefusesWhatDoesNotFit) {
  EXPECT_THROW(plan_rows(Ints{11}, 1, {Layout::Kind::fixed_rows, 10}), UserError);
  EXPECT_THROW(plan_rows(Ints{11}, 1, {Layout::Kind::padded, 10}), UserError);
  EXPECT_THROW(plan_rows(Ints{1}, 1, {Layout::Kind::packed_row, 0}), UserError);
  const CountingSource source({1});
  const std::vector<int64_t> none;
  EXPECT_THROW(make_batch(source, none, 1, {Layout::Kind::packed_row, int64_t{1} << 40}),
               UserError);
}

}  // namespace
}  // namespace tutti::data
