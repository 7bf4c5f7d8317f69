// SPDX-License-Identifier: Apache-2.0
// `--target`: a device that is not here, and that programs are compiled for by its own compiler.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend/pjrt/target_backend.h"
#include "run/context.h"
#include "run/device_list.h"

namespace tutti::run {

/// A target and the device of the list that it consists of.
struct ChosenTarget {
  backend::Target target;
  DeviceSpec device;
};

/// Reads "tpu:v5e:2x4", "tpu:v5e", "v5litepod-8" or "cuda:h100". Where the name does not say how
/// many devices there are, it is the smallest arrangement that has at least `devices`. A name that
/// the list does not have, or too few devices, is a UserError with the names that there are.
ChosenTarget find_target(std::string_view name, int64_t devices,
                         const std::vector<DeviceSpec>& list);

/// The backend that compiles for it.
std::unique_ptr<backend::TargetBackend> open_target(const ChosenTarget& target,
                                                    const Context& context);

}  // namespace tutti::run
