// SPDX-License-Identifier: Apache-2.0
#include "app/batch_search.h"

#include "app/train_data.h"
#include "base/log.h"
#include "base/text.h"
#include "train/process_memory.h"

namespace tutti::app {
namespace {

/// The run's arguments with other micro-batches.
TrainArguments with_batch(const PlannedRun& run, int64_t batch, int64_t accumulate) {
  TrainArguments arguments = run.arguments;
  arguments.per_device_train_batch_size = batch;
  arguments.gradient_accumulation_steps = accumulate;
  return arguments;
}

/// Whether it fits; if not, why. Of a run that has begun, `now` is the plan.
train::Fit fit_of(const PlannedRun& run, int64_t batch, int64_t accumulate, int64_t loaded,
                  const train::MemoryPlan* now = nullptr) {
  const TrainArguments arguments = with_batch(run, batch, accumulate);
  data::Loader loader(run.data.features(),
                      loader_options(arguments, run.model.kind(), run.programs.backend()));
  const PlannedRun other{arguments, run.model,    run.data,        run.validation,
                         loader,    run.programs, run.total_steps, run.resumed};
  train::RunOutline outline = outline_of(other, loaded);
  if (now) {
    outline.copying = now->copy > 0 ? train::Copying::always : train::Copying::none;
    outline.held = train::device_state_bytes(run.programs) + now->copy;
  }
  return train::run_fit(outline, batch);
}

/// The sizes of micro-batches of at most `most` features into which a step can be cut, ascending.
std::vector<int64_t> sizes_of(int64_t features, int64_t most) {
  std::vector<int64_t> sizes;
  for (int64_t size = 1; size <= most; size++)
    if (features % size == 0) sizes.push_back(size);
  return sizes;
}

/// The largest of the sizes for which `fits`, which holds for all below one that fits; 0: none.
int64_t largest_of(const std::vector<int64_t>& sizes, const std::function<bool(int64_t)>& fits) {
  size_t fitting = 0, too_large = sizes.size();  // the first `fitting` sizes do
  while (too_large > fitting) {
    const size_t middle = fitting + (too_large - fitting) / 2;
    if (fits(sizes[middle]))
      fitting = middle + 1;
    else
      too_large = middle;
  }
  return fitting == 0 ? 0 : sizes[fitting - 1];
}

}  // namespace

FoundBatch find_batch(const PlannedRun& run, int64_t loaded) {
  const int64_t asked = run.arguments.per_device_train_batch_size;
  const int64_t features = asked * run.arguments.gradient_accumulation_steps;
  const FoundBatch same{asked, run.arguments.gradient_accumulation_steps, ""};
  const train::Fit whole = fit_of(run, asked, same.accumulate, loaded);
  if (whole.plan) return same;
  const int64_t batch = largest_of(sizes_of(features, asked - 1), [&](int64_t size) {
    return fit_of(run, size, features / size, loaded).plan.has_value();
  });
  if (batch == 0) return same;
  return {batch, features / batch,
          fmt::format("{} x {} instead of {} x {}, as {}", batch, features / batch, asked,
                      same.accumulate, whole.lack)};
}

BatchWatch::BatchWatch(const PlannedRun& run, train::MemoryPlan plan, Trial trial, Spare spare)
    : run_(run), plan_(plan), trial_(std::move(trial)), spare_(std::move(spare)) {}

bool BatchWatch::fit(int64_t step, const std::string& lack) {
  int64_t limit = 0;
  std::string reason = lack;
  if (run_.programs.backend().capabilities().is_own_processor) {
    if (const auto spare = spare_())
      limit = std::max<int64_t>(1, *spare + train::resident_memory());
    if (lack.empty() && (limit == 0 || plan_.total() <= limit)) return false;
    const auto text = [](int64_t bytes) { return human_bytes(static_cast<size_t>(bytes)); };
    if (lack.empty())
      reason = fmt::format("the run needs {}, but this process may have no more than {} now",
                           text(plan_.total()), text(limit));
  } else if (lack.empty()) {
    return false;
  }
  const data::LoaderOptions& now = run_.loader.options();
  const int64_t devices = run_.programs.options().devices;
  const int64_t features = now.batch * now.accumulate / devices;
  run_.programs.forget();  // the others may not fit beside them
  const auto own = trial_(limit);
  backend::Backend& backend = own ? *own : run_.programs.backend();
  train::Programs programs(backend, run_.programs.objective(), run_.programs.options());
  const PlannedRun tried{run_.arguments, run_.model, run_.data,        run_.validation,
                         run_.loader,    programs,   run_.total_steps, run_.resumed};
  train::Fit smallest;
  const int64_t batch = largest_of(sizes_of(features, now.batch - 1), [&](int64_t size) {
    const train::Fit fit = fit_of(tried, size, features / size, plan_.loaded, &plan_);
    if (fit.plan) plan_ = *fit.plan;
    if (size == 1) smallest = fit;
    return fit.plan.has_value();
  });
  if (batch == 0)
    throw UserError(ExitCode::out_of_memory,
                    fmt::format("step {}: {}. Not even one feature fits{}", step + 1, reason,
                                smallest.lack.empty() ? "" : ": " + smallest.lack));
  log_warning("step {}: micro-batches of {} x {} from here on instead of {} x {}, as {}", step + 1,
              batch, features / batch, now.batch, now.accumulate / devices, reason);
  const data::LoaderOptions next =
      loader_options(with_batch(run_, batch, features / batch), run_.model.kind(), backend);
  run_.loader.cut(next.batch, next.accumulate, next.layout);
  return true;
}

}  // namespace tutti::app
