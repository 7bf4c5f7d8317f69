// SPDX-License-Identifier: Apache-2.0
#include "app/machine/doctor_machine.h"

#include <unistd.h>

#include <map>

#include "app/process/context.h"
#include "app/process/environment.h"
#include "app/process/plugins.h"
#include "backend/pjrt/hardware.h"
#include "base/memory_limit.h"
#include "base/text.h"
#include "base/version.h"
#include "counters/counters.h"
#include "counters/topology.h"
#include "run/backends.h"
#include "run/user_folders.h"

namespace tutti::app {
namespace {

/// Whether a file can be created in a folder, which is created if necessary.
bool is_writable(const Path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return !error && ::access(folder.c_str(), W_OK) == 0;
}

}  // namespace

Finding check_threads(const GlobalOptions& global) {
  const auto online = ::sysconf(_SC_NPROCESSORS_ONLN);
  const auto found = fmt::format("{} threads of {} CPUs", global.threads, online);
  if (global.threads <= online) return {"threads", Status::ok, found};
  return {"threads", Status::warning, found, "more threads than CPUs are slower: drop --threads"};
}

Finding check_memory() {
  constexpr int64_t kBaseModel = int64_t{3} << 30;
  const int64_t bytes = available_memory();
  if (bytes == 0)
    return {"memory", Status::warning, "unknown: neither /proc nor a cgroup reports it",
            "mount /proc so that Tutti can refuse a too large batch before step 1"};
  const auto found = human_bytes(static_cast<size_t>(bytes)) + " may be used";
  if (bytes >= kBaseModel) return {"memory", Status::ok, found};
  return {"memory", Status::warning, found,
          "fine-tuning a model of 110 M parameters takes about 3 GiB: take a smaller one"};
}

Finding check_cpu_backend(const GlobalOptions& global) {
  try {
    const auto devices = run::open_backend("cpu", context_of(global))->devices();
    check(!devices.empty(), "the cpu backend has no device");
    return {"cpu backend", Status::ok, devices.front().description};
  } catch (const UserError& error) {
    return {"cpu backend", Status::error, error.what(), "report this machine"};
  }
}

std::vector<Finding> check_plugins(const GlobalOptions& global) {
  const backend::PluginSettings settings = run::backend_options(context_of(global)).plugins;
  std::vector<Finding> findings;
  try {
    const auto plugins = backend::pjrt::find_plugins(settings.search);
    for (const auto& seen : backend::pjrt::seen_devices())
      if (!backend::pjrt::plugin_for(*seen.kind, plugins))
        findings.push_back({"devices", Status::warning, seen.text() + " that cannot be used",
                            backend::pjrt::missing_plugin(*seen.kind)});
    for (const auto& plugin : plugins) {
      const auto report = backend::pjrt::run_probe(settings.probe, plugin.library, "");
      const std::string name = "plugin " + escaped(plugin.name);
      if (!report.error.empty()) {
        findings.push_back({name, Status::warning, report.error,
                            "if its devices are absent, ignore this; otherwise fix the problem"});
        continue;
      }
      std::string found =
          fmt::format("{} {}, {} devices, PJRT API {}", report.platform, report.platform_version,
                      report.devices.size(), report.api_version);
      for (const auto& [attribute, value] : report.attributes)
        if (attribute.starts_with("stablehlo_")) found += fmt::format(", {} {}", attribute, value);
      for (const auto& device : report.devices)
        found +=
            fmt::format("; {}, memory {}", device.description, memory_text(device.memory_bytes));
      findings.push_back({name, Status::ok, found});
    }
  } catch (const UserError& error) {
    findings.push_back({"plugins", Status::error, error.what(), "fix the variable"});
  }
  if (findings.empty())
    findings.push_back({"plugins", Status::ok, "no PJRT plugin: only the CPU is used"});
  return findings;
}

Finding check_cache() {
  const auto folder = run::cache_folder(environment_variable);
  if (!folder)
    return {"cache", Status::warning, "HOME and XDG_CACHE_HOME are not set",
            "set one of them, or every run rebuilds its features"};
  const std::string found = escaped(folder->string());
  if (!is_writable(*folder))
    return {"cache", Status::warning, found + " cannot be written",
            "set XDG_CACHE_HOME to a folder that can, or every run rebuilds its features"};
  return {"cache", Status::ok, found};
}

Finding check_disk() {
  constexpr uintmax_t kCheckpoints = uintmax_t{5} << 30;
  std::error_code error;
  const auto space = std::filesystem::space(".", error);
  if (error)
    return {"disk", Status::warning, "unknown: " + error.message(), "run in another folder"};
  const auto found = human_bytes(space.available) + " free in this folder";
  if (space.available >= kCheckpoints) return {"disk", Status::ok, found};
  return {"disk", Status::warning, found,
          "a checkpoint of 110 M parameters takes 1.3 GiB: use --save_total_limit, or --output_dir "
          "elsewhere"};
}

Finding check_models() {
  const Path cache = run::hugging_face_cache(environment_variable);
  int models = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(cache, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().filename().string().starts_with("models--")) models++;
  const auto place = cache.empty() ? std::string("no folder") : escaped(cache.string());
  if (models > 0)
    return {"Hugging Face cache", Status::ok, fmt::format("{} models in {}", models, place)};
  return {"Hugging Face cache", Status::warning, "no model in " + place,
          "get one with `hf download NAME`, or name a model's folder"};
}

Finding check_topology() {
  const auto found = counters::topology();
  std::map<std::string, int> drivers;
  for (const auto& device : found["pci_devices"])
    if (device.contains("driver")) drivers[device["driver"].get<std::string>()]++;
  std::vector<std::string> devices;
  for (const auto& [driver, count] : drivers)
    devices.push_back(count > 1 ? fmt::format("{} x {}", count, driver) : driver);
  return {
      "topology", Status::ok,
      fmt::format("{}, {} of {}, {}; PCI devices: {}",
                  counted(found["sockets"].get<int64_t>(), "socket"),
                  counted(found["cpus"].get<int64_t>(), "CPU"),
                  counted(found["cores"].get<int64_t>(), "core"),
                  counted(static_cast<int64_t>(found["numa_nodes"].size()), "NUMA node"),
                  devices.empty() ? "none" : escaped(fmt::format("{}", fmt::join(devices, ", "))))};
}

Finding check_counters() {
  counters::Counters counters;
  counters.read();  // time shares need an earlier reading
  std::string found;
  for (const counters::Reading& reading : counters.read()) {
    std::vector<std::string> names;
    for (const auto& [name, value] : counters::values_of(reading)) names.push_back(name);
    found +=
        fmt::format("{}{}: {}", found.empty() ? "" : "; ", reading.device, fmt::join(names, ", "));
  }
  return {"counters", Status::ok, found.empty() ? "none: metrics will lack the hardware's" : found};
}

}  // namespace tutti::app
