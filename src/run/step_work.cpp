// SPDX-License-Identifier: Apache-2.0
#include "run/step_work.h"

#include <algorithm>

#include "train/memory_plan.h"

namespace tutti::run {

double step_flops(const train::TrainingFlops& cost, data::Loader& loader, int64_t step) {
  train::TokenCounts counts;
  const bool packed = loader.options().layout.kind == data::Layout::Kind::packed_row;
  for (int64_t micro = 0; micro < loader.micro_batches(); micro++) {
    const std::vector<int64_t> features = loader.indices(step, micro);
    if (features.empty()) break;
    const data::RowPlan plan = loader.rows(step, micro);
    const double rows = static_cast<double>(plan.rows), length = static_cast<double>(plan.length);
    counts.tokens += rows * length;
    if (!packed) counts.pairs += rows * length * length;
    for (const int64_t feature : features) {
      const train::TokenCounts own = train::counts_of(loader.source(), feature);
      if (packed) counts.pairs += own.pairs;
      counts.counted += own.counted;
    }
  }
  return cost.of(counts);
}

double mean_step_flops(const train::TrainingFlops& cost, data::Loader& loader, int64_t first,
                       int64_t last) {
  const int64_t counted = std::min(last - first, kMostStepsCounted);
  double flops = 0;
  for (int64_t step = first; step < first + counted; step++)
    flops += step_flops(cost, loader, step) / static_cast<double>(counted);
  return flops;
}

double update_bytes(const step::StateLayout& layout) {
  return 7.0 * static_cast<double>(train::trained_bytes(layout));
}

}  // namespace tutti::run
