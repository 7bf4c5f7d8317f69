// SPDX-License-Identifier: Apache-2.0
#include "task/squad/score.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/data.h"
#include "task/squad/unicode.h"

namespace tutti::task::squad {
namespace {

using Words = std::vector<std::string>;

std::string lower(std::string_view text) {
  return encode_utf8(python_lower(decode_utf8(text)));
}

// Expectations of this file's text functions were printed by CPython 3.11.
TEST(Unicode, LowersAsPython) {
  EXPECT_EQ(lower("ABC xyz 1"), "abc xyz 1");
  EXPECT_EQ(lower("ÀÉÎ ẞ"), "àéî ß");
  EXPECT_EQ(lower("\u0130stanbul"), "i\u0307stanbul");
  EXPECT_EQ(lower("ΟΔΥΣΣΕΥΣ"), "οδυσσευς");
  EXPECT_EQ(lower("ΟΔΟΣ, ΣΑΣ'."), "οδος, σας'.");
  EXPECT_EQ(lower("Σ ΑΣ1 Α\u0301Σ\u0301"), "σ ας1 α\u0301ς\u0301");
  EXPECT_EQ(lower("ΑΣΒ"), "ασβ");
  EXPECT_EQ(lower("\u01C5\u2160\u24B6"), "\u01C6\u2170\u24D0");
}

TEST(Unicode, StripsAsPython) {
  EXPECT_EQ(python_lstrip(" \t\n\x0b\x0c\r\x1c\x1f\u0085\u00a0\u2003\u3000 x "), "x ");
  EXPECT_EQ(python_lstrip("\u200bx"), "\u200bx");
  EXPECT_EQ(python_lstrip("  "), "");
}

TEST(Unicode, SlicesByCodePoints) {
  const std::string text = "aü\U0001F600z";
  EXPECT_EQ(slice_code_points(text, 0, 1), "a");
  EXPECT_EQ(slice_code_points(text, 1, 3), "ü\U0001F600");
  EXPECT_EQ(slice_code_points(text, 3, 4), "z");
  EXPECT_EQ(slice_code_points(text, 3, 9), "z");
  EXPECT_EQ(slice_code_points(text, 2, 2), "");
  EXPECT_EQ(slice_code_points(text, 4, 5), "");
  EXPECT_EQ(code_point_offsets(text), (std::vector<size_t>{0, 1, 3, 7, 8}));
}

TEST(Unicode, BadBytesBecomeReplacementCharacters) {
  EXPECT_EQ(decode_utf8("a\xff\xc3"), U"a\uFFFD\uFFFD");
  EXPECT_EQ(encode_utf8(decode_utf8("aü\U0001F600")), "aü\U0001F600");
}

TEST(Score, NormalizesAsTheOfficialScript) {
  EXPECT_EQ(normalized_words("The  Eiffel-Tower!"), (Words{"eiffeltower"}));
  EXPECT_EQ(normalized_words("a an the"), Words{});
  EXPECT_EQ(normalized_words("An apple a day, then THE end."),
            (Words{"apple", "day", "then", "end"}));
  EXPECT_EQ(normalized_words("the\u00a0end\u2003now"), (Words{"end", "now"}));
  EXPECT_EQ(normalized_words("$1,000.50"), (Words{"100050"}));
  EXPECT_EQ(normalized_words("l'a \u201Ca\u201D"), (Words{"la", "\u201C", "\u201D"}));
  EXPECT_EQ(normalized_words("thé the_ a1"),
            (Words{"thé", "a1"}));  // the underscore is punctuation
  EXPECT_EQ(normalized_words("a\u0301b the\u0301"), (Words{"\u0301b", "\u0301"}));
  EXPECT_EQ(normalized_words("a\u00b2 a\u2014b"), (Words{"a\u00b2", "\u2014b"}));
}

Corpus corpus_of(std::vector<std::vector<std::string>> answers) {
  Corpus corpus;
  corpus.contexts = {""};
  for (auto& texts : answers) {
    Question question{fmt::format("q{}", corpus.questions.size()), "", 0, {}, texts.empty()};
    for (auto& text : texts) question.answers.push_back({text, 0});
    corpus.questions.push_back(question);
  }
  return corpus;
}

TEST(Score, Version1) {
  const Corpus corpus = corpus_of({{"red car", "The blue car"}, {"one two three"}, {"x"}, {"y"}});
  // Exact; 2 of 2 words of 3: precision 1, recall 2/3, F1 0.8; nothing in common; missing.
  const Predictions predictions = {{"q0", "Blue Car."}, {"q1", "three two"}, {"q2", "z"}};
  const Score result = score(corpus, predictions, Metric::v1);
  EXPECT_DOUBLE_EQ(result.all.exact, 25.0);
  EXPECT_DOUBLE_EQ(result.all.f1, 45.0);
  EXPECT_EQ(result.all.total, 4);
  EXPECT_EQ(result.missing, (Words{"q3"}));
  EXPECT_FALSE(result.has_answer);
}

TEST(Score, CountsRepeatedWordsOnceEach) {
  // Common: "b" twice; precision 2/2, recall 2/3.
  const Score result = score(corpus_of({{"b b b"}}), {{"q0", "b b"}}, Metric::v1);
  EXPECT_DOUBLE_EQ(result.all.f1, 80.0);
  EXPECT_DOUBLE_EQ(result.all.exact, 0.0);
}

TEST(Score, Version1GivesNoF1ForEmptyAnswers) {
  const Score result = score(corpus_of({{"the"}}), {{"q0", "a"}}, Metric::v1);
  EXPECT_DOUBLE_EQ(result.all.exact, 100.0);
  EXPECT_DOUBLE_EQ(result.all.f1, 0.0);
}

TEST(Score, Version2) {
  const Corpus corpus = corpus_of({{"one two three"}, {}, {}, {"the", "x"}, {"z"}});
  const Predictions predictions = {{"q0", "three two"}, {"q1", ""}, {"q2", "no"}, {"q3", ""}};
  const Score result = score(corpus, predictions, Metric::v2);
  EXPECT_EQ(result.all.total, 4);  // q4 has no prediction and is left out
  EXPECT_DOUBLE_EQ(result.all.exact, 25.0);
  EXPECT_DOUBLE_EQ(result.all.f1, 45.0);
  ASSERT_TRUE(result.has_answer);
  EXPECT_EQ(result.has_answer->total, 2);
  EXPECT_DOUBLE_EQ(result.has_answer->f1, 40.0);
  ASSERT_TRUE(result.no_answer);
  EXPECT_EQ(result.no_answer->total, 2);
  EXPECT_DOUBLE_EQ(result.no_answer->exact, 50.0);
  EXPECT_EQ(result.missing, (Words{"q4"}));
}

TEST(Score, ChoosesTheMetricByTheFile) {
  Corpus corpus;
  EXPECT_EQ(metric_of(corpus), Metric::v1);
  corpus.version = "1.1";
  EXPECT_EQ(metric_of(corpus), Metric::v1);
  corpus.version = "v2.0";
  EXPECT_EQ(metric_of(corpus), Metric::v2);
  corpus.version = "";
  corpus.has_impossible = true;
  EXPECT_EQ(metric_of(corpus), Metric::v2);
}

TEST(Score, RefusesNothingAndBadPredictions) {
  EXPECT_THROW(score(Corpus{}, {}, Metric::v1), UserError);
  EXPECT_THROW(score(corpus_of({{"x"}}), {{"other", "x"}}, Metric::v2), UserError);
  EXPECT_THROW(parse_predictions("[]", "f"), UserError);
  EXPECT_THROW(parse_predictions(R"({"a": 1})", "f"), UserError);
  EXPECT_EQ(parse_predictions(R"({"a": "b"})", "f"), (Predictions{{"a", "b"}}));
}

/// Scores published predictions; `missing` of the questions have none.
Score expect_score(const Path& data, const Path& predictions, double exact, double f1,
                   size_t missing) {
  const Corpus corpus = read_corpus(data);
  const Score result = score(corpus, read_predictions(predictions), metric_of(corpus));
  EXPECT_NEAR(result.all.exact, exact, 1e-12 * exact);
  EXPECT_NEAR(result.all.f1, f1, 1e-12 * f1);
  EXPECT_EQ(result.missing.size(), missing);
  return result;
}

void expect_part(const std::optional<SubsetScore>& part, int64_t total, double exact, double f1) {
  ASSERT_TRUE(part.has_value());
  EXPECT_EQ(part->total, total);
  EXPECT_NEAR(part->exact, exact, 1e-10);
  EXPECT_NEAR(part->f1, f1, 1e-10);
}

// tools/write_golden.py score printed what is expected of slices, and of parts.
TEST(ScoreGolden, PublishedPredictionsForSlices) {
  const Path dev = test::quickstart_data("dev.json"), folder = test::golden_data("squad");
  expect_score(dev, folder / "v1.1-match-lstm.json", 71.73913043478261, 81.47883287175654, 0);
  expect_score(dev, folder / "v1.1-logistic-regression.json", 40.21739130434783, 47.90795182440075,
               1);
  const Score v2 = expect_score(folder / "dev-v2.0.json", folder / "v2.0-bert-single.json", 78.125,
                                81.9012196684894, 0);
  expect_part(v2.has_answer, 96, 67.70833333333333, 75.26077267031215);
  expect_part(v2.no_answer, 96, 88.54166666666667, 88.54166666666667);
}

// What is expected of a whole file is what the official scripts give.
TEST(ScoreGolden, PublishedPredictionsForAllOfDev) {
  TUTTI_DATA_OR_SKIP(folder, "squad");
  const Path dev = folder / "dev-v1.1.json", predictions = folder / "predictions";
  expect_score(dev, predictions / "v1.1-match-lstm.json", 67.63481551561021, 76.75556184979695, 0);
  expect_score(dev, predictions / "v1.1-logistic-regression.json", 40.14191106906339,
               50.98153647324461, 13);
  const Score v2 = expect_score(folder / "dev-v2.0.json", predictions / "v2.0-bert-single.json",
                                78.74168280973637, 81.77528052374723, 0);
  expect_part(v2.has_answer, 5928, 74.10593792172739, 80.18183293833508);
  expect_part(v2.no_answer, 5945, 83.36417157275021, 83.36417157275021);
}

}  // namespace
}  // namespace tutti::task::squad
