// SPDX-License-Identifier: Apache-2.0
// Tries a plugin in a child process first, as opening one can hang for minutes or end the process.
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

/// Opens the plugin in this process, lists its devices, copies a few numbers to the first device
/// and back, and calls `tell` with what it found. It does so before it closes the plugin, as some
/// plugins never return from that. Errors are part of the report, the plugin's exceptions too.
void inspect(const Path& library, std::string_view options,
             const std::function<void(const PluginReport&)>& tell);

/// A report as the child process writes it to its stdout.
std::string to_text(const PluginReport& report);
/// Reads to_text() out of everything that a child wrote, which may have other lines before it.
/// Empty if the report is not complete.
std::optional<PluginReport> report_of(std::string_view text);

/// How to run inspect() in another process: `command LIBRARY OPTIONS` writes its report to stdout.
struct Probe {
  std::vector<std::string> command;
  double seconds = 20;  // after which the child is killed
};

PluginReport run_probe(const Probe& probe, const Path& library, const std::string& options);

}  // namespace tutti::backend::pjrt
