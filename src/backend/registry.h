// SPDX-License-Identifier: Apache-2.0
// Backends by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend/backend.h"
#include "backend/pjrt/discovery.h"
#include "backend/pjrt/probe.h"
#include "backend/pjrt/target_backend.h"
#include "backend/profile.h"

namespace tutti::backend {

/// Where this machine keeps PJRT plugins and what they may use; the application finds it out.
struct PluginSettings {
  pjrt::PluginSearch search;
  pjrt::Probe probe;  // without a command plugins are opened without a trial
  pjrt::CompileCommand compiler;
  Path cache_folder;     // of compiled programs; empty: none
  Path compiled_folder;  // of programs that were compiled without the device; empty: none
};

/// What a user may choose for any backend. A backend ignores what does not concern it.
struct BackendOptions {
  int threads = 0;                 // 0: as many CPUs as the process may use
  int64_t memory_limit_bytes = 0;  // for one program; 0: what the process may use
  PluginSettings plugins = {};
  /// Where a backend that can profile records the time of each instruction; it must outlive the
  /// backend. A UserError for the other backends.
  Profile* profile = nullptr;
};

/// Tutti's own backends, "cpu" and "reference", then what plugins bring: "pjrt=cuda", "pjrt=rocm",
/// "pjrt=tpu", "pjrt=xpu", "pjrt=mps", "pjrt=neuron".
std::vector<std::string> backend_names();

/// Opens the backend that `--backend NAME` asks for. The name is one of backend_names(), or
/// `pjrt=PLUGIN` with the name or the path of a plugin. `:2` after it chooses a device, and
/// `?name=value&name=value` before that gives a plugin options. The kind of a device alone, `cuda`,
/// still opens the plugin, with a warning: without `pjrt=` it is kept for a backend of Tutti's own.
/// A backend that is not on this machine is a UserError of exit code 3 that says why, a name that
/// no backend has one of exit code 2.
std::unique_ptr<Backend> make_backend(std::string_view name, const BackendOptions& options);

/// A backend that compiles for an absent device, by the plugin for its kind. That there is no such
/// plugin is a UserError of exit code 3.
std::unique_ptr<TargetBackend> make_target_backend(Target target, const PluginSettings& settings);

/// What the backend that make_backend() opens for a name can do, without opening it; those of a
/// plugin for a name that no backend of Tutti's own has.
Capabilities capabilities_of(std::string_view name);

/// The names of Tutti's own backends with such capabilities: own_backends(&Capabilities::profiles).
std::vector<std::string> own_backends(const std::function<bool(const Capabilities&)>& where);

/// What make_backend() takes, without folders and options: "pjrt-cuda-1", "pjrt-xla_cpu_pjrt".
std::string short_name(std::string_view name);

}  // namespace tutti::backend
