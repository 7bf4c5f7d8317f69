// SPDX-License-Identifier: Apache-2.0
// `--target`: an absent device, whose own compiler compiles the programs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend/pjrt/target_backend.h"
#include "run/context.h"
#include "run/device_list.h"

namespace tutti::run {

/// A target and its device in the list.
struct ChosenTarget {
  backend::Target target;
  DeviceSpec device;
};

/// Reads "tpu:v5e:2x4", "tpu:v5e", "v5litepod-8" or "cuda:h100". If the name has no number of
/// devices, chooses the smallest topology with at least `devices`. Throws a UserError with the
/// known names for an unknown name or too few devices.
ChosenTarget find_target(std::string_view name, int64_t devices,
                         const std::vector<DeviceSpec>& list);

/// Opens the backend that compiles for it.
std::unique_ptr<backend::TargetBackend> open_target(const ChosenTarget& target,
                                                    const Context& context);

}  // namespace tutti::run
