// SPDX-License-Identifier: Apache-2.0
#include "task/squad/answers.h"

#include <numeric>

#include "base/error.h"
#include "base/text.h"
#include "task/squad/unicode.h"

namespace tutti::task::squad {
namespace {

constexpr Offsets kNull = {0, 0};

float score(const Candidate& candidate) {
  return candidate.start_logit + candidate.end_logit;
}

void check_logits(std::span<const float> logits, size_t length, const Question& question) {
  check(logits.size() >= length, "{} logits for a feature of {} tokens", logits.size(), length);
  for (float logit : logits)
    if (!std::isfinite(logit))
      user_error(
          "question \"{}\": the model gave the logit {}, expected finite numbers; its weights "
          "are damaged or its training diverged",
          escaped(question.id), logit);
}

/// Positions of the `count` largest logits, largest first; of equals the later position first, as a
/// reversed stable ascending sort gives them.
std::vector<int64_t> best_positions(std::span<const float> logits, int32_t count) {
  std::vector<int64_t> positions(logits.size());
  std::iota(positions.begin(), positions.end(), int64_t{0});
  const auto kept = std::min(positions.size(), static_cast<size_t>(count));
  const auto better = [&](int64_t a, int64_t b) {
    const float x = logits[static_cast<size_t>(a)];
    const float y = logits[static_cast<size_t>(b)];
    return x != y ? x > y : a > b;
  };
  std::partial_sort(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(kept),
                    positions.end(), better);
  positions.resize(kept);
  return positions;
}

/// The candidates of one question, collected over its features.
class Collector {
 public:
  Collector(const FeatureSet& features, const AnswerOptions& options)
      : features_(features), options_(options) {}

  void add_feature(int64_t feature, const FeatureLogits& logits) {
    const Candidate null{"", logits.start[0], logits.end[0], 0, kNull};
    if (!null_ || score(*null_) > score(null)) null_ = null;
    const auto starts = best_positions(logits.start, options_.n_best_size);
    const auto ends = best_positions(logits.end, options_.n_best_size);
    for (int64_t start : starts) {
      const auto start_offsets = features_.offsets(feature, start);
      if (!start_offsets) continue;
      for (int64_t end : ends) {
        if (end < start || end - start + 1 > options_.max_answer_length) continue;
        const auto end_offsets = features_.offsets(feature, end);
        if (!end_offsets) continue;
        candidates_.push_back({"", logits.start[static_cast<size_t>(start)],
                               logits.end[static_cast<size_t>(end)], 0,
                               Offsets{(*start_offsets)[0], (*end_offsets)[1]}});
      }
    }
  }

  /// The n-best, best first; of equals the one found first. With version_2 "no answer" is among
  /// them.
  std::vector<Candidate> n_best() && {
    if (options_.version_2 && null_) candidates_.push_back(*null_);
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return score(a) > score(b); });
    if (candidates_.size() > static_cast<size_t>(options_.n_best_size))
      candidates_.resize(static_cast<size_t>(options_.n_best_size));
    const bool has_null = std::any_of(candidates_.begin(), candidates_.end(),
                                      [](const Candidate& c) { return c.offsets == kNull; });
    if (options_.version_2 && null_ && !has_null) candidates_.push_back(*null_);
    return std::move(candidates_);
  }

  const std::optional<Candidate>& null() const { return null_; }

 private:
  const FeatureSet& features_;
  const AnswerOptions& options_;
  std::optional<Candidate> null_;  // over the features, the one that scores least
  std::vector<Candidate> candidates_;
};

void set_probabilities(std::vector<Candidate>& candidates) {
  float largest = score(candidates.front());
  for (const Candidate& candidate : candidates) largest = std::max(largest, score(candidate));
  double sum = 0;
  for (Candidate& candidate : candidates) {
    candidate.probability = std::exp(double{score(candidate)} - double{largest});
    sum += candidate.probability;
  }
  for (Candidate& candidate : candidates) candidate.probability /= sum;
}

QuestionAnswer answer_of(const Question& question, const std::string& context, Collector collector,
                         const AnswerOptions& options) {
  const std::optional<Candidate> null = collector.null();
  QuestionAnswer answer{question.id, "", std::move(collector).n_best(), std::nullopt};
  for (Candidate& candidate : answer.n_best)
    candidate.text =
        std::string(slice_code_points(context, candidate.offsets[0], candidate.offsets[1]));

  const auto has_text = [](const Candidate& candidate) { return !candidate.text.empty(); };
  const bool only_null = answer.n_best.size() == 1 && !has_text(answer.n_best.front());
  // What run_qa gives if no span can be an answer.
  if (answer.n_best.empty() || only_null)
    answer.n_best.insert(answer.n_best.begin(), Candidate{"empty", 0, 0, 0, kNull});
  set_probabilities(answer.n_best);
  if (!options.version_2) {
    answer.text = answer.n_best.front().text;
    return answer;
  }
  const auto best = std::find_if(answer.n_best.begin(), answer.n_best.end(), has_text);
  if (best == answer.n_best.end() || !null) return answer;
  answer.null_odds = score(*null) - best->start_logit - best->end_logit;
  if (double{*answer.null_odds} <= options.null_score_diff_threshold) answer.text = best->text;
  return answer;
}

}  // namespace

std::vector<QuestionAnswer> extract_answers(const Corpus& corpus, const FeatureSet& features,
                                            std::span<const FeatureLogits> logits,
                                            const AnswerOptions& options) {
  check(static_cast<int64_t>(logits.size()) == features.size(), "{} logits for {} features",
        logits.size(), features.size());
  if (options.n_best_size < 1)
    user_error("--n_best_size {}: expected at least 1", options.n_best_size);
  if (options.max_answer_length < 1)
    user_error("--max_answer_length {}: expected at least 1 token", options.max_answer_length);

  std::vector<QuestionAnswer> answers;
  answers.reserve(corpus.questions.size());
  int64_t feature = 0;
  for (size_t q = 0; q < corpus.questions.size(); q++) {
    const Question& question = corpus.questions[q];
    Collector collector(features, options);
    while (feature < features.size() && features.at(feature).question == static_cast<int32_t>(q)) {
      const FeatureLogits& item = logits[static_cast<size_t>(feature)];
      const auto length = static_cast<size_t>(features.length(feature));
      check_logits(item.start, length, question);
      check_logits(item.end, length, question);
      collector.add_feature(feature++, item);
    }
    const std::string& context = corpus.contexts[static_cast<size_t>(question.context)];
    answers.push_back(answer_of(question, context, std::move(collector), options));
  }
  check(feature == features.size(), "the features are of another corpus");
  return answers;
}

}  // namespace tutti::task::squad
