// SPDX-License-Identifier: Apache-2.0
#include "train/update.h"

namespace tutti::train {

step::Report<backend::Buffer> update_state(Programs& programs, TrainingState& state,
                                           std::string_view function, const task::BatchShape& shape,
                                           DeviceBuffers inputs) {
  const step::StateLayout& layout = state.layout();
  DeviceBuffers arguments = std::move(state.replicas());
  for (size_t d = 0; d < arguments.size(); d++)
    for (backend::Buffer& buffer : inputs[d]) arguments[d].push_back(std::move(buffer));
  DeviceBuffers results(arguments.size(), std::vector<backend::Buffer>(layout.step_results()));
  execute(programs.get(function, shape), arguments, results);
  step::Report<backend::Buffer> first;
  for (size_t d = 0; d < results.size(); d++) {
    arguments[d].resize(layout.state().size());
    const auto report = layout.take_results(arguments[d], std::move(results[d]));
    if (d == 0) first = report;  // all devices report the same
  }
  state.replicas() = std::move(arguments);
  return first;
}

step::Report<backend::Buffer> apply_sums(Programs& programs, TrainingState& state,
                                         DeviceBuffers sums) {
  if (HostOptimizer* const host = state.host()) {
    programs.drop_sums();  // the host has the moments where memory is scarce
    return host->update(programs, state.replicas(), std::move(sums));
  }
  const DeviceBuffers inputs = sums;
  const auto report = update_state(programs, state, step::kApply, {}, std::move(sums));
  programs.keep_sums(inputs);
  return report;
}

}  // namespace tutti::train
