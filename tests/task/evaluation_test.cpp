// SPDX-License-Identifier: Apache-2.0
#include "task/causal/evaluation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::task::causal {
namespace {

TEST(TokenEvaluation, GivesMeansOverTheTokens) {
  const Evaluation evaluation = evaluation_of({6.0, 1.0, 4}, true, "4 tokens");
  EXPECT_EQ(evaluation.metrics["loss"], 1.5);
  EXPECT_NEAR(evaluation.metrics["perplexity"].get<double>(), 4.4816890703380645, 1e-12);
  EXPECT_EQ(evaluation.metrics["token_accuracy"], 0.25);
  EXPECT_EQ(evaluation.text, "loss 1.5000  perplexity 4.4817  token accuracy 0.2500  (4 tokens)\n");
  EXPECT_EQ(answer_of(evaluation).json, evaluation.metrics);
}

TEST(TokenEvaluation, HasNoPerplexityOfTokensThatWereSeen) {
  const Evaluation evaluation = evaluation_of({6.0, 1.0, 4}, false, "4 words");
  EXPECT_FALSE(evaluation.metrics.contains("perplexity"));
  test::expect_contains(evaluation.text, "no perplexity");
}

TEST(TokenEvaluation, RefusesALossThatIsNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  test::expect_contains(test::failure_of([&] {
                          evaluation_of({infinity, 0, 4}, true, "");
                        }).message,
                        "not finite");
}

}  // namespace
}  // namespace tutti::task::causal
