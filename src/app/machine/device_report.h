// SPDX-License-Identifier: Apache-2.0
// The devices of this machine, as shown by `tutti devices --json` and the page of `tutti serve`.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/process/global_options.h"

namespace tutti::app {

/// {"devices": [...], "absent": [...], "plugins": [...], "environment": {...}}. Tries each plugin
/// in a separate process, which may take seconds. `threads` are the CPU's.
nlohmann::ordered_json device_report(const GlobalOptions& global);

}  // namespace tutti::app
