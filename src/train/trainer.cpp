// SPDX-License-Identifier: Apache-2.0
#include "train/trainer.h"

#include <cmath>

#include "base/log.h"
#include "base/text.h"
#include "format/json.h"
#include "train/accumulate.h"
#include "train/checkpoint.h"
#include "train/nonfinite.h"
#include "train/step_batches.h"
#include "train/update.h"

namespace tutti::train {
namespace {

// Reports are a few bytes each, but a device may not have room for millions of buffers.
constexpr size_t kMostUnread = 1000;

nlohmann::json json_of(const LogEntry& entry) {
  return {{"step", entry.step},
          {"epoch", entry.epoch},
          {"loss", entry.loss},
          {"grad_norm", entry.gradient_norm},
          {"learning_rate", entry.learning_rate}};
}

LogEntry entry_of(const nlohmann::json& entry) {
  const auto number = [&](const char* name) {
    return entry.contains(name) && entry[name].is_number() ? entry[name].get<double>() : NAN;
  };
  return {entry.value("step", int64_t{0}),
          number("epoch"),
          number("loss"),
          number("grad_norm"),
          number("learning_rate"),
          {}};
}

}  // namespace

Trainer::Trainer(Programs& programs, TrainingState& state, data::Loader& loader,
                 TrainerOptions options, TrainerHooks hooks, StopFlag& stop)
    : programs_(programs),
      state_(state),
      loader_(loader),
      options_(std::move(options)),
      hooks_(std::move(hooks)),
      stop_(stop),
      checkpoints_(state, {options_.output, options_.keep_checkpoints, options_.save_async,
                           options_.save_sharded ? options_.processes : nullptr}) {
  const World& world = options_.world;
  check(world.devices == programs_.options().devices, "programs of {} devices in a world of {}",
        programs_.options().devices, world.devices);
  check(options_.processes ? world.ranks > 1 && world.devices == 1 : world.ranks == 1,
        "{} processes with {} devices each", world.ranks, world.devices);
  has_state_ = !options_.processes || !options_.processes->is_newcomer();
  if (has_state_ && takes_part_in_saving() && saves_on_the_way(options_)) checkpoints_.reserve();
}

bool saves_on_the_way(const TrainerOptions& options) {
  const auto is_on_the_way = [&](int64_t steps) {
    return steps > 0 && steps < options.total_steps;
  };
  return is_on_the_way(options.save_steps) ||
         (options.keep_best && is_on_the_way(options.evaluate_steps));
}

double Trainer::epoch() const {
  return static_cast<double>(step_) / static_cast<double>(loader_.steps_per_epoch());
}

std::vector<std::vector<data::Batch>> Trainer::batches_of(int64_t step) {
  if (options_.processes)
    return options_.processes->own_batches(loader_, step, programs_.options().most_leaves);
  return step_batches(loader_, step, options_.world);
}

void Trainer::run_step() {
  Processes* const processes = options_.processes;
  if (processes)
    processes->begin_agreement(static_cast<uint16_t>(
        (stop_ > 0 ? kStopSign : 0) | (processes->has_newcomers() ? kNewcomersSign : 0) |
        (checkpoints_.is_writing() ? kWritingSign : 0)));
  if (!processes) {
    run_own_step();
  } else if (processes->is_mixed() || micro_batches_of(loader_, step_) > 1) {
    apply(processes->gradients(programs_, state_, loader_, step_));
  } else {
    // Processes that have one micro-batch between them all compute it, which needs no messages.
    const auto rounds = batches_between(loader_, step_, 0, 1);
    const bool whole = runs_whole_step(rounds);
    // Apart from what follows, which takes buffers that the arguments of the gradients share.
    DeviceBuffers inputs =
        whole ? programs_.upload(rounds[0])
              : accumulate_gradients(programs_, state_.gradient_arguments(), rounds);
    if (whole)
      update(step::kStep, shape_of(rounds[0][0]), std::move(inputs));
    else
      apply(std::move(inputs));
  }
  step_++;
  if (processes) {
    const uint16_t signs = processes->agree(step_);
    stop_agreed_ = stop_agreed_ || (signs & kStopSign) != 0;
    newcomers_agreed_ = (signs & kNewcomersSign) != 0;
    parts_are_written_ = (signs & kWritingSign) == 0;
  }
  if (!programs_.backend().capabilities().asynchronous || log_due() ||
      unread_.size() >= kMostUnread) {
    read_reports();
  } else if (unread_.size() > 1) {
    // One step waits at the device while one runs: enough to keep it busy, and a stop is prompt.
    programs_.backend().wait(unread_[unread_.size() - 2].values.loss);
    announce(step_ - 1);
  }
}

void Trainer::run_own_step() {
  std::string lack;
  while (true) {
    if (hooks_.fit_batches && !hooks_.fit_batches(step_, lack) && !lack.empty())
      throw UserError(ExitCode::out_of_memory, lack);
    const auto rounds = batches_of(step_);
    const task::BatchShape shape = shape_of(rounds[0][0]);
    const bool whole = runs_whole_step(rounds);
    DeviceBuffers inputs;
    try {
      programs_.get(whole ? step::kStep : updating_function(programs_), shape);
      inputs = whole ? programs_.upload(rounds[0])
                     : accumulate_gradients(programs_, state_.gradient_arguments(), rounds);
      // A device that runs ahead says only here that its memory did not suffice.
      if (hooks_.fit_batches && !whole)
        for (const auto& device : inputs) programs_.backend().wait(device.back());
    } catch (const UserError& error) {
      if (!hooks_.fit_batches || error.code() != ExitCode::out_of_memory) throw;
      lack = error.what();
      continue;
    }
    return whole ? update(step::kStep, shape, std::move(inputs)) : apply(std::move(inputs));
  }
}

/// Whether one program computes gradients and new state. It consumes the state, so it is not run
/// where it may have to be repeated: with fit_batches, on a device that fails while it runs.
bool Trainer::runs_whole_step(const std::vector<std::vector<data::Batch>>& rounds) {
  return rounds.size() == 1 && !state_.host() &&
         !(hooks_.fit_batches && programs_.backend().capabilities().asynchronous);
}

void Trainer::apply(DeviceBuffers sums) {
  unread_.push_back({step_, apply_sums(programs_, state_, std::move(sums))});
}

void Trainer::update(std::string_view function, const task::BatchShape& shape,
                     DeviceBuffers inputs) {
  unread_.push_back({step_, update_state(programs_, state_, function, shape, std::move(inputs))});
}

bool Trainer::log_due() const {
  return step_ % options_.logging_steps == 0 || step_ == options_.total_steps;
}

void Trainer::warn_of_nonfinite(const Report& report, bool explained) {
  if (!explained)
    report_nonfinite(programs_, state_, step_ - 1, batches_of(report.step), report.step,
                     options_.processes == nullptr);
  else
    log_warning("step {}: the loss or a gradient is not finite either; the step is skipped",
                report.step + 1);
}

void Trainer::read_reports() {
  bool explained = false;
  for (const Report& report : std::exchange(unread_, {})) {
    const bool finite = programs_.backend().download(report.values.finite).int_at(0) != 0;
    if (!finite && is_overflow(report)) {
      steps_left_out_++;
      log_step(report, true);
      continue;
    }
    if (!finite) {
      warn_of_nonfinite(report, explained);
      explained = true;
      steps_left_out_++;
    }
    nonfinite_in_turn_ = finite ? 0 : nonfinite_in_turn_ + 1;
    log_step(report, finite);
    if (nonfinite_in_turn_ == kMostNonfinite)
      user_error(
          "the training ends at step {}: for {} consecutive steps the loss or a gradient was not "
          "finite, so none of them changed the model. Lower --learning_rate, or give "
          "--max_grad_norm 1 and some --warmup_steps; with fp16, try --bf16. Earlier checkpoints "
          "are unchanged",
          report.step + 1, kMostNonfinite);
  }
  announce(step_);
}

bool Trainer::is_overflow(const Report& report) const {
  if (!report.values.loss_scale) return false;
  const auto read = [&](const backend::Buffer& buffer) {
    return programs_.backend().download(buffer).float_at(0);
  };
  const double scale = read(report.values.loss_scale);
  const step::LossScale& options = *programs_.options().loss_scale;
  if (!options.is_dynamic || scale <= options.least || !std::isfinite(read(report.values.loss)))
    return false;
  log_info(
      "step {}: a gradient overflows at a loss scale of {}; the step is skipped, and the scale "
      "falls to {}",
      report.step + 1, scale, std::max(scale * options.backoff, options.least));
  return true;
}

void Trainer::log_step(const Report& report, bool finite) {
  const auto read = [&](const backend::Buffer& buffer) {
    return programs_.backend().download(buffer).float_at(0);
  };
  const double loss = read(report.values.loss);
  const int64_t steps = report.step + 1;
  if (finite) {
    loss_sum_ += loss;
    total_loss_ += loss;
    loss_count_++;
  }
  if (hooks_.on_loss) hooks_.on_loss(steps, loss);
  if (steps != step_ || !log_due()) return;
  const LogEntry entry{
      steps,
      epoch(),
      loss_sum_ / static_cast<double>(loss_count_),
      read(report.values.gradient_norm),
      read(report.values.learning_rate),
      options_.processes ? options_.processes->loads() : std::vector<ProcessLoad>()};
  loss_sum_ = 0;
  loss_count_ = 0;
  history_.push_back(json_of(entry));
  if (hooks_.on_log) hooks_.on_log(entry);
}

void Trainer::announce(int64_t steps) {
  while (announced_ < steps) {
    announced_++;
    if (hooks_.on_step) hooks_.on_step(announced_);
  }
}

bool Trainer::is_due(int64_t steps) const {
  return steps > 0 && step_ > 0 && (step_ % steps == 0 || step_ == options_.total_steps);
}

void Trainer::check_state() {
  if (!options_.processes || options_.check_steps == 0) return;
  if (!is_due(options_.check_steps) && !is_due(options_.save_steps) &&
      !is_due(options_.evaluate_steps) && !is_stopped())
    return;
  options_.processes->expect_same_state(state_, fmt::format("after step {}", step_));
}

/// Whether this step is to be evaluated and was not, be it by a run that was stopped meanwhile.
bool Trainer::evaluation_due() const {
  if ((writes() && !hooks_.evaluate) || !is_due(options_.evaluate_steps)) return false;
  return history_.empty() || history_.back().value("step", int64_t{-1}) != step_ ||
         !history_.back().contains("eval_" + options_.metric);
}

std::map<std::string, double> Trainer::shared_metrics() {
  std::map<std::string, double> metrics;
  if (hooks_.evaluate) metrics = hooks_.evaluate(step_);
  if (!options_.processes) return metrics;
  // Without metrics, one of the processes was told to stop.
  const nlohmann::json shared = options_.processes->from_first(
      {{"metrics", metrics}, {"stop", stop_ > 0 || metrics.empty()}}, "an evaluation");
  if (shared["stop"]) stop_agreed_ = true;
  return shared["metrics"];
}

void Trainer::evaluate() {
  programs_.drop_sums();
  if (options_.keep_best) checkpoints_.wait();
  const auto metrics = shared_metrics();
  if (metrics.empty()) return;
  nlohmann::json entry = {{"step", step_}, {"epoch", epoch()}};
  for (const auto& [name, value] : metrics) entry["eval_" + name] = value;
  history_.push_back(entry);
  const auto found = metrics.find(options_.metric);
  check(found != metrics.end(), "evaluation gave no {}", options_.metric);
  const double gain = best_metric_ ? found->second - *best_metric_ : 0;
  const bool better = !best_metric_ || (options_.larger_is_better ? gain > 0 : gain < 0);
  evaluations_without_gain_ = better ? 0 : evaluations_without_gain_ + 1;
  if (!better) return;
  best_metric_ = found->second;
  best_step_ = step_;
  if (options_.keep_best) save();
}

void Trainer::save() {
  if (saved_step_ == step_) return;
  programs_.drop_sums();
  read_reports();
  saved_step_ = step_;
  if (!takes_part_in_saving()) return;
  std::vector<int64_t> protect;
  if (options_.keep_best && best_step_) protect.push_back(*best_step_);
  const auto fill_rest = [this, text = report().dump(2) + "\n"](const Path& folder) {
    write_file_atomically(folder / kStateFile, text);
    if (hooks_.write_extra_files) hooks_.write_extra_files(folder);
  };
  parts_are_written_ = false;
  const Checkpoint checkpoint{step_, fill_rest, protect};
  const bool goes_on = step_ < options_.total_steps && !is_stopped();
  goes_on ? checkpoints_.begin(checkpoint) : checkpoints_.write(checkpoint);
}

Outcome Trainer::run() {
  Processes* const processes = options_.processes;
  std::optional<std::string> cause;
  if (!has_state_) cause = "";
  while (true) {
    try {
      if (cause) regroup(*cause);
      cause.reset();
      const Outcome outcome = run_steps();
      programs_.drop_sums();
      checkpoints_.wait();
      // Nothing else is left of a run that was stopped.
      if (outcome == Outcome::stopped) checkpoints_.expect_written();
      read_reports();
      finish(outcome);
      return outcome;
    } catch (const comm::PeerFailed& failure) {
      if (!processes->can_regroup()) throw;
      cause = failure.what();
    }
  }
}

void Trainer::finish(Outcome outcome) {
  std::string problem;
  if (outcome == Outcome::finished && writes() && hooks_.on_finish) try {
      hooks_.on_finish();
    } catch (const comm::PeerFailed&) {
      throw;
    } catch (const UserError& error) {
      if (error.code() != ExitCode::io) throw;
      problem = fmt::format(
          "the trained model is not written: {}; once there is room, --resume_from_checkpoint auto "
          "resumes from the newest complete checkpoint",
          error.what());
    }
  Processes* const processes = options_.processes;
  if (processes)
    problem = processes->from_first(problem, "the end of the training").get<std::string>();
  if (problem.empty()) return;
  // The next rank 0 would only find the same disk. One that left before all have heard of it would
  // be taken for one that failed.
  if (processes) try {
      processes->communicator().barrier("the end of the training", comm::kNoLimit);
    } catch (const comm::PeerFailed&) {  // it left, as all have heard
    }
  io_error("{}", problem);
}

void Trainer::regroup(const std::string& cause) {
  Processes& processes = *options_.processes;
  const bool was_first = processes.is_first();
  cause.empty() ? checkpoints_.complete_parts() : checkpoints_.abandon_parts();
  newcomers_agreed_ = false;
  if (has_state_) read_reports();
  const comm::Regrouping regrouping = processes.regroup(cause);
  Standing standing;
  nlohmann::json own;
  if (has_state_) {
    standing = {step_, static_cast<int64_t>(history_.size())};
    own = report();
  }
  const Processes::Agreement agreed = processes.agree_on(standing, own, stop_agreed_);
  stop_agreed_ = agreed.stop;
  if (!agreed.all_equal) processes.share_state(state_, agreed.from);
  take_over(agreed.value, was_first);
  has_state_ = true;
  const bool becomes_first = writes() && !was_first;
  if (hooks_.on_regroup) hooks_.on_regroup(regrouping, step_, becomes_first);
  if (!becomes_first && !shares_saving()) return;
  saved_step_ = -1;  // the one that wrote before may have died meanwhile
  if (options_.keep_best && best_step_ == step_) save();
}

void Trainer::take_over(const nlohmann::json& saved, bool was_first) {
  const size_t known = history_.size();
  const int64_t saved_step = saved_step_;
  restore(saved, "the state of another process");
  saved_step_ = saved_step;
  if (!was_first || !hooks_.on_log) return;
  // What this process would have logged if it had been as far.
  for (size_t k = known; k < history_.size(); k++)
    if (history_[k].contains("loss")) hooks_.on_log(entry_of(history_[k]));
}

bool Trainer::has_no_gain() const {
  if (!options_.patience || evaluations_without_gain_ < options_.patience) return false;
  log_info("no better {} in {} evaluations: the run ends at step {}", options_.metric,
           options_.patience, step_);
  return true;
}

Outcome Trainer::run_steps() {
  while (true) {
    checkpoints_.log_failure();
    if (parts_are_written_) checkpoints_.complete_parts();
    check_state();
    if (evaluation_due()) evaluate();
    if (is_stopped()) {
      save();
      return Outcome::stopped;
    }
    if (is_due(options_.save_steps)) save();
    if (has_no_gain() || step_ >= options_.total_steps) return Outcome::finished;
    run_step();
    if (newcomers_agreed_) regroup("");
  }
}

}  // namespace tutti::train
