// SPDX-License-Identifier: Apache-2.0
#include "task/squad/answers.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "task/word_encoder.h"

namespace tutti::task::squad {
namespace {

using Floats = std::vector<float>;

struct Logits {
  Floats start, end;
};

std::vector<QuestionAnswer> answers_of(const std::string& context,
                                       const std::vector<Logits>& logits,
                                       const AnswerOptions& options, FeatureOptions windows = {}) {
  const Corpus corpus{"", false, {context}, {{"id", "q", 0, {}, false}}, 0};
  windows.purpose = Purpose::evaluate;
  Team team(1);
  const FeatureSet features = build_features(corpus, word_encoder(), windows, team);
  std::vector<FeatureLogits> views;
  for (const Logits& item : logits) views.push_back({item.start, item.end});
  return extract_answers(corpus, features, views, options);
}

std::vector<std::string> texts_of(const QuestionAnswer& answer) {
  std::vector<std::string> texts;
  for (const Candidate& candidate : answer.n_best) texts.push_back(candidate.text);
  return texts;
}

using Texts = std::vector<std::string>;

// [CLS] q [SEP] aa bb cc [SEP]: only tokens 3, 4, 5 can be an answer.
const Logits kThreeWords = {{9, 8, 0, 1, 5, 2, 0}, {9, 8, 0, 0, 1, 4, 7}};

TEST(Answers, BestSpansOfTheContext) {
  const auto answers = answers_of("aa bb cc", {kThreeWords}, {});
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].id, "id");
  EXPECT_EQ(answers[0].text, "bb cc");
  EXPECT_FALSE(answers[0].null_odds);
  // Scores 9, 6, 6, 5, 2, 1; of equals the one with the better start is found first.
  EXPECT_EQ(texts_of(answers[0]), (Texts{"bb cc", "bb", "cc", "aa bb cc", "aa bb", "aa"}));
  EXPECT_EQ(answers[0].n_best[0].start_logit, 5);
  EXPECT_EQ(answers[0].n_best[0].end_logit, 4);
  EXPECT_EQ(answers[0].n_best[0].offsets, (Offsets{3, 8}));
  // 1 / (1 + 2 exp(-3) + exp(-4) + exp(-7) + exp(-8))
  EXPECT_NEAR(answers[0].n_best[0].probability, 0.8935456, 1e-7);
  EXPECT_NEAR(answers[0].n_best[3].probability, 0.0163659, 1e-7);
}

TEST(Answers, NBestSizeLimitsPositionsAndCandidates) {
  // The two best starts are [CLS] and q, so no span is left.
  const auto two = answers_of("aa bb cc", {kThreeWords}, {.n_best_size = 2});
  EXPECT_EQ(two[0].text, "empty");
  EXPECT_EQ(texts_of(two[0]), (Texts{"empty"}));
  EXPECT_EQ(two[0].n_best[0].probability, 1.0);
  // Starts 0, 1, 4, 5; ends 0, 1, 6, 5: (4, 5) and (5, 5).
  const auto four = answers_of("aa bb cc", {kThreeWords}, {.n_best_size = 4});
  EXPECT_EQ(texts_of(four[0]), (Texts{"bb cc", "cc"}));
}

TEST(Answers, MaxAnswerLengthIsInTokens) {
  const auto answers = answers_of("aa bb cc", {kThreeWords}, {.max_answer_length = 1});
  EXPECT_EQ(texts_of(answers[0]), (Texts{"bb", "cc", "aa"}));
}

TEST(Answers, EqualLogitsRankTheLaterPositionFirst) {
  const Logits flat = {Floats(7, 0.0F), Floats(7, 0.0F)};
  const auto answers = answers_of("aa bb cc", {flat}, {});
  EXPECT_EQ(texts_of(answers[0]), (Texts{"cc", "bb cc", "bb", "aa bb cc", "aa bb", "aa"}));
}

TEST(Answers, PaddingIsNeverAnAnswerButTakesAPlace) {
  Logits padded = kThreeWords;
  padded.start.resize(12, 10.0F);
  padded.end.resize(12, 10.0F);
  EXPECT_EQ(answers_of("aa bb cc", {padded}, {})[0].text, "bb cc");
  EXPECT_EQ(answers_of("aa bb cc", {padded}, {.n_best_size = 5})[0].text, "empty");
}

TEST(Answers, BestOverTheWindows) {
  // Windows "aa bb" and "bb cc": [CLS] q [SEP] w w [SEP].
  const Logits first = {{0, 0, 0, 1, 2, 0}, {0, 0, 0, 0, 2, 0}};
  const Logits second = {{0, 0, 0, 0, 3, 0}, {0, 0, 0, 0, 3, 0}};
  const auto answers = answers_of("aa bb cc", {first, second}, {}, {.max_length = 6, .stride = 1});
  EXPECT_EQ(answers[0].text, "cc");
  EXPECT_EQ(texts_of(answers[0]), (Texts{"cc", "bb", "aa bb", "bb cc", "aa", "bb"}));
}

