// SPDX-License-Identifier: Apache-2.0
#include "train/device_copy.h"

namespace tutti::train {

DeviceCopy::DeviceCopy(Programs& programs) : programs_(programs) {}

void DeviceCopy::copy(const TrainingState& state, backend::Backend& home, size_t field) {
  backend::Backend& device = programs_.backend();
  buffers_[field] = device.upload(home.download(state.buffers()[field]), device.devices()[0]);
}

void DeviceCopy::copy_parameters(const TrainingState& state, backend::Backend& home) {
  const step::StateLayout& layout = state.layout();
  buffers_.resize(layout.state().size());
  for (const size_t field : layout.trained()) copy(state, home, field);
  for (size_t field = 0; field < layout.parameters(); field++)
    if (!buffers_[field]) copy(state, home, field);
}

DeviceBuffers DeviceCopy::gradient_arguments(const TrainingState& state, backend::Backend& home) {
  const step::StateLayout& layout = state.layout();
  copy_parameters(state, home);
  copy(state, home, layout.step());
  copy(state, home, layout.seed());
  if (layout.scales_loss()) copy(state, home, layout.loss_scale());
  return {layout.gradient_arguments(buffers_)};
}

std::vector<backend::Buffer> DeviceCopy::parameters(const TrainingState& state,
                                                    backend::Backend& home) {
  copy_parameters(state, home);
  return state.layout().forward_arguments(buffers_);
}

}  // namespace tutti::train
