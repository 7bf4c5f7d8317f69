// SPDX-License-Identifier: Apache-2.0
#include "kernel/linear_cross_entropy.h"

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

using ir::ElementType;
using Shape = LinearCrossEntropy::Shape;

/// One problem, of which every third token does not count and one has a target beyond the classes.
struct Problem {
  explicit Problem(const Shape& of, int32_t uncounted = 3) : shape(of) {
    const auto tokens = static_cast<size_t>(shape.tokens);
    for (size_t i = 0; i < tokens; i++) {
      target.push_back(static_cast<int32_t>((7 * i + 3) % static_cast<size_t>(shape.classes)));
      counts.push_back(static_cast<int32_t>(i) % uncounted == 1 ? 0 : 1 + 0.5f * float(i % 2));
    }
    if (tokens > 4) target[4] = static_cast<int32_t>(shape.classes);
  }

  bool counted(size_t token) const {
    return counts[token] != 0 && target[token] >= 0 && target[token] < shape.classes;
  }

  /// loss, hit, total, d_hidden and d_weight.
  Results run(Team& team) {
    const auto tokens = static_cast<size_t>(shape.tokens);
    std::vector<float> loss(tokens, NAN), hit(tokens, NAN), total(1, NAN),
        d_weight(static_cast<size_t>(shape.classes * shape.features), NAN);
    Tensor d_hidden(shape.type, Values(hidden.values().size(), NAN));
    const LinearCrossEntropy head(shape);
    std::vector<std::byte> memory(head.workspace_bytes(team.size()) + 64);
    void* start = memory.data();
    size_t space = memory.size();
    std::align(64, space - 64, start, space);
    head.run(team,
             {.hidden = hidden.data(),
              .weight = weight.data(),
              .target = target.data(),
              .counts = counts.data(),
              .loss = loss.data(),
              .hit = hit.data(),
              .total = total.data(),
              .d_hidden = shape.wants_d_hidden ? d_hidden.data() : nullptr,
              .d_weight = shape.wants_d_weight ? d_weight.data() : nullptr},
             {static_cast<std::byte*>(start), space});
    Results results = {Values(loss.begin(), loss.end()), Values(hit.begin(), hit.end()),
                       Values(total.begin(), total.end())};
    if (shape.wants_d_hidden) results.push_back(d_hidden.values());
    if (shape.wants_d_weight) results.emplace_back(d_weight.begin(), d_weight.end());
    return results;
  }

  Shape shape;
  Tensor hidden{shape.type, random_values(static_cast<size_t>(shape.tokens* shape.features), 1)};
  Tensor weight{shape.type, random_values(static_cast<size_t>(shape.classes* shape.features), 2)};
  std::vector<int32_t> target;
  std::vector<float> counts;
};

Results in_double(const Problem& problem) {
  const auto tokens = static_cast<size_t>(problem.shape.tokens),
             features = static_cast<size_t>(problem.shape.features),
             classes = static_cast<size_t>(problem.shape.classes);
  const Values h = problem.hidden.values(), w = problem.weight.values();
  Results found = {Values(tokens), Values(tokens), Values(1), Values(h.size()), Values(w.size())};
  for (size_t i = 0; i < tokens; i++) {
    if (!problem.counted(i)) continue;
    Values powers(classes);
    double sum = 0;
    for (size_t c = 0; c < classes; c++) {
      double logit = 0;
      for (size_t f = 0; f < features; f++) logit += h[i * features + f] * w[c * features + f];
      sum += powers[c] = std::exp(logit);
    }
    const auto target = static_cast<size_t>(problem.target[i]);
    const double count = problem.counts[i];
    found[0][i] = count * std::log(sum / powers[target]);
    found[1][i] = *std::max_element(powers.begin(), powers.end()) == powers[target] ? count : 0;
    found[2][0] += found[0][i];
    for (size_t c = 0; c < classes; c++) {
      const double slope = count * (powers[c] / sum - (c == target ? 1 : 0));
      for (size_t f = 0; f < features; f++) {
        found[3][i * features + f] += slope * w[c * features + f];
        found[4][c * features + f] += slope * h[i * features + f];
      }
    }
  }
  return found;
}

