// SPDX-License-Identifier: Apache-2.0
// The devices that this machine has, as `tutti devices --json` and the page of `tutti serve` show
// them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/process/global_options.h"

namespace tutti::app {

/// {"devices": [...], "absent": [...], "plugins": [...], "environment": {...}}. It tries each
/// plugin in a process of its own, which may take seconds. `threads` are those of the CPU.
nlohmann::ordered_json device_report(const GlobalOptions& global);

}  // namespace tutti::app
