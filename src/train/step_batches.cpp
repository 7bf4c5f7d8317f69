// SPDX-License-Identifier: Apache-2.0
#include "train/step_batches.h"

#include <numeric>

#include "base/error.h"

namespace tutti::train {
namespace {

/// Appends filler. Only single rows grow longer, so what is there keeps its place.
void grow(data::Batch& batch, int64_t rows, int64_t length) {
  check(length == batch.length || rows == 1, "rows of {} tokens cannot become {}", batch.length,
        length);
  batch.rows = rows;
  batch.length = length;
  const auto tokens = static_cast<size_t>(rows * length);
  for (data::Array& array : batch.arrays) {
    if (array.spec.extent != data::Extent::token) continue;
    (array.spec.is_real) ? array.reals.resize(tokens, 0) : array.integers.resize(tokens, 0);
  }
}

void give_one_shape(std::vector<data::Batch>& batches) {
  int64_t rows = 0, length = 0;
  for (const data::Batch& batch : batches) {
    rows = std::max(rows, batch.rows);
    length = std::max(length, batch.length);
  }
  for (data::Batch& batch : batches) grow(batch, rows, length);
}

}  // namespace

int64_t micro_batches_of(data::Loader& loader, int64_t step) {
  int64_t count = 1;
  while (count < loader.micro_batches() && !loader.indices(step, count).empty()) count++;
  return count;
}

void compile_step(Programs& programs, data::Loader& loader, int64_t step) {
  const bool alone =
      loader.micro_batches() == programs.options().devices && !programs.options().host_optimizer;
  for (int64_t micro = 0; micro < micro_batches_of(loader, step); micro++) {
    const task::BatchShape shape = shape_of(loader.batch(step, micro));
    for (const std::string_view function :
         alone ? std::vector{step::kStep}
               : std::vector{step::kGradients, step::kMerge, updating_function(programs)})
      programs.get(function, shape);
  }
}

std::vector<std::vector<data::Batch>> step_batches(data::Loader& loader, int64_t step,
                                                   const World& world) {
  const int64_t count = loader.micro_batches();
  check(world.ranks == 1, "{} processes share a step", world.ranks);
  check(count % world.devices == 0, "{} micro-batches for {} devices", count, world.devices);
  if (world.devices == 1) return batches_between(loader, step, 0, micro_batches_of(loader, step));
  std::vector<std::vector<data::Batch>> rounds;
  for (int64_t micro = 0; micro < count; micro += world.devices) {
    if (loader.indices(step, micro).empty()) break;
    auto& round = rounds.emplace_back();
    for (int64_t device = 0; device < world.devices; device++)
      round.push_back(loader.batch(step, micro + device));
    give_one_shape(round);
  }
  return rounds;
}

std::vector<std::vector<data::Batch>> batches_between(data::Loader& loader, int64_t step,
                                                      int64_t first, int64_t last) {
  std::vector<std::vector<data::Batch>> rounds;
  for (int64_t micro = first; micro < last; micro++)
    rounds.emplace_back().push_back(loader.batch(step, micro));
  return rounds;
}

NodeBatches node_batches(data::Loader& loader, int64_t step, const comm::Node& node,
                         std::span<const int64_t> leaf_sizes) {
  const auto first = leaf_sizes.begin() + node.first, last = leaf_sizes.begin() + node.last;
  const int64_t begin = std::accumulate(leaf_sizes.begin(), first, int64_t{0});
  const int64_t end = std::accumulate(first, last, begin);
  return {batches_between(loader, step, begin, end), {first, last}};
}

}  // namespace tutti::train
