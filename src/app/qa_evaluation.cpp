// SPDX-License-Identifier: Apache-2.0
#include "app/qa_evaluation.h"

#include "app/output.h"
#include "base/text.h"
#include "train/memory_plan.h"

namespace tutti::app {

std::string evaluation_pack(const std::string& pack, bool bf16) {
  return pack == "auto" && !bf16 ? "none" : pack;
}

void expect_evaluation_fits(train::Programs& programs, const task::squad::FeatureSet& features,
                            int64_t batch, const std::function<data::Layout(int64_t)>& layout) {
  const auto compile = [&](int64_t size) {
    programs.get("forward", train::prediction_shape(features, size, layout(size)).largest);
  };
  try {
    compile(batch);
  } catch (const UserError& error) {
    if (error.code() != ExitCode::out_of_memory) throw;
    const int64_t most = std::min(batch, features.size() + 1);
    const int64_t largest = train::largest_that_fits(most, compile);
    throw UserError(
        ExitCode::out_of_memory,
        fmt::format("{}. {}", error.what(),
                    largest > 0 ? fmt::format("--per_device_eval_batch_size {} fits", largest)
                                : "Not even one feature fits"));
  }
}

std::vector<task::squad::FeatureLogits> logits_of(const task::Outputs& outputs) {
  std::vector<task::squad::FeatureLogits> all;
  for (size_t i = 0; i < outputs[0].size(); i++) all.push_back({outputs[0][i], outputs[1][i]});
  return all;
}

nlohmann::ordered_json QaEvaluation::results(bool version_2) const {
  nlohmann::ordered_json json;
  const auto part = [&](const std::string& prefix, const task::squad::Part& from) {
    json[prefix + "exact"] = from.exact;
    json[prefix + "f1"] = from.f1;
    json[prefix + "total"] = from.total;
  };
  if (version_2) {
    part("eval_", score.all);
    if (score.has_answer) part("eval_HasAns_", *score.has_answer);
    if (score.no_answer) part("eval_NoAns_", *score.no_answer);
  } else {
    json["eval_exact_match"] = score.all.exact;
    json["eval_f1"] = score.all.f1;
  }
  json["eval_samples"] = features;
  json["eval_runtime"] = seconds;
  json["eval_samples_per_second"] = seconds > 0 ? static_cast<double>(features) / seconds : 0.0;
  return json;
}

std::string evaluation_title(const Path& model, const QaData& data) {
  return fmt::format("evaluating {}: {}, {}", escaped(model.string(), 1000),
                     counted(static_cast<int64_t>(data.corpus.questions.size()), "question"),
                     counted(data.features->size(), "feature"));
}

std::string score_text(const task::squad::Score& score, const std::string& more) {
  const auto line = [](const task::squad::Part& part, const std::string& of) {
    return fmt::format("exact match {:.4f}  F1 {:.4f}  ({}{})\n", part.exact, part.f1,
                       counted(part.total, "question"), of);
  };
  std::string text = line(score.all, more);
  if (score.has_answer) text += "  HasAns  " + line(*score.has_answer, " with an answer");
  if (score.no_answer) text += "  NoAns   " + line(*score.no_answer, " without");
  return text;
}

QaEvaluation evaluate(const QaData& data, const train::Predictions& predictions,
                      const task::squad::AnswerOptions& options) {
  QaEvaluation evaluation;
  evaluation.answers = task::squad::extract_answers(data.corpus, *data.features,
                                                    logits_of(predictions.outputs()), options);
  task::squad::Predictions texts;
  for (const auto& answer : evaluation.answers) texts[answer.id] = answer.text;
  evaluation.score = task::squad::score(
      data.corpus, texts, options.version_2 ? task::squad::Metric::v2 : task::squad::Metric::v1);
  evaluation.features = data.features->size();
  evaluation.seconds = predictions.seconds();
  return evaluation;
}

void write_evaluation(const QaEvaluation& evaluation, bool version_2, const Path& folder) {
  write_file_atomically(folder / "eval_predictions.json",
                        task::squad::predictions_json(evaluation.answers));
  write_file_atomically(folder / "eval_nbest_predictions.json",
                        task::squad::n_best_json(evaluation.answers));
  const Path null_odds = folder / "eval_null_odds.json";
  std::error_code ignored;
  std::filesystem::remove(null_odds, ignored);  // an earlier evaluation's
  if (version_2) write_file_atomically(null_odds, task::squad::null_odds_json(evaluation.answers));
  write_file_atomically(folder / "eval_results.json", evaluation.results(version_2).dump(2) + "\n");
}

}  // namespace tutti::app