using LinearCrossEntropyTypes = EachType;
TUTTI_TEST_EACH_TYPE(LinearCrossEntropyTypes);

TEST_P(LinearCrossEntropyTypes, EqualsTheFormulaInDouble) {
  // Fewer classes than tokens; more than a block of them; more than a chunk of tokens.
  for (const Shape& size : {Shape{37, 24, 19}, Shape{21, 6, 4200}, Shape{1100, 5, 7}}) {
    Shape shape = size;
    shape.type = GetParam();
    shape.wants_d_hidden = shape.wants_d_weight = true;
    Problem problem(shape);
    const Results found = same_for_teams([&](Team& team) { return problem.run(team); });
    const Results expected = in_double(problem);
    // In bf16 the slopes of the logits are rounded before they are multiplied.
    const double slopes = shape.type == ElementType::bf16 ? 4e-3 : 2e-6;
    expect_close(found[0], expected[0], 2e-6);
    EXPECT_EQ(found[1], expected[1]);
    expect_close(found[2], expected[2], 2e-6);
    expect_close(found[3], expected[3], slopes, shape.type);
    expect_close(found[4], expected[4], slopes);
  }
}

TEST_P(LinearCrossEntropyTypes, GradientsThatNobodyWantsChangeNothing) {
  Shape shape{37, 24, 4200};
  shape.type = GetParam();
  Team team(2);
  const Results alone = Problem(shape).run(team);
  shape.wants_d_hidden = true;
  const Results hidden = Problem(shape).run(team);
  shape.wants_d_weight = true;
  const Results all = Problem(shape).run(team);
  for (size_t i = 0; i < alone.size(); i++) EXPECT_EQ(alone[i], all[i]) << i;
  for (size_t i = 0; i < hidden.size(); i++) EXPECT_EQ(hidden[i], all[i]) << i;
}

// A token's results do not depend on which others count.
TEST_P(LinearCrossEntropyTypes, TokensAreAlone) {
  Shape shape{1100, 24, 60};
  shape.type = GetParam();
  shape.wants_d_hidden = true;
  Team team(2);
  Problem few(shape, 2), all(shape, 1 << 20);
  few.target[4] = 0;  // the one that has none
  const Results some = few.run(team), whole = all.run(team);
  for (size_t i = 6; i < 1100; i++) {
    if (!few.counted(i)) continue;
    EXPECT_EQ(some[0][i], whole[0][i]) << i;
    for (size_t f = 0; f < 24; f++) EXPECT_EQ(some[3][i * 24 + f], whole[3][i * 24 + f]) << i;
  }
}

TEST_P(LinearCrossEntropyTypes, NothingCounts) {
  for (const int64_t tokens : {0, 3}) {
    Shape shape{tokens, 8, 5};
    shape.type = GetParam();
    shape.wants_d_hidden = shape.wants_d_weight = true;
    Problem problem(shape);
    problem.counts.assign(problem.counts.size(), 0);
    Team team(2);
    for (const Values& values : problem.run(team))
      for (const double value : values) EXPECT_EQ(value, 0);
  }
}

TEST(LinearCrossEntropy, KeepsASmallLossOfLargeLogits) {
  Shape shape{1, 1, 4};
  Problem problem(shape);
  problem.hidden = float_tensor({3e4});
  problem.weight = float_tensor({1, 1, 1, 1});
  problem.counts = {1};
  Team team(1);
  const Results found = problem.run(team);
  EXPECT_FLOAT_EQ(static_cast<float>(found[0][0]), std::log(4.0f));
  EXPECT_EQ(found[1][0], 1);
}

}  // namespace
}  // namespace tutti::kernel::test
