// SPDX-License-Identifier: Apache-2.0
#include "run/batch_search.h"

#include "base/log.h"
#include "base/text.h"
#include "train/process_memory.h"

namespace tutti::run {
namespace {

/// Whether a step with other micro-batches fits; if not, why. `now` is the plan of a run in
/// progress.
train::Fit fit_of(const PreparedRun& run, train::Programs& programs, int64_t first, int64_t batch,
                  int64_t accumulate, int64_t loaded, const train::MemoryPlan* now = nullptr) {
  data::Loader loader(run.data().features(), run.batches_of(batch, accumulate, programs.backend()));
  train::RunOutline outline = outline_of(run, programs, loader, first, loaded);
  if (now) {
    outline.copying = now->copy > 0 ? train::Copying::always : train::Copying::none;
    outline.held = train::device_state_bytes(programs) + now->copy;
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

/// The largest size for which `fits`, assuming that smaller ones fit too; 0: none.
int64_t largest_of(const std::vector<int64_t>& sizes, const std::function<bool(int64_t)>& fits) {
  const auto size_at = [&](int64_t place) { return sizes[static_cast<size_t>(place) - 1]; };
  const int64_t place =
      train::largest_that_fits(std::ssize(sizes) + 1, [&](int64_t i) { return fits(size_at(i)); });
  return place == 0 ? 0 : size_at(place);
}

}  // namespace

FoundBatch find_batch(const PreparedRun& run, train::Programs& programs, int64_t first,
                      int64_t loaded) {
  const int64_t asked = run.settings().per_device_train_batch_size;
  const FoundBatch same{asked, run.settings().gradient_accumulation_steps, ""};
  const int64_t features = asked * same.accumulate;
  const auto fit = [&](int64_t size) {
    return fit_of(run, programs, first, size, features / size, loaded);
  };
  const train::Fit whole = fit(asked);
  if (whole.plan) return same;
  const int64_t batch = largest_of(sizes_of(features, asked - 1),
                                   [&](int64_t size) { return fit(size).plan.has_value(); });
  if (batch == 0) return same;
  return {batch, features / batch,
          fmt::format("{} x {} instead of {} x {}, because {}", batch, features / batch, asked,
                      same.accumulate, whole.lack)};
}

BatchWatch::BatchWatch(PreparedRun& run, train::Programs& programs, int64_t first,
                       train::MemoryPlan plan, Trial trial, Spare spare)
    : run_(run),
      programs_(programs),
      first_(first),
      plan_(plan),
      trial_(std::move(trial)),
      spare_(std::move(spare)) {}

bool BatchWatch::fit(int64_t step, const std::string& lack) {
  int64_t limit = 0;
  std::string reason = lack;
  if (programs_.backend().capabilities().is_own_processor) {
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
  const data::LoaderOptions& now = run_.loader().options();
  const int64_t devices = programs_.options().devices;
  const int64_t features = now.batch * now.accumulate / devices;
  programs_.forget();  // the others may not fit beside them
  const auto own = trial_(limit);
  backend::Backend& backend = own ? *own : programs_.backend();
  train::Programs programs(backend, programs_.objective(), programs_.options());
  train::Fit smallest;
  const int64_t batch = largest_of(sizes_of(features, now.batch - 1), [&](int64_t size) {
    const train::Fit fit =
        fit_of(run_, programs, first_, size, features / size, plan_.loaded, &plan_);
    if (fit.plan) plan_ = *fit.plan;
    if (size == 1) smallest = fit;
    return fit.plan.has_value();
  });
  if (batch == 0)
    throw UserError(ExitCode::out_of_memory,
                    fmt::format("step {}: {}. Not even one feature fits{}", step + 1, reason,
                                smallest.lack.empty() ? "" : ": " + smallest.lack));
  log_warning("step {}: micro-batches of {} x {} from now on instead of {} x {}, because {}",
              step + 1, batch, features / batch, now.batch, now.accumulate / devices, reason);
  const data::LoaderOptions next = run_.batches_of(batch, features / batch, backend);
  run_.loader().cut(next.batch, next.accumulate, next.layout);
  return true;
}

}  // namespace tutti::run
