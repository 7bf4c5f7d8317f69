// SPDX-License-Identifier: Apache-2.0
// Tries a plugin in a child process: opening one can hang for minutes or end the process.
#pragma once

#include <string>
#include <vector>

#include "backend/pjrt/client.h"

namespace tutti::backend::pjrt {

struct ReportedDevice {
  std::string description;
  int64_t memory_bytes = 0;
};

/// What a plugin is and has, or why it cannot be used.
struct PluginReport {
  std::string error;     // empty: it works
  bool crashed = false;  // it ended its process, or threw
  std::string platform, platform_version;
  std::string api_version;                                      // "0.81"
  std::vector<std::pair<std::string, std::string>> attributes;  // "stablehlo_current_version", ...
  std::vector<ReportedDevice> devices;
};

/// Opens the plugin here and now, lists its devices, sends a few numbers to the first and back, and
/// then tells, before the plugin is left: some never end. A UserError stands in the report, and so
/// does what the plugin throws.
void inspect(const Path& library, std::string_view options,
             const std::function<void(const PluginReport&)>& tell);

std::string to_text(const PluginReport& report);
/// Of what a child wrote, which may have other lines before; nothing where it is not whole.
std::optional<PluginReport> report_of(std::string_view text);

/// How to run inspect() elsewhere: `command LIBRARY OPTIONS` writes its report to stdout.
struct Probe {
  std::vector<std::string> command;
  double seconds = 20;  // then the child is killed
};

PluginReport run_probe(const Probe& probe, const Path& library, const std::string& options);

}  // namespace tutti::backend::pjrt
