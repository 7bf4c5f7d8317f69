// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "app/machine/device_report.h"
#include "app/machine/devices_arguments.h"
#include "app/process/context.h"
#include "app/process/environment.h"
#include "app/process/global_options.h"
#include "app/process/output.h"
#include "app/process/plugins.h"
#include "base/error.h"
#include "base/text.h"
#include "run/backends.h"
#include "serve/site_html.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

/// Variables that choose devices: honored and shown.
constexpr const char* kVariables[] = {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
                                      "TPU_VISIBLE_CHIPS", "PJRT_NAMES_AND_LIBRARY_PATHS"};

Json json_of(const backend::Device& device) {
  return {{"backend", device.backend},
          {"index", device.index},
          {"description", device.description},
          {"memory_bytes", device.memory_bytes}};
}

Json json_of(const backend::pjrt::Candidate& plugin, const backend::pjrt::PluginReport& report) {
  Json attributes = Json::object();
  for (const auto& [name, value] : report.attributes) attributes[name] = value;
  return {{"name", plugin.name},
          {"backend", plugin.request()},
          {"library", plugin.library.string()},
          {"platform", report.platform},
          {"platform_version", report.platform_version},
          {"api_version", report.api_version},
          {"attributes", attributes},
          {"error", report.error}};
}

std::string plugin_text(const Json& plugin) {
  const auto text = [&](const char* key) { return plugin[key].get<std::string>(); };
  std::string about =
      fmt::format("plugin {:<12} {}\n", escaped(text("name")), escaped(text("library")));
  if (!text("error").empty()) return about + fmt::format("  cannot be used: {}\n", text("error"));
  about += fmt::format("  platform {} {}, PJRT API {}\n", text("platform"),
                       text("platform_version"), text("api_version"));
  for (const auto& [name, value] : plugin["attributes"].items())
    about += fmt::format("  {} {}\n", name, value.get<std::string>());
  return about;
}

std::string absent_text(const Json& absent) {
  const serve::AbsentDevices found = serve::absent_devices(absent);
  std::string text;
  for (const auto& reason : found.reasons)
    text += fmt::format("{:<12} absent: {}\n", reason[0], reason[1]);
  for (const std::string& advice : found.advice) text += fmt::format("  {}\n", advice);
  return text;
}

std::string device_lines(const Json& result) {
  std::string text;
  for (const auto& device : result["devices"])
    text += fmt::format(
        "{:<12} {}, memory {}\n",
        fmt::format("{}:{}", device["backend"].get<std::string>(), device["index"].get<int>()),
        device["description"].get<std::string>(),
        memory_text(device["memory_bytes"].get<int64_t>()));
  text += absent_text(result["absent"]);
  for (const auto& plugin : result["plugins"]) text += plugin_text(plugin);
  for (const auto& [name, value] : result["environment"].items())
    text += fmt::format("{}={}\n", name, escaped(value.get<std::string>()));
  return text;
}

void add_plugin(const backend::pjrt::Candidate& plugin, const backend::BackendOptions& options,
                Json& result) {
  const auto report = backend::pjrt::run_probe(options.plugins.probe, plugin.library, "");
  result["plugins"].push_back(json_of(plugin, report));
  if (!report.error.empty()) return;
  for (const auto& device : report.devices)
    result["devices"].push_back(
        json_of(backend::Device{plugin.request(), static_cast<int>(&device - report.devices.data()),
                                device.description, device.memory_bytes}));
}

/// Tutti's own backends, and what no plugin here brings. The plugins that are here are listed by
/// add_plugin.
void add_backend(const std::string& name, const backend::BackendOptions& options,
                 const std::vector<backend::pjrt::Candidate>& plugins, Json& result) {
  for (const auto& plugin : plugins)
    if (plugin.request() == name) return;
  try {
    for (const auto& device : backend::make_backend(name, options)->devices())
      result["devices"].push_back(json_of(device));
  } catch (const UserError& error) {
    result["absent"].push_back({{"backend", name}, {"reason", error.what()}});
  }
}

/// How to get the compiler of a kind of device, and where to put it.
ExitCode show_fetching(const GlobalOptions& global, const std::string& name) {
  const backend::pjrt::DeviceKind* kind = backend::pjrt::kind_named(name);
  if (!kind || kind->compiler.empty()) {
    std::string names;
    for (const auto& other : backend::pjrt::device_kinds())
      if (!other.compiler.empty())
        names += fmt::format("{}{}", names.empty() ? "" : " or ", other.name);
    user_error(
        "--fetch {}: Tutti knows no compiler for it that works without the device, expected {}",
        escaped(name), names);
  }
  Json folders = Json::array();
  const backend::pjrt::PluginSearch search =
      run::backend_options(context_of(global)).plugins.search;
  for (const Path& folder : search.python_folders) folders.push_back(folder.string());
  Json result = {{"line", backend::pjrt::fetch_line(*kind)}, {"folders", folders}};
  for (const auto& plugin : backend::pjrt::find_plugins(search))
    if (plugin.kind == kind->name && !result.contains("found"))
      result["found"] = plugin.library.string();
  if (global.json) {
    write_result_json(result);
    return ExitCode::done;
  }
  std::string text = result["line"].get<std::string>() + "\n";
  if (result.contains("found"))
    text += fmt::format("it is already here: {}\n", escaped(result["found"].get<std::string>()));
  text += "Tutti looks for it in $PJRT_NAMES_AND_LIBRARY_PATHS and in";
  for (const Json& folder : folders)
    text += fmt::format("\n  {}", escaped(folder.get<std::string>()));
  write_text(text + "\n");
  return ExitCode::done;
}

}  // namespace

nlohmann::ordered_json device_report(const GlobalOptions& global) {
  const backend::BackendOptions options = run::backend_options(context_of(global));
  const auto plugins = backend::pjrt::find_plugins(options.plugins.search);
  Json result = {{"devices", Json::array()},
                 {"absent", Json::array()},
                 {"plugins", Json::array()},
                 {"environment", Json::object()}};
  for (const std::string& name : backend::backend_names())
    add_backend(name, options, plugins, result);
  for (const auto& plugin : plugins) add_plugin(plugin, options, result);
  for (const char* name : kVariables)
    if (const auto value = environment_variable(name)) result["environment"][name] = *value;
  return result;
}

ExitCode run_devices(const GlobalOptions& global, const DevicesArguments& arguments) {
  if (!arguments.fetch.empty()) return show_fetching(global, arguments.fetch);
  const Json result = device_report(global);
  if (global.json)
    write_result_json(result);
  else
    write_text(device_lines(result));
  return ExitCode::done;
}

}  // namespace tutti::app