TEST(Answers, Version2ComparesWithTheSmallestNullScore) {
  // Null scores 6 and 4 over the windows; the best span "cc" scores 6.
  const Logits first = {{3, 0, 0, 1, 2, 0}, {3, 0, 0, 0, 2, 0}};
  const Logits second = {{2, 0, 0, 0, 3, 0}, {2, 0, 0, 0, 3, 0}};
  const FeatureOptions windows = {.max_length = 6, .stride = 1};
  const auto answer = [&](double threshold) {
    return answers_of("aa bb cc", {first, second},
                      {.version_2 = true, .null_score_diff_threshold = threshold}, windows)[0];
  };
  EXPECT_EQ(answer(0).text, "cc");
  EXPECT_EQ(answer(0).null_odds, -2.0F);
  EXPECT_EQ(answer(-2.0).text, "cc");
  EXPECT_EQ(answer(-2.5).text, "");
  // Null scores 4 as "bb" and the window's last word do, and is found after them.
  EXPECT_EQ(texts_of(answer(0)), (Texts{"cc", "bb", "", "aa bb", "bb cc", "aa", "bb"}));
}

TEST(Answers, Version2PutsNullBackWhereItFellOut) {
  const Logits logits = {{-9, 0, 0, 1, 5, 2, 0}, {-9, 0, 0, 0, 1, 4, 0}};
  const auto answers = answers_of("aa bb cc", {logits}, {.version_2 = true, .n_best_size = 3});
  EXPECT_EQ(texts_of(answers[0]), (Texts{"bb cc", "bb", "cc", ""}));
  EXPECT_EQ(answers[0].null_odds, -27.0F);
}

TEST(Answers, Version2WithoutASpanFallsBackToEmpty) {
  const auto answers = answers_of("aa bb cc", {kThreeWords}, {.version_2 = true, .n_best_size = 2});
  EXPECT_EQ(texts_of(answers[0]), (Texts{"empty", ""}));
  EXPECT_EQ(answers[0].null_odds, 18.0F);
  EXPECT_EQ(answers[0].text, "");
}

TEST(Answers, TextsAreCutByCodePoints) {
  const Corpus corpus{"", false, {"äö \U0001F600 ü"}, {{"id", "q", 0, {}, false}}, 0};
  Encoder encoder = word_encoder();
  encoder.encode = [](std::string_view text) {
    if (text == "q") return encode_words(text);
    return data::Encoding{{7, 8, 9}, {{0, 2}, {3, 4}, {5, 6}}};
  };
  Team team(1);
  const FeatureSet features = build_features(corpus, encoder, {.purpose = Purpose::evaluate}, team);
  const std::vector<FeatureLogits> logits = {{kThreeWords.start, kThreeWords.end}};
  EXPECT_EQ(extract_answers(corpus, features, logits, {})[0].text, "\U0001F600 ü");
}

TEST(Answers, RefusesLogitsThatAreNotFinite) {
  Logits logits = kThreeWords;
  logits.end[4] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(answers_of("aa bb cc", {logits}, {}), UserError);
  EXPECT_THROW(answers_of("aa bb cc", {kThreeWords}, {.n_best_size = 0}), UserError);
  EXPECT_THROW(answers_of("aa bb cc", {kThreeWords}, {.max_answer_length = 0}), UserError);
  EXPECT_THROW(answers_of("aa bb cc", {}, {}), InternalError);
}

TEST(Answers, FilesAreAsRunQaWritesThem) {
  const std::vector<QuestionAnswer> answers = {
      {"b", "ü", {{"ü", 1.5F, 2.0F, 0.75, {0, 1}}, {"", -1.0F, 0.0F, 0.25, {0, 0}}}, -4.5F},
      {"a", "", {{"x\"", 0.0F, 0.0F, 1.0, {0, 2}}}, 3.0F}};
  EXPECT_EQ(predictions_json(answers), "{\n    \"b\": \"\\u00fc\",\n    \"a\": \"\"\n}\n");
  EXPECT_EQ(null_odds_json(answers), "{\n    \"b\": -4.5,\n    \"a\": 3.0\n}\n");
  EXPECT_EQ(n_best_json(answers), R"({
    "b": [
        {
            "text": "\u00fc",
            "start_logit": 1.5,
            "end_logit": 2.0,
            "probability": 0.75
        },
        {
            "text": "",
            "start_logit": -1.0,
            "end_logit": 0.0,
            "probability": 0.25
        }
    ],
    "a": [
        {
            "text": "x\"",
            "start_logit": 0.0,
            "end_logit": 0.0,
            "probability": 1.0
        }
    ]
}
)");
  EXPECT_EQ(predictions_json({}), "{}\n");
}

}  // namespace
}  // namespace tutti::task::squad
