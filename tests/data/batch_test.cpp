// SPDX-License-Identifier: Apache-2.0
#include "data/batch.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "data/loader.h"

namespace tutti::data {
namespace {

using Indices = std::vector<int64_t>;

/// `size` features of one token, whose id is the feature's index.
class NumberedSource : public FeatureSource {
 public:
  explicit NumberedSource(int64_t size) : size_(size) {}
  int64_t size() const override { return size_; }
  int32_t length(int64_t) const override { return 1; }
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override {
    ids[0] = static_cast<int32_t>(feature);
    types[0] = 0;
  }
  int32_t padding_id() const override { return 0; }
  std::vector<ArraySpec> labels() const override { return {{"there", Extent::feature}}; }
  void write_labels(int64_t, const Slot& slot, Batch& batch) const override {
    batch.integers("there")[slot.feature] = 1;
  }

 private:
  int64_t size_;
};

TEST(EpochOrder, IsAPermutationOfItsOwn) {
  const Indices order = epoch_order(1000, 42, 0);
  EXPECT_EQ(std::set<int64_t>(order.begin(), order.end()).size(), 1000U);
  EXPECT_EQ(*std::min_element(order.begin(), order.end()), 0);
  EXPECT_EQ(*std::max_element(order.begin(), order.end()), 999);
  EXPECT_EQ(order, epoch_order(1000, 42, 0));
  EXPECT_NE(order, epoch_order(1000, 42, 1));
  EXPECT_NE(order, epoch_order(1000, 43, 0));
  EXPECT_TRUE(epoch_order(0, 42, 0).empty());
}

TEST(EpochOrder, IsUniform) {
  // 24 permutations of 4, 24,000 draws: chi-square with 23 degrees of freedom exceeds 60 with
  // probability 4e-5.
  std::map<Indices, int> counts;
  for (uint32_t epoch = 0; epoch < 24000; epoch++) counts[epoch_order(4, 1, epoch)]++;
  ASSERT_EQ(counts.size(), 24U);
  double chi_square = 0;
  for (const auto& [order, count] : counts) chi_square += (count - 1000.0) * (count - 1000.0) / 1e3;
  EXPECT_LT(chi_square, 60);
}

TEST(Loader, CountsStepsAsRunQa) {
  // 88,524 features, 16 a batch: 5,533 batches; 12 a batch: 7,377.
  const NumberedSource train(88524);
  EXPECT_EQ(Loader(train, {.batch = 16}).steps_per_epoch(), 5533);
  EXPECT_EQ(Loader(train, {.batch = 12}).steps_per_epoch(), 7377);
  EXPECT_EQ(Loader(train, {.batch = 4, .accumulate = 4}).steps_per_epoch(), 5533);
  EXPECT_EQ(Loader(train, {.batch = 16, .accumulate = 2}).steps_per_epoch(), 2767);
  EXPECT_EQ(Loader(train, {.batch = 12}).steps_of(2), 14754);
  EXPECT_EQ(Loader(train, {.batch = 12}).steps_of(0.5), 3689);
  EXPECT_EQ(Loader(train, {.batch = 16}).features_before(5532), 88512);
  EXPECT_EQ(Loader(train, {.batch = 16}).features_before(5534), 88524 + 16);
}

TEST(Loader, CutsAnEpochIntoMicroBatches) {
  const NumberedSource source(11);
  Loader loader(source, {.batch = 2, .accumulate = 4, .shuffle = false});
  ASSERT_EQ(loader.steps_per_epoch(), 2);
  EXPECT_EQ(loader.indices(0, 0), (Indices{0, 1}));
  EXPECT_EQ(loader.indices(0, 3), (Indices{6, 7}));
  EXPECT_EQ(loader.indices(1, 0), (Indices{8, 9}));
  EXPECT_EQ(loader.indices(1, 1), (Indices{10}));
  EXPECT_EQ(loader.indices(1, 2), Indices{});
  EXPECT_EQ(loader.indices(2, 0), (Indices{0, 1}));
}

TEST(Loader, AccumulatedStepsSeeTheFeaturesOfALargeBatch) {
  const NumberedSource source(100);
  Loader whole(source, {.batch = 16});
  Loader parts(source, {.batch = 4, .accumulate = 4});
  for (int64_t step = 0; step < 2 * whole.steps_per_epoch(); step++) {
    Indices joined;
    for (int64_t micro = 0; micro < 4; micro++)
      for (int64_t index : parts.indices(step, micro)) joined.push_back(index);
    EXPECT_EQ(joined, whole.indices(step, 0)) << step;
  }
}

TEST(Loader, SplitBatchesAreTheSameHoweverTheyAreCounted) {
  const NumberedSource source(21);
  Loader whole(source, {.batch = 8, .splits = true});
  Loader parts(source, {.batch = 2, .accumulate = 4, .splits = true});
  ASSERT_EQ(whole.steps_per_epoch(), parts.steps_per_epoch());
  EXPECT_EQ(whole.micro_batches(), 8);
  EXPECT_EQ(parts.micro_batches(), 8);
  for (int64_t step = 0; step < 2 * whole.steps_per_epoch(); step++)
    for (int64_t micro = 0; micro < 8; micro++) {
      const Indices indices = whole.indices(step, micro);
      EXPECT_EQ(indices.size(), step % 3 == 2 && micro >= 5 ? 0U : 1U);
      EXPECT_EQ(indices, parts.indices(step, micro));
    }
  EXPECT_EQ(whole.batch(0, 7).features, 1);
}

TEST(Loader, ABatchDependsOnItsStepAlone) {
  const NumberedSource source(50);
  Loader forward(source, {.batch = 8});
  Loader jumping(source, {.batch = 8});
  std::vector<Indices> seen;
  for (int64_t step = 0; step < 20; step++) seen.push_back(forward.indices(step, 0));
  for (int64_t step : {19, 3, 11, 0, 7})
    EXPECT_EQ(jumping.indices(step, 0), seen[static_cast<size_t>(step)]);
}

TEST(Loader, TheLastBatchIsShort) {
  const NumberedSource source(5);
  Loader loader(source, {.batch = 4, .shuffle = false, .layout = {Layout::Kind::packed_row, 4}});
  const Batch batch = loader.batch(1, 0);
  EXPECT_EQ(batch.real, 1);
  EXPECT_EQ(batch.integers("ids"), (std::vector<int32_t>{4, 0, 0, 0}));
  EXPECT_EQ(batch.integers("there"), (std::vector<int32_t>{1, 0, 0, 0}));
}

/// Features whose token is 100 x the seed + the epoch.
class ChangingSource : public NumberedSource {
 public:
  ChangingSource(uint64_t seed, uint32_t epoch)
      : NumberedSource(2), token_(static_cast<int32_t>(100 * seed + epoch)) {}
  void write(int64_t, std::span<int32_t> ids, std::span<int32_t> types) const override {
    ids[0] = token_;
    types[0] = 0;
  }
  std::unique_ptr<FeatureSource> in_epoch(uint64_t seed, uint32_t epoch) const override {
    return std::make_unique<ChangingSource>(seed, epoch);
  }

 private:
  int32_t token_;
};

TEST(Loader, TakesADataSetAsItIsInTheStepsEpoch) {
  const ChangingSource source(0, 99);
  Loader loader(source, {.batch = 1, .seed = 3, .layout = {Layout::Kind::packed_row, 1}});
  for (const auto& [step, token] : {std::pair(0, 300), std::pair(1, 300), std::pair(4, 302)})
    EXPECT_EQ(loader.batch(step, 0).integers("ids"), std::vector<int32_t>{token}) << step;
}

TEST(Loader, RefusesImpossibleCounts) {
  const NumberedSource none(0);
  const NumberedSource one(1);
  EXPECT_THROW(Loader(none, {}), UserError);
  EXPECT_THROW(Loader(one, {.batch = 0}), UserError);
  EXPECT_THROW(Loader(one, {.accumulate = 0}), UserError);
  EXPECT_THROW(Loader(one, {.batch = INT64_MAX, .accumulate = 2}), UserError);
  EXPECT_THROW(Loader(one, {}).steps_of(0), UserError);
  EXPECT_THROW(Loader(one, {}).steps_of(1e300), UserError);
}

}  // namespace
}  // namespace tutti::data
