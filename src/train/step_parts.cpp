// SPDX-License-Identifier: Apache-2.0
#include "train/step_parts.h"

#include <algorithm>
#include <chrono>

#include "comm/communicator.h"
#include "comm/local_transport.h"
#include "comm/tree_sum.h"
#include "train/accumulate.h"
#include "train/sparse_sums.h"
#include "train/step_batches.h"
#include "train/update.h"

namespace tutti::train {
namespace {

/// Tells for each call how long ago the last one was, in seconds.
class LapClock {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The median over steps of what `part` gives of each.
template <class Part>
double median_of_parts(const std::vector<StepParts>& steps, const Part& part) {
  std::vector<double> values;
  for (const StepParts& step : steps) values.push_back(part(step));
  return median_of(std::move(values));
}

/// The process has two nodes in each step, with the same sums, so that it adds them once.
StepParts run_measured_step(Programs& programs, TrainingState& state, data::Loader& loader,
                            int64_t step, SparseSums& elements, comm::TreeSum& sum) {
  backend::Backend& backend = programs.backend();
  const int64_t count = micro_batches_of(loader, step);
  const auto micro_batches = static_cast<double>(count);
  StepParts parts;
  LapClock clock;
  elements.begin(loader, step, count);
  parts.finding = clock.lap() / micro_batches;
  sum.begin({{0, 1, 0}, {1, 2, 0}}, elements.buckets());
  const std::span<float> first = sum.part(0), second = sum.part(1);
  std::fill(second.begin(), second.end(), 0.0F);
  const auto leaf_sizes = comm::leaf_sizes(count, programs.options().most_leaves);
  const NodeBatches batches =
      node_batches(loader, step, {0, std::ssize(leaf_sizes), 0}, leaf_sizes);
  double computed = 0;
  parts.final_at.resize(programs.layout().sums().size());
  clock.lap();
  report_gradients(programs, state.gradient_arguments(), batches,
                   [&](size_t i, std::span<const backend::Buffer> terms) {
                     backend.wait(terms[0]);
                     parts.final_at[i] = computed += clock.lap();
                     elements.pack(backend, i, terms, first);
                     parts.packing += clock.lap();
                   });
  computed += clock.lap();
  parts.micro_batch = computed / micro_batches;
  for (double& at : parts.final_at) at = std::max(0.0, 1 - (computed - at) / parts.micro_batch);
  clock.lap();
  sum.add(0);
  const std::span<const float> all = sum.finish();
  parts.addition = clock.lap() / static_cast<double>(std::max<size_t>(all.size(), 1));
  const auto report = apply_sums(programs, state, elements.unpack(programs, all));
  backend.download(report.finite);
  parts.update = clock.lap();
  return parts;
}

}  // namespace

StepParts measure_step_parts(Programs& programs, TrainingState& state, data::Loader& loader,
                             int64_t warm_up, int64_t steps) {
  for (int64_t step = 0; step < warm_up + steps; step++)
    for (const auto& round : batches_between(loader, step, 0, micro_batches_of(loader, step)))
      for (const std::string_view function :
           {step::kGradients, step::kMerge, updating_function(programs)})
        programs.get(function, shape_of(round[0]));
  comm::Communicator communicator(std::move(comm::local_transports(1)[0]), 0, 1, comm::kNoLimit);
  comm::TreeSum sum(communicator);
  SparseSums elements(programs);
  elements.cut(0);
  std::vector<StepParts> measured;
  for (int64_t step = 0; step < warm_up + steps; step++) {
    const StepParts parts = run_measured_step(programs, state, loader, step, elements, sum);
    if (step >= warm_up) measured.push_back(parts);
  }
  communicator.finish();
  StepParts result;
  for (double StepParts::*const part :
       {&StepParts::finding, &StepParts::micro_batch, &StepParts::packing, &StepParts::addition,
        &StepParts::update})
    result.*part = median_of_parts(measured, [&](const StepParts& step) { return step.*part; });
  for (size_t i = 0; i < programs.layout().sums().size(); i++)
    result.final_at.push_back(
        median_of_parts(measured, [&](const StepParts& step) { return step.final_at[i]; }));
  return result;
}

}  // namespace tutti::train
