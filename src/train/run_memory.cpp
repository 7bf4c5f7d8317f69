// SPDX-License-Identifier: Apache-2.0
#include "train/run_memory.h"

#include <algorithm>

#include "base/rounding.h"
#include "base/text.h"
#include "train/predictions.h"
#include "train/process_memory.h"

namespace tutti::train {
namespace {

// Bytes that no plan counts: programs for shapes that come later, and the buffers of files.
constexpr int64_t kUnplanned = int64_t{32} << 20;

std::string bytes_text(int64_t bytes) {
  return human_bytes(static_cast<size_t>(bytes));
}

[[noreturn]] void refuse(const std::string& lack, const std::string& advice) {
  throw UserError(ExitCode::out_of_memory, fmt::format("{}. {}", lack, advice));
}

/// Features that a step and an evaluation compute at a time.
struct BatchSizes {
  int64_t train = 0;
  int64_t evaluation = 0;  // 0: nothing is evaluated
};

RunShape run_shape(const RunOutline& run, const BatchSizes& batch) {
  data::LoaderOptions options = run.loader.options();
  options.batch = batch.train;
  if (options.layout.row_counts == std::vector{run.loader.options().batch})
    options.layout.row_counts = {batch.train};  // a row for each feature, always
  else if (!options.layout.row_counts.empty())
    options.layout.row_counts = data::default_row_counts(batch.train);
  data::Loader loader(run.loader.source(), options);
  RunShape shape;
  shape.gradients_apart = run.gradients_apart;
  shape.applies = run.applies;
  shape.copies_state = run.copying != Copying::none;
  shape.micro_batch =
      largest_shape(loader, run.first_step, std::max(run.last_step, run.first_step + 1));
  const auto devices = static_cast<int64_t>(run.programs.devices());
  shape.accumulate = loader.micro_batches() / devices;
  if (shape.accumulate > 1) {  // no step has more micro-batches than the data set
    const int64_t there = divide_up(run.loader.source().size(), loader.features_together());
    const int64_t least = 2;  // one alone is accumulated too
    shape.accumulate = std::clamp(divide_up(there, devices), least, shape.accumulate);
  }
  if (batch.evaluation > 0) {
    const PredictionShape evaluation = prediction_shape(*run.evaluation.features, batch.evaluation,
                                                        run.evaluation.layout(batch.evaluation));
    shape.evaluated = evaluation.largest;
    shape.evaluated_batches = evaluation.batches;
  }
  return shape;
}

/// What a plan finds instead of its memory; empty where that is there.
std::string lack_of(const RunOutline& run, const MemoryPlan& plan) {
  const int64_t limit = run.programs.backend().devices()[0].memory_bytes;
  if (limit > 0 && plan.total() > limit) return "there are " + bytes_text(limit);
  if (run.elsewhere) return "";
  // The process already has the memory of the largest program compiled so far.
  const int64_t there = run.loaded + run.held + run.programs.memory().temporaries;
  const int64_t rest = plan.total() + (plan.copy_is_apart ? plan.copy : 0) + kUnplanned - there;
  if (can_allocate(rest)) return "";
  return fmt::format("the system cannot provide the last {}", bytes_text(rest));
}

/// The answer for a run with such batches.
Fit fit_of(const RunOutline& run, const BatchSizes& batch) {
  Fit fit = plan_memory(run.programs, run_shape(run, batch), run.loaded);
  if (!fit.plan) return fit;
  MemoryPlan& plan = *fit.plan;
  std::string found = lack_of(run, plan);
  if (!found.empty() && run.copying == Copying::if_it_fits) {
    plan.copy = 0;
    plan.copy_is_lacking = true;
    found = lack_of(run, plan);
  }
  if (found.empty()) return fit;
  const std::string evaluating =
      batch.evaluation > 0 ? fmt::format(", evaluated by {},", batch.evaluation) : "";
  return {{},
          fmt::format("a run with batches of {}{} needs {}; {}", batch.train, evaluating,
                      memory_text(plan), found)};
}

bool fits(const RunOutline& run, const BatchSizes& batch) {
  return fit_of(run, batch).plan.has_value();
}

/// A flag's largest batch that fits, and what to know about it.
std::string batch_advice(const char* flag, int64_t largest, const char* more) {
  if (largest <= 0) return "not even one feature fits: take a smaller model or --max_seq_length";
  return fmt::format("{} {} fits{}", flag, largest, more);
}

/// What the user of a run that does not fit with `batch` can do.
std::string advice_for(const RunOutline& run, const BatchSizes& batch) {
  if (batch.evaluation > 0 && fits(run, {batch.train, 0})) {
    const int64_t largest = largest_that_fits(
        std::min(batch.evaluation, run.evaluation.features->size() + 1), [&](int64_t size) {
          return fits(run, {batch.train, size});
        });
    return batch_advice("--per_device_eval_batch_size", largest, "");
  }
  const int64_t largest =
      largest_that_fits(std::min(batch.train, run.loader.source().size() + 1), [&](int64_t size) {
        return fits(run, {size, 0});
      });
  return batch_advice("--per_device_train_batch_size", largest,
                      "; with --gradient_accumulation_steps the step stays the same");
}

}  // namespace

MemoryPlan expect_run_fits(const RunOutline& run) {
  const step::StateLayout& layout = run.programs.layout();
  expect_memory(run.programs.backend(), run.applies ? state_bytes(layout) : parameter_bytes(layout),
                fmt::format("the model's parameters{}, besides {} of data and program",
                            run.applies ? " and moments" : "", bytes_text(run.loaded)),
                run.loaded);
  const BatchSizes batch{run.loader.options().batch,
                         run.evaluation.features ? run.evaluation.batch : int64_t{0}};
  const Fit fit = fit_of(run, batch);
  if (!fit.plan) refuse(fit.lack, advice_for(run, batch));
  return *fit.plan;
}

Fit run_fit(const RunOutline& run, int64_t train_batch) {
  return fit_of(run, {train_batch, run.evaluation.features ? run.evaluation.batch : int64_t{0}});
}

task::BatchShape largest_micro_batch(const RunOutline& run, int64_t train_batch) {
  return run_shape(run, {train_batch, 0}).micro_batch;
}

void expect_evaluation_fits(Programs& programs, const EvaluationOutline& evaluation) {
  const auto lack = [&](int64_t batch) {
    return programs.lack(
        step::kForward,
        prediction_shape(*evaluation.features, batch, evaluation.layout(batch)).largest);
  };
  const std::string found = lack(evaluation.batch);
  if (found.empty()) return;
  const int64_t largest =
      largest_that_fits(std::min(evaluation.batch, evaluation.features->size() + 1),
                        [&](int64_t batch) { return lack(batch).empty(); });
  refuse(found, largest > 0 ? fmt::format("--per_device_eval_batch_size {} fits", largest)
                            : "Not even one feature fits");
}

void expect_memory(const backend::Backend& backend, int64_t bytes, const std::string& what,
                   int64_t taken) {
  const int64_t limit = backend.devices()[0].memory_bytes;
  if (limit == 0 || bytes <= limit - taken) return;
  throw UserError(ExitCode::out_of_memory,
                  fmt::format("{} of memory for {}, but there are {}: take a smaller model",
                              bytes_text(bytes), what, bytes_text(limit)));
}

std::string memory_text(const MemoryPlan& plan) {
  std::string text = fmt::format("{} at the peak: parameters{} {}, a step {}",
                                 bytes_text(plan.total()), plan.apart > 0 ? "" : " and moments",
                                 bytes_text(plan.state), bytes_text(plan.step));
  if (plan.gradients > 0) text += fmt::format(", sums {}", bytes_text(plan.gradients));
  if (plan.copies_of_sums > plan.least_copies_of_sums)
    text += fmt::format(" ({} of a kind; --max_processes 1 keeps {})", plan.copies_of_sums,
                        plan.least_copies_of_sums);
  if (plan.evaluation > 0) text += fmt::format(", an evaluation {}", bytes_text(plan.evaluation));
  text += fmt::format(", saving {}", bytes_text(plan.saving));
  if (plan.copy > 0)
    text += fmt::format(", a copy to write checkpoints from {}{}", bytes_text(plan.copy),
                        plan.copy_is_apart ? " (of the host)" : "");
  if (plan.copy_is_lacking)
    text += " (no room for a copy: the training waits while checkpoints are written)";
  if (plan.apart > 0)
    text += fmt::format(" (besides moments of {}, which the host has)", bytes_text(plan.apart));
  return plan.loaded > 0
             ? fmt::format("{}, data and program {}", text, bytes_text(plan.loaded))
             : text + "; besides the data, whose size the system does not say (no /proc)";
}

}  // namespace tutti::train
