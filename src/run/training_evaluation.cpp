// SPDX-License-Identifier: Apache-2.0
// The evaluations and predictions of a training.
#include "base/log.h"
#include "base/text.h"
#include "run/batch_layout.h"
#include "run/training_run.h"
#include "train/predictions.h"

namespace tutti::run {

std::map<std::string, double> TrainingRun::log_evaluation(const Evaluated& evaluation, int64_t step,
                                                          bool final) {
  std::map<std::string, double> metrics;
  for (const auto& [key, value] : evaluation.results.items())
    if (value.is_number()) metrics[key.substr(5)] = value.get<double>();
  metrics_->evaluated(step, metrics, final);
  return metrics;
}

std::optional<Evaluated> TrainingRun::evaluate() {
  if (!is_first()) return evaluate_together();
  const Path& evaluated = settings().do_train ? output_ : model().path();
  log_info("evaluating {}: {}", escaped(evaluated.string(), 1000),
           run_.validation()->description());
  auto evaluation = evaluate_together();
  if (!evaluation) {
    tell(hooks_.on_output,
         "stopped in the evaluation" +
             (settings().do_train ? fmt::format("; the trained model is in {0}: `tutti evaluate "
                                                "--model_name_or_path {0}` scores it",
                                                escaped(output_.string()))
                                  : ""));
    return evaluation;
  }
  write_evaluation(evaluation->scores, evaluation->results, output_);
  if (!settings().do_train) show_profile(1);
  log_evaluation(*evaluation, trained_steps_, /*final=*/true);
  for (const auto& [key, value] : evaluation->results.items()) all_results_[key] = value;
  return evaluation;
}

std::optional<Evaluated> TrainingRun::evaluate_together() {
  if (!processes_) return evaluate_now(nullptr);
  try {
    // Only the first has read the best state.
    if (settings().load_best_model_at_end) processes_->share_state(*state_);
    return evaluate_now(&*processes_);
  } catch (const comm::PeerFailed& failure) {
    if (!is_first()) throw;
    log_warning("{}; rank 0 evaluates alone", failure.what());
    return evaluate_now(nullptr);
  }
}

std::vector<backend::Buffer> TrainingRun::forward_parameters() {
  return computing().forward_parameters(
      device_ ? device_->copy().parameters(*state_, run_.backend())
              : state_->layout().forward_arguments(state_->buffers()));
}

std::optional<Evaluated> TrainingRun::evaluate_now(train::Processes* processes) {
  const AtEnd end(hooks_.on_evaluation_end);
  const int64_t batch = settings().per_device_eval_batch_size;
  const train::Predictions predictions(
      computing(), forward_parameters(), run_.validation()->features(), batch,
      run_.evaluation_layout(computing(), batch),
      {&stop_,
       [this](int64_t done, int64_t all, int64_t tokens) {
         tell(hooks_.on_evaluated, done, all, model().kind().counts_tokens() ? tokens : 0);
       }},
      processes);
  if (!predictions.complete() || !is_first()) return std::nullopt;
  Evaluated evaluation{run_.validation()->evaluate(predictions.outputs()), {}};
  evaluation.results = evaluation_results(evaluation.scores, run_.validation()->features().size(),
                                          predictions.seconds());
  return evaluation;
}

task::Answer TrainingRun::answer(const task::Dataset& data, size_t most) {
  const data::FeatureSource& features = data.features();
  const train::Predictions predictions(
      computing(), forward_parameters(), features, features.size(),
      // One batch has one shape in any case.
      layout_of("auto", *settings().max_seq_length, Shapes::any, features.size()));
  return data.answer(predictions.outputs(), most);
}

}  // namespace tutti::run
