// SPDX-License-Identifier: Apache-2.0
#include "task/squad/score.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "task/squad/unicode.h"

namespace tutti::task::squad {
namespace {

using Words = std::vector<std::string>;

/// Python's string.punctuation.
bool is_punctuation(char32_t c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

/// re.sub(r"\b(a|an|the)\b", " ", text): whole runs of word characters.
std::u32string without_articles(std::u32string_view text) {
  std::u32string result;
  size_t i = 0;
  while (i < text.size()) {
    size_t end = i;
    while (end < text.size() && is_python_word(text[end])) end++;
    const std::u32string_view run = text.substr(i, end - i);
    if (run == U"a" || run == U"an" || run == U"the")
      result.push_back(U' ');
    else
      result += run;
    if (end < text.size()) result.push_back(text[end++]);
    i = end;
  }
  return result;
}

Words split(std::u32string_view text) {
  Words words;
  size_t i = 0;
  while (i < text.size()) {
    size_t end = i;
    while (end < text.size() && !is_python_space(text[end])) end++;
    if (end > i) words.push_back(encode_utf8(text.substr(i, end - i)));
    i = end + 1;
  }
  return words;
}

double count_common(Words a, Words b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  Words common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return static_cast<double>(common.size());
}

double f1_of(const Words& prediction, const Words& truth) {
  const double common = count_common(prediction, truth);
  if (common == 0) return 0;
  const double precision = common / static_cast<double>(prediction.size());
  const double recall = common / static_cast<double>(truth.size());
  return (2 * precision * recall) / (precision + recall);
}

struct Points {
  double exact = 0;
  double f1 = 0;
};

Points best_points(const Words& prediction, const std::vector<Words>& truths, Metric metric) {
  Points best;
  for (const Words& truth : truths) {
    const double exact = prediction == truth ? 1 : 0;
    // v2.0: where either says "no answer", both must.
    const bool none = metric == Metric::v2 && (prediction.empty() || truth.empty());
    best.exact = std::max(best.exact, exact);
    best.f1 = std::max(best.f1, none ? exact : f1_of(prediction, truth));
  }
  return best;
}

/// The answers a prediction is compared with. v2.0 drops those that normalise to nothing, and a
/// question left with none expects the empty answer.
std::vector<Words> truths_of(const Question& question, Metric metric) {
  std::vector<Words> truths;
  for (const Answer& answer : question.answers) {
    Words words = normalized_words(answer.text);
    if (metric == Metric::v1 || !words.empty()) truths.push_back(std::move(words));
  }
  if (metric == Metric::v2 && truths.empty()) truths.emplace_back();
  return truths;
}

/// Sums in the order of the questions, as the official scripts do.
struct Sum {
  double exact = 0;
  double f1 = 0;
  int64_t total = 0;

  void add(const Points& points) {
    exact += points.exact;
    f1 += points.f1;
    total++;
  }
  SubsetScore part() const {
    const auto count = static_cast<double>(total);
    return {100.0 * exact / count, 100.0 * f1 / count, total};
  }
};

std::optional<SubsetScore> part_of(const Sum& sum) {
  return sum.total > 0 ? std::optional(sum.part()) : std::nullopt;
}

Predictions predictions_of(const nlohmann::json& json, std::string_view where) {
  if (!json.is_object())
    user_error("{}: found {}, expected an object of answers by question id", where,
               json.type_name());
  Predictions predictions;
  for (const auto& [id, answer] : json.items()) {
    if (!answer.is_string())
      user_error("{}: the answer of \"{}\" is {}, expected a string (empty: no answer)", where,
                 escaped(id), answer.type_name());
    predictions.emplace(id, answer.get<std::string>());
  }
  return predictions;
}

}  // namespace

Metric metric_of(const Corpus& corpus) {
  const bool says_so = corpus.version.starts_with("v2") || corpus.version.starts_with("2");
  return says_so || corpus.has_impossible ? Metric::v2 : Metric::v1;
}

Predictions read_predictions(const Path& path) {
  return predictions_of(format::read_json(path), path.string());
}

Predictions parse_predictions(std::string_view text, std::string_view where) {
  return predictions_of(format::parse_json(text, where), where);
}

std::vector<std::string> normalized_words(std::string_view answer) {
  std::u32string text = python_lower(decode_utf8(answer));
  text.erase(std::remove_if(text.begin(), text.end(), is_punctuation), text.end());
  return split(without_articles(text));
}

Score score(const Corpus& corpus, const Predictions& predictions, Metric metric) {
  Score result;
  Sum all, has_answer, no_answer;
  for (const Question& question : corpus.questions) {
    const auto prediction = predictions.find(question.id);
    if (prediction == predictions.end()) {
      result.missing.push_back(question.id);
      if (metric == Metric::v1) all.add({});
      continue;
    }
    const Points points =
        best_points(normalized_words(prediction->second), truths_of(question, metric), metric);
    all.add(points);
    (question.answers.empty() ? no_answer : has_answer).add(points);
  }
  if (all.total == 0)
    user_error("nothing to score: {}", corpus.questions.empty()
                                           ? "the data set has no questions"
                                           : "no prediction has the id of a question");
  result.all = all.part();
  if (metric == Metric::v2) {
    result.has_answer = part_of(has_answer);
    result.no_answer = part_of(no_answer);
  }
  return result;
}

}  // namespace tutti::task::squad
