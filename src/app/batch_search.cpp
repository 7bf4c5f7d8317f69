// SPDX-License-Identifier: Apache-2.0
#include "app/batch_search.h"

#include "app/train_settings.h"
#include "base/text.h"

namespace tutti::app {
namespace {

/// Whether it fits; if not, why.
train::Fit fit_of(const PlannedRun& run, int64_t batch, int64_t accumulate, int64_t loaded) {
  TrainArguments arguments = run.arguments;
  arguments.per_device_train_batch_size = batch;
  arguments.gradient_accumulation_steps = accumulate;
  data::Loader loader(run.data.features(),
                      loader_options(arguments, run.model.kind(), run.programs.backend()));
  const PlannedRun other{arguments, run.model,    run.data,        run.validation,
                         loader,    run.programs, run.total_steps, run.resumed};
  return train::run_fit(outline_of(other, loaded), batch);
}

}  // namespace

FoundBatch find_batch(const PlannedRun& run, int64_t loaded) {
  const int64_t asked = run.arguments.per_device_train_batch_size;
  const int64_t features = asked * run.arguments.gradient_accumulation_steps;
  std::vector<int64_t> sizes;  // ascending; each divides the features of a step
  for (int64_t size = 1; size <= asked; size++)
    if (features % size == 0) sizes.push_back(size);
  const FoundBatch same{asked, run.arguments.gradient_accumulation_steps, ""};
  const train::Fit whole = fit_of(run, asked, same.accumulate, loaded);
  if (whole.plan) return same;
  size_t fits = 0, too_large = sizes.size() - 1;  // the first `fits` sizes do
  while (too_large > fits) {
    const size_t middle = fits + (too_large - fits) / 2;
    if (fit_of(run, sizes[middle], features / sizes[middle], loaded).plan)
      fits = middle + 1;
    else
      too_large = middle;
  }
  if (fits == 0) return same;
  const int64_t batch = sizes[fits - 1];
  return {batch, features / batch,
          fmt::format("{} x {} instead of {} x {}, as {}", batch, features / batch, asked,
                      same.accumulate, whole.lack)};
}

}  // namespace tutti::app
