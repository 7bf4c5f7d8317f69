// SPDX-License-Identifier: Apache-2.0
// The evaluations of a training.
#include "app/evaluation_files.h"
#include "app/train_command.h"
#include "app/train_data.h"
#include "app/work_progress.h"
#include "base/log.h"
#include "train/predictions.h"

namespace tutti::app {

std::map<std::string, double> TrainCommand::log_evaluation(const Evaluated& evaluation,
                                                           int64_t step, bool final) {
  std::map<std::string, double> metrics;
  for (const auto& [key, value] : evaluation.results.items())
    if (value.is_number()) metrics[key.substr(5)] = value.get<double>();
  metrics_->evaluated(step, metrics, final);
  return metrics;
}

std::optional<TrainCommand::Evaluated> TrainCommand::evaluate_together() {
  if (!processes_) return evaluate_now(nullptr);
  try {
    // Only the first has read the best state.
    if (arguments_.load_best_model_at_end) processes_->share_state(*state_);
    return evaluate_now(&*processes_);
  } catch (const comm::PeerFailed& failure) {
    if (!is_first()) throw;
    log_warning("{}; rank 0 evaluates alone", failure.what());
    return evaluate_now(nullptr);
  }
}

std::optional<TrainCommand::Evaluated> TrainCommand::evaluate_now(train::Processes* processes) {
  WorkProgress progress(global_, "evaluated", "features");
  train::Programs& programs = computing();
  const auto parameters = device_ ? device_->copy().parameters(*state_, *backend_)
                                  : state_->layout().forward_arguments(state_->buffers());
  const train::Predictions predictions(
      programs, programs.forward_parameters(parameters), validation_->features(),
      arguments_.per_device_eval_batch_size,
      evaluation_layout(arguments_, model_.kind(), programs, arguments_.per_device_eval_batch_size),
      {&stop_, [&](int64_t done, int64_t all) { progress.count(done, all); }}, processes);
  if (!predictions.complete() || !is_first()) return std::nullopt;
  Evaluated evaluation{validation_->evaluate(predictions.outputs()), {}};
  evaluation.results =
      evaluation_results(evaluation.scores, validation_->features().size(), predictions.seconds());
  return evaluation;
}

}  // namespace tutti::app
