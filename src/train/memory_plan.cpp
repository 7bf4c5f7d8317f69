// SPDX-License-Identifier: Apache-2.0
#include "train/memory_plan.h"

#include <algorithm>

#include "base/checked.h"
#include "train/accumulate.h"
#include "train/needed_programs.h"

namespace tutti::train {
namespace {

/// Of the fields with that role.
int64_t bytes_of(const std::vector<step::Field>& fields, std::string_view role) {
  int64_t bytes = 0;
  for (const step::Field& field : fields)
    if (field.role == role)
      bytes = checked_add(bytes, field.type.bytes(), "parameters and moments");
  return bytes;
}

/// Of the temporaries of functions that run one at a time.
int64_t temporary_bytes(Programs& programs, std::span<const std::string_view> functions,
                        const task::BatchShape& shape) {
  int64_t bytes = 0;
  for (const std::string_view function : functions)
    bytes = std::max(bytes, programs.get(function, shape).memory().temporaries);
  return bytes;
}

/// Each tensor that a checkpoint has of the state, in bytes.
std::vector<int64_t> saved_tensors(const Programs& programs) {
  const task::Objective& objective = programs.objective();
  std::vector<int64_t> bytes;
  const std::vector<step::Field>& fields = programs.layout().state();
  for (size_t i = 0; i < fields.size(); i++)
    if (i < programs.layout().parameters()
            ? !objective.adapt || !objective.parameters[i].in_adapter.empty()
            : fields[i].role == step::kOptimizerRole)
      bytes.push_back(fields[i].type.bytes());
  return bytes;
}

/// Twice: the arrays a batch is made of, and their copies on the device.
int64_t batch_bytes(const Programs& programs, const task::BatchShape& shape) {
  int64_t bytes = 0;
  for (const data::ArraySpec& spec : programs.objective().arrays)
    bytes += task::type_of(spec, shape, programs.options().element).bytes();
  return 2 * bytes;
}

}  // namespace

task::BatchShape largest_shape(data::Loader& loader, int64_t first, int64_t last) {
  task::BatchShape largest{0, 0, loader.features_together()};
  last = std::min(last, first + kStepsLookedAt);
  for (int64_t step = first; step < last; step++) {
    for (int64_t micro = 0; micro < loader.micro_batches(); micro++) {
      if (loader.indices(step, micro).empty()) break;
      const data::RowPlan plan = loader.rows(step, micro);
      const int64_t tokens = checked_multiply(plan.rows, plan.length, "tokens of a batch");
      if (tokens <= largest.rows * largest.length) continue;
      largest.rows = plan.rows;
      largest.length = plan.length;
    }
  }
  return largest;
}

int64_t parameter_bytes(const step::StateLayout& layout) {
  return bytes_of(layout.state(), step::kParameterRole);
}

int64_t state_bytes(const step::StateLayout& layout) {
  return checked_add(parameter_bytes(layout), bytes_of(layout.state(), step::kOptimizerRole),
                     "parameters and moments");
}

int64_t device_state_bytes(const Programs& programs) {
  return programs.options().host_optimizer ? parameter_bytes(programs.layout())
                                           : state_bytes(programs.layout());
}

int64_t checkpoint_bytes(const step::StateLayout& layout) {
  return checked_add(trained_bytes(layout), bytes_of(layout.state(), step::kOptimizerRole),
                     "parameters and moments");
}

Fit plan_memory(Programs& programs, const RunShape& run, int64_t loaded) {
  const bool adds = run.accumulate > 1 || run.gradients_apart || programs.options().host_optimizer;
  std::vector<std::string_view> functions = {step::kStep};
  if (adds) functions = {step::kGradients, step::kMerge};
  if (adds && run.applies) functions.push_back(updating_function(programs));
  for (const std::string_view function : functions)
    if (const std::string& lack = programs.lack(function, run.micro_batch); !lack.empty())
      return {{}, lack};
  if (run.evaluated_batches > 0)
    if (const std::string& lack = programs.lack(step::kForward, run.evaluated); !lack.empty())
      return {{}, lack};
  MemoryPlan plan;
  plan.loaded = loaded;
  plan.state = run.applies ? device_state_bytes(programs) : parameter_bytes(programs.layout());
  plan.apart = run.applies ? state_bytes(programs.layout()) - plan.state : 0;
  for (const int64_t bytes : saved_tensors(programs)) {
    plan.saving = std::max(plan.saving, bytes);
    if (run.copies_state) plan.copy = checked_add(plan.copy, bytes, "a copy of the state");
  }
  plan.copy_is_apart = !run.applies || !programs.backend().capabilities().is_own_processor;
  const int64_t temporaries = temporary_bytes(programs, functions, run.micro_batch);
  plan.step = batch_bytes(programs, run.micro_batch) + temporaries;
  plan.resting = plan.step;
  if (adds) {
    const int64_t ahead = programs.backend().capabilities().asynchronous ? 1 : 0;
    const int64_t sums = bytes_of(programs.layout().sums(), step::kSumsRole);
    const auto alive = [&](int64_t most_leaves) {
      const int64_t looked_at = std::min<int64_t>(run.accumulate, int64_t{1} << 20);
      return sums_alive(comm::leaf_sizes(looked_at, most_leaves)) + ahead;
    };
    plan.copies_of_sums = alive(programs.options().most_leaves);
    plan.least_copies_of_sums = alive(1);
    plan.gradients = checked_multiply(plan.copies_of_sums, sums, "sums of gradients");
  }
  if (run.evaluated_batches > 0) {
    const backend::MemoryUse forward = programs.get(step::kForward, run.evaluated).memory();
    // A step's temporaries stay where they were. Of outputs, on the device those of one batch, on
    // the host those of all.
    plan.evaluation = batch_bytes(programs, run.evaluated) +
                      std::max(temporaries, forward.temporaries) + forward.kept +
                      (1 + run.evaluated_batches) * forward.results +
                      programs.forward_parameter_bytes();
    plan.resting = std::max(plan.step, forward.temporaries);
  }
  return {plan};
}

int64_t largest_that_fits(int64_t most, const std::function<bool(int64_t)>& fits) {
  int64_t least = 0;
  while (most - least > 1) {
    const int64_t middle = least + (most - least) / 2;
    (fits(middle) ? least : most) = middle;
  }
  return least;
}

}  // namespace tutti::train
