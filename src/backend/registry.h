// SPDX-License-Identifier: Apache-2.0
// Backends by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend/backend.h"
#include "backend/pjrt/discovery.h"
#include "backend/pjrt/probe.h"
#include "backend/profile.h"

namespace tutti::backend {

/// What PJRT plugins need to know of the machine; the application finds it out.
struct PluginSettings {
  pjrt::PluginSearch search;
  pjrt::Probe probe;  // without a command plugins are opened untried
  Path cache_folder;  // of compiled programs; empty: none
};

/// What a user may choose of any backend; those that do not have it pass it over.
struct BackendOptions {
  int threads = 0;                 // 0: as many CPUs as the process may use
  int64_t memory_limit_bytes = 0;  // for one program; 0: what the process may use
  PluginSettings plugins = {};
  Profile* profile = nullptr;  // must outlive the backend
};

/// "cpu", "reference", then those that a plugin brings: "cuda", "rocm", "tpu", "xpu", "mps",
/// "neuron".
std::vector<std::string_view> backend_names();

/// One of backend_names(), or `pjrt=PLUGIN` with the path or the name of a plugin. `:2` behind it
/// chooses a device, and `?name=value&name=value` before that gives a plugin options. What is not
/// here is a UserError of exit code 3 that says why, a name that is no backend's one of exit code
/// 2.
std::unique_ptr<Backend> make_backend(std::string_view name, const BackendOptions& options);

/// What make_backend() takes, without folders and options: "cuda-1", "pjrt-xla_cpu_pjrt".
std::string short_name(std::string_view name);

}  // namespace tutti::backend
