// SPDX-License-Identifier: Apache-2.0
#include "train/accumulate.h"

namespace tutti::train {
namespace {

using Sums = std::vector<backend::Buffer>;

Sums gradients_of(Programs& programs, TrainingState& state, const data::Batch& batch) {
  const size_t parameters = state.parameter_count();
  const auto& buffers = state.buffers();
  std::vector<backend::Buffer> arguments(buffers.begin(),
                                         buffers.begin() + static_cast<std::ptrdiff_t>(parameters));
  arguments.push_back(buffers[buffers.size() - 2]);
  arguments.push_back(buffers.back());
  for (backend::Buffer& buffer : programs.upload(batch)) arguments.push_back(std::move(buffer));
  Sums sums(parameters + 2);
  execute(programs.get("gradients", shape_of(batch)), arguments, sums);
  return sums;
}

Sums merge(Programs& programs, const task::BatchShape& shape, Sums left, const Sums& right) {
  Sums arguments = std::move(left);
  arguments.insert(arguments.end(), right.begin(), right.end());
  Sums merged(right.size());
  execute(programs.get("merge", shape), arguments, merged);
  return merged;
}

}  // namespace

Sums accumulate_gradients(Programs& programs, TrainingState& state,
                          const std::vector<data::Batch>& batches) {
  const task::BatchShape shape = shape_of(batches[0]);
  // A binary counter: entry k holds the sum of 2^k leaves, or nothing.
  std::vector<Sums> levels;
  for (const data::Batch& batch : batches) {
    Sums carry = gradients_of(programs, state, batch);
    size_t level = 0;
    for (; level < levels.size() && !levels[level].empty(); level++) {
      carry = merge(programs, shape, std::move(levels[level]), carry);
      levels[level].clear();
    }
    if (level == levels.size()) levels.emplace_back();
    levels[level] = std::move(carry);
  }
  Sums all;
  for (Sums& level : levels) {
    if (level.empty()) continue;
    all = all.empty() ? std::move(level) : merge(programs, shape, std::move(level), all);
  }
  return all;
}

}  // namespace tutti::train
