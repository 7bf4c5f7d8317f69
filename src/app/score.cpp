// SPDX-License-Identifier: Apache-2.0
#include "task/squad/score.h"

#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/output.h"
#include "base/log.h"

namespace tutti::app {
namespace {

using task::squad::Metric;
using task::squad::Part;

/// The official script's names, v1.1 or v2.0.
nlohmann::ordered_json result_of(const task::squad::Score& score, Metric metric) {
  nlohmann::ordered_json result;
  result[metric == Metric::v1 ? "exact_match" : "exact"] = score.all.exact;
  result["f1"] = score.all.f1;
  if (metric == Metric::v1) return result;
  result["total"] = score.all.total;
  const auto add = [&](const std::string& prefix, const std::optional<Part>& part) {
    if (!part) return;
    result[prefix + "_exact"] = part->exact;
    result[prefix + "_f1"] = part->f1;
    result[prefix + "_total"] = part->total;
  };
  add("HasAns", score.has_answer);
  add("NoAns", score.no_answer);
  return result;
}

}  // namespace

ExitCode run_score(const GlobalOptions& global, const ScoreArguments& arguments) {
  const auto corpus = task::squad::read_corpus(arguments.dataset);
  const auto predictions = task::squad::read_predictions(arguments.predictions);
  const Metric metric =
      arguments.version_2_with_negative ? Metric::v2 : task::squad::metric_of(corpus);
  const auto score = task::squad::score(corpus, predictions, metric);
  if (!score.missing.empty())
    log_warning("{} of {} questions have no prediction; {}", score.missing.size(),
                corpus.questions.size(),
                metric == Metric::v1 ? "they score 0" : "they are left out");
  const auto result = result_of(score, metric);
  if (global.json) {
    write_result_json(result);
    return ExitCode::done;
  }
  std::string text;
  for (const auto& [name, value] : result.items())
    text += fmt::format("{:<14}{}\n", name, value.dump());
  write_result(text);
  return ExitCode::done;
}

}  // namespace tutti::app
