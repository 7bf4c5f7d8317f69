// SPDX-License-Identifier: Apache-2.0
#include "kernel/cross_entropy.h"

#include <limits>

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

constexpr int64_t kRows = 2, kLength = 40;

/// Two rows: segments 1 (partly negative), 2 and filler; then 3, 4 and 3 again, which is another
/// run.
struct Batch {
  std::vector<int32_t> segment;
  std::vector<int32_t> target = {5, 20, kLength + 3, kLength + 39, 0, 0, 6};
  Tensor logits = float_tensor(random_values(kRows * kLength, 1, 3));

  Batch() {
    const auto add = [&](size_t count, int32_t id) { segment.insert(segment.end(), count, id); };
    add(4, -1), add(9, 1), add(19, 2), add(8, 0);
    add(10, 3), add(11, -4), add(19, 3);
  }
  SegmentLogits input() {
    return {logits.floats(), segment.data(), kRows,
            kLength,         target.data(),  static_cast<int64_t>(target.size())};
  }
};

// The run of positions of each feature, by hand.
constexpr size_t kFirst[] = {0, 13, 40, 61, 0, 0, 0};
constexpr size_t kLast[] = {13, 32, 50, 80, 13, 13, 13};

TEST(CrossEntropy, EqualsTheFormulaInDouble) {
  Batch batch;
  // Features 4 and 5 are padding; 0 and 6 meet in one segment.
  const Values dloss = {0.5, -1.25, 2, 1, 0, 0, 0.75};
  const auto results = same_for_teams([&](Team& team) {
    std::vector<float> loss(7), lse(7), dlogits(kRows * kLength, NAN);
    cross_entropy(team, batch.input(), loss.data(), lse.data());
    Tensor change = float_tensor(dloss);
    cross_entropy_gradient(team, batch.input(), lse.data(), change.floats(), dlogits.data());
    return Results{Values(loss.begin(), loss.end()), Values(lse.begin(), lse.end()),
                   Values(dlogits.begin(), dlogits.end())};
  });
  const Values logits = batch.logits.values();
  Values loss, lse, dlogits(kRows * kLength);
  for (size_t feature = 0; feature < 7; feature++) {
    const auto target = static_cast<size_t>(batch.target[feature]);
    double sum = 0;
    for (size_t i = kFirst[feature]; i < kLast[feature]; i++) sum += std::exp(logits[i]);
    lse.push_back(std::log(sum));
    loss.push_back(std::log(sum) - logits[target]);
    for (size_t i = kFirst[feature]; i < kLast[feature]; i++)
      dlogits[i] += dloss[feature] * (std::exp(logits[i]) / sum - (i == target));
  }
  expect_close(results[0], loss, 1e-6);
  expect_close(results[1], lse, 1e-6);
  expect_close(results[2], dlogits, 1e-6);
  for (size_t i = 0; i < dlogits.size(); i++) EXPECT_EQ(results[2][i] == 0, dlogits[i] == 0) << i;
}

TEST(CrossEntropy, KeepsASmallLossOfLargeLogits) {
  Team team(1);
  for (const float logit : {0.0f, 3e4f, 1e8f, -1e30f}) {
    const std::vector<float> logits(4, logit);
    const std::vector<int32_t> segment(4, 1), target = {2};
    float loss = 0, lse = 0;
    cross_entropy(team, {logits.data(), segment.data(), 1, 4, target.data(), 1}, &loss, &lse);
    EXPECT_FLOAT_EQ(loss, std::log(4.0f)) << logit;
  }
}

TEST(CrossEntropy, TargetsOutsideAreMovedInside) {
  Batch batch;
  batch.target = {-7, 1 << 30};
  std::vector<float> loss(2), lse(2), dloss(2, 1), dlogits(kRows * kLength);
  Team team(1);
  cross_entropy(team, batch.input(), loss.data(), lse.data());
  cross_entropy_gradient(team, batch.input(), lse.data(), dloss.data(), dlogits.data());
  EXPECT_FLOAT_EQ(loss[0], lse[0] - batch.logits.floats()[0]);
  EXPECT_FLOAT_EQ(loss[1], lse[1] - batch.logits.floats()[kRows * kLength - 1]);
}

TEST(CrossEntropy, PaddedFeaturesDoNotSpoilTheGradient) {
  Batch batch;
  batch.logits.floats()[0] = NAN;  // an lse of NaN times a dloss of 0 must not be added
  batch.target = {20, 0};
  std::vector<float> loss(2), lse(2), dloss = {1, 0}, dlogits(kRows * kLength);
  Team team(1);
  cross_entropy(team, batch.input(), loss.data(), lse.data());
  EXPECT_TRUE(std::isnan(loss[1]));
  cross_entropy_gradient(team, batch.input(), lse.data(), dloss.data(), dlogits.data());
  for (const float value : dlogits) EXPECT_TRUE(std::isfinite(value));
}

struct Scores {
  size_t rows, classes;
};

TEST(SoftmaxCrossEntropy, EqualsTheFormulaInDouble) {
  for (const auto [rows, classes] :
       {Scores{0, 3}, Scores{1, 1}, Scores{3, 5}, Scores{70, 37}, Scores{5, 20001}}) {
    Tensor logits = float_tensor(random_values(rows * classes, 1, 4));
    std::vector<int32_t> label(rows);
    for (size_t row = 0; row < rows; row++)  // from one before the classes to one after them
      label[row] = static_cast<int32_t>((7 * row + 1) % (classes + 2)) - 1;
    const auto results = same_for_teams([&](Team& team) {
      std::vector<float> loss(rows, NAN), lse(rows, NAN);
      softmax_cross_entropy(team,
                            {logits.floats(), label.data(), static_cast<int64_t>(rows),
                             static_cast<int64_t>(classes)},
                            loss.data(), lse.data());
      return Results{Values(loss.begin(), loss.end()), Values(lse.begin(), lse.end())};
    });
    const Values x = logits.values();
    Values loss, lse;
    for (size_t row = 0; row < rows; row++) {
      double sum = 0;
      for (size_t c = 0; c < classes; c++) sum += std::exp(x[row * classes + c]);
      const int32_t at = label[row];
      const bool inside = at >= 0 && at < static_cast<int32_t>(classes);
      lse.push_back(std::log(sum));
      loss.push_back(inside ? std::log(sum) - x[row * classes + static_cast<size_t>(at)] : 0);
    }
    expect_close(results[0], loss, 1e-6);
    expect_close(results[1], lse, 1e-6);
  }
}

TEST(SoftmaxCrossEntropy, InfiniteLogits) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr int64_t kClasses = 9, kCases = 4;
  std::vector<float> logits(kClasses * kCases, -kInfinity);
  logits[kClasses + 2] = kInfinity;
  logits[2 * kClasses + 8] = 3;
  logits[3 * kClasses] = kInfinity;
  logits[3 * kClasses + 1] = NAN;
  const std::vector<int32_t> label = {-1, 0, 8, 9};
  std::vector<float> loss(kCases), lse(kCases);
  Team team(1);
  softmax_cross_entropy(team, {logits.data(), label.data(), kCases, kClasses}, loss.data(),
                        lse.data());
  EXPECT_EQ(lse[0], -kInfinity);
  EXPECT_EQ(lse[1], kInfinity);
  EXPECT_EQ(lse[2], 3);
  EXPECT_TRUE(std::isnan(lse[3]));
  EXPECT_EQ(loss, (std::vector<float>{0, kInfinity, 0, 0}));
}

}  // namespace
}  // namespace tutti::kernel::test
