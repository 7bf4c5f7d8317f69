// SPDX-License-Identifier: Apache-2.0
// Steps of a decoder on one row, without a data set.
#pragma once

#include "train/programs.h"
#include "train/state.h"

namespace tutti::train {

/// Token ids of a row, below `words`.
inline std::vector<int64_t> row_of_ids(int64_t length, int64_t words) {
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < length; i++) ids.push_back(i * 37 % words);
  return ids;
}

/// Runs one step on a row of which every token counts, and gives its loss.
inline double run_decoder_step(Programs& programs, TrainingState& state,
                               const std::vector<int64_t>& ids) {
  backend::Backend& backend = programs.backend();
  const auto length = static_cast<int64_t>(ids.size());
  const ir::Type tokens = ir::Type::tensor(ir::ElementType::i32, {1, length});
  std::vector<int64_t> position(ids.size());
  for (size_t i = 0; i < ids.size(); i++) position[i] = static_cast<int64_t>(i);
  const std::vector<int64_t> ones(ids.size(), 1), zeros(ids.size(), 0);
  std::vector<backend::Buffer> arguments = std::move(state.replicas()[0]);
  for (const auto& values : {ids, ones, position, zeros, zeros, ids})
    arguments.push_back(backend.upload(ir::Tensor::of_ints(tokens, values), backend.devices()[0]));
  arguments.push_back(backend.upload(ir::Tensor::splat(tokens.with(ir::ElementType::f32), 1),
                                     backend.devices()[0]));
  std::vector<backend::Buffer> results(programs.layout().step_results());
  execute(programs.get("step", {1, length, 1}), arguments, results);
  arguments.resize(programs.layout().state().size());
  const auto report = programs.layout().take_results(arguments, std::move(results));
  state.replicas()[0] = std::move(arguments);
  return backend.download(report.loss).float_at(0);
}

}  // namespace tutti::train
