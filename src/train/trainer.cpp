// SPDX-License-Identifier: Apache-2.0
#include "train/trainer.h"

#include <cmath>

#include "base/log.h"
#include "format/json.h"
#include "train/accumulate.h"
#include "train/checkpoint.h"
#include "train/nonfinite.h"

namespace tutti::train {
namespace {

constexpr const char* kStateFile = "trainer_state.json";

nlohmann::json json_of(const LogEntry& entry) {
  return {{"step", entry.step},
          {"epoch", entry.epoch},
          {"loss", entry.loss},
          {"grad_norm", entry.gradient_norm},
          {"learning_rate", entry.learning_rate}};
}

template <typename T>
nlohmann::json or_null(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

}  // namespace

Trainer::Trainer(Programs& programs, TrainingState& state, data::Loader& loader,
                 TrainerOptions options, TrainerHooks hooks, StopFlag& stop)
    : programs_(programs),
      state_(state),
      loader_(loader),
      options_(std::move(options)),
      hooks_(std::move(hooks)),
      stop_(stop) {}

double Trainer::epoch() const {
  return static_cast<double>(step_) / static_cast<double>(loader_.steps_per_epoch());
}

nlohmann::json Trainer::report() const {
  return {{"global_step", step_},
          {"max_steps", options_.total_steps},
          {"epoch", epoch()},
          {"log_history", history_},
          {"best_metric", or_null(best_metric_)},
          {"best_global_step", or_null(best_step_)},
          {"evaluations_without_gain", evaluations_without_gain_},
          {"loss_since_log", {{"sum", loss_sum_}, {"steps", loss_count_}}},
          {"total_loss", total_loss_}};
}

void Trainer::resume(const Path& folder) {
  const std::string where = (folder / kStateFile).string();
  const nlohmann::json saved = format::read_json(folder / kStateFile);
  step_ = format::json_int(saved, "global_step", where);
  saved_step_ = step_;
  if (!saved.contains("log_history") || !saved["log_history"].is_array())
    user_error("{}: log_history is not a list", where);
  for (const nlohmann::json& entry : saved["log_history"]) {
    if (!entry.is_object()) user_error("{}: an entry of log_history is no object", where);
    history_.push_back(entry);
  }
  const auto since = saved.value("loss_since_log", nlohmann::json::object());
  loss_sum_ = format::json_double(since, "sum", where, 0);
  loss_count_ = format::json_int(since, "steps", where, 0);
  total_loss_ = format::json_double(saved, "total_loss", where, 0);
  evaluations_without_gain_ = format::json_int(saved, "evaluations_without_gain", where, 0);
  if (saved.contains("best_metric") && saved["best_metric"].is_number())
    best_metric_ = saved["best_metric"].get<double>();
  if (saved.contains("best_global_step") && saved["best_global_step"].is_number_integer())
    best_step_ = saved["best_global_step"].get<int64_t>();
  if (step_ > options_.total_steps)
    user_error("{}: the checkpoint is of step {}, but the run ends at step {}", where, step_,
               options_.total_steps);
}

std::vector<data::Batch> Trainer::batches_of(int64_t step) {
  std::vector<data::Batch> batches;
  for (int64_t micro = 0; micro < loader_.options().accumulate; micro++) {
    data::Batch batch = loader_.batch(step, micro);
    if (batch.real > 0) batches.push_back(std::move(batch));
  }
  return batches;
}

Trainer::StepResult Trainer::read_report(std::span<const backend::Buffer> results) {
  const size_t first = 3 * state_.parameter_count() + 2;
  const auto scalar = [&](size_t i) { return programs_.backend().download(results[first + i]); };
  return {scalar(0).float_at(0), scalar(1).float_at(0), scalar(2).float_at(0),
          scalar(3).int_at(0) != 0};
}

Trainer::StepResult Trainer::run_step() {
  const std::vector<data::Batch> batches = batches_of(step_);
  const task::BatchShape shape = shape_of(batches[0]);
  if (batches.size() == 1) return update("step", shape, programs_.upload(batches[0]));
  return update("apply", shape, accumulate_gradients(programs_, state_, batches));
}

Trainer::StepResult Trainer::update(const std::string& function, const task::BatchShape& shape,
                                    std::vector<backend::Buffer> inputs) {
  std::vector<backend::Buffer> arguments = std::move(state_.buffers());
  for (backend::Buffer& buffer : inputs) arguments.push_back(std::move(buffer));
  const size_t kept = 3 * state_.parameter_count() + 2;
  std::vector<backend::Buffer> results(kept + 4);
  execute(programs_.get(function, shape), arguments, results);
  const StepResult result = read_report(results);
  results.resize(kept);
  state_.buffers() = std::move(results);
  return result;
}

void Trainer::log_step(const StepResult& result) {
  loss_sum_ += result.loss;
  total_loss_ += result.loss;
  loss_count_++;
  if (hooks_.on_step) hooks_.on_step(step_, result.loss);
  const bool due = step_ % options_.logging_steps == 0 || step_ == options_.total_steps;
  if (!due) return;
  const LogEntry entry{step_, epoch(), loss_sum_ / static_cast<double>(loss_count_), result.norm,
                       result.rate};
  loss_sum_ = 0;
  loss_count_ = 0;
  history_.push_back(json_of(entry));
  if (hooks_.on_log) hooks_.on_log(entry);
}

/// Whether this step is to be evaluated and was not, be it by a run that was stopped meanwhile.
bool Trainer::evaluation_due() const {
  if (!options_.evaluate_steps || !hooks_.evaluate || step_ == 0) return false;
  const bool last = options_.evaluate_last && step_ == options_.total_steps;
  if (!last && step_ % options_.evaluate_steps != 0) return false;
  return history_.empty() || history_.back().value("step", int64_t{-1}) != step_ ||
         !history_.back().contains("eval_" + options_.metric);
}

void Trainer::evaluate() {
  const auto metrics = hooks_.evaluate(programs_, state_);
  if (metrics.empty()) return;
  nlohmann::json entry = {{"step", step_}, {"epoch", epoch()}};
  for (const auto& [name, value] : metrics) entry["eval_" + name] = value;
  history_.push_back(entry);
  const auto found = metrics.find(options_.metric);
  check(found != metrics.end(), "evaluation gave no {}", options_.metric);
  const bool better = !best_metric_ || found->second > *best_metric_;
  evaluations_without_gain_ = better ? 0 : evaluations_without_gain_ + 1;
  if (!better) return;
  best_metric_ = found->second;
  best_step_ = step_;
  if (options_.keep_best) save();
}

void Trainer::save() {
  if (saved_step_ == step_) return;
  std::vector<int64_t> protect;
  if (options_.keep_best && best_step_) protect.push_back(*best_step_);
  write_checkpoint(
      options_.output, step_,
      [&](const Path& folder) {
        state_.save(folder);
        write_file_atomically(folder / kStateFile, report().dump(2) + "\n");
        if (hooks_.write_extra_files) hooks_.write_extra_files(folder);
      },
      options_.keep_checkpoints, protect);
  saved_step_ = step_;
}

Outcome Trainer::run() {
  while (true) {
    if (evaluation_due()) evaluate();
    if (stop_ > 0) {
      save();
      return Outcome::stopped;
    }
    if (options_.save_steps && step_ > 0 && step_ % options_.save_steps == 0) save();
    if (options_.patience && evaluations_without_gain_ >= options_.patience) {
      log_info("no better {} in {} evaluations: the run ends at step {}", options_.metric,
               options_.patience, step_);
      return Outcome::finished;
    }
    if (step_ >= options_.total_steps) return Outcome::finished;
    const StepResult result = run_step();
    if (!result.finite) report_nonfinite(programs_, state_, batches_of(step_), step_);
    step_++;
    log_step(result);
  }
}

}  // namespace tutti::train
