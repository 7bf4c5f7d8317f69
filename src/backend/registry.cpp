// SPDX-License-Identifier: Apache-2.0
#include "backend/registry.h"

#include <algorithm>
#include <charconv>

#include "backend/cpu/cpu_backend.h"
#include "backend/pjrt/pjrt_backend.h"
#include "backend/reference/reference_backend.h"
#include "base/log.h"
#include "base/text.h"

namespace tutti::backend {
namespace {

constexpr std::string_view kPlugin = "pjrt=";

int threads_of(const BackendOptions& options) {
  return options.threads > 0 ? options.threads : available_cpus();
}

std::unique_ptr<Backend> open_cpu(const BackendOptions& options) {
  return std::make_unique<CpuBackend>(
      CpuOptions{threads_of(options), options.memory_limit_bytes, options.profile});
}

std::unique_ptr<Backend> open_reference(const BackendOptions& options) {
  return std::make_unique<ReferenceBackend>(threads_of(options), op::Rounding::wide);
}

/// A backend of Tutti's own.
struct Own {
  std::string_view name;
  Capabilities (*capabilities)();
  std::unique_ptr<Backend> (*open)(const BackendOptions& options);
};
constexpr Own kOwn[] = {{"cpu", CpuBackend::known_capabilities, open_cpu},
                        {"reference", ReferenceBackend::known_capabilities, open_reference}};

const Own* own_named(std::string_view name) {
  for (const Own& own : kOwn)
    if (own.name == name) return &own;
  return nullptr;
}

[[noreturn]] void absent(const std::string& reason) {
  throw UserError(ExitCode::missing_backend, reason);
}

/// "pjrt=/a/b.so?x=1:2" in its parts.
struct Request {
  std::string_view name, options;
  std::optional<int> device;
};

Request request_of(std::string_view text) {
  Request request{text, {}, {}};
  const size_t colon = text.rfind(':');
  if (colon != std::string_view::npos) {
    const std::string_view digits = text.substr(colon + 1);
    int index = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (error == std::errc() && end == digits.data() + digits.size() && index >= 0) {
      request.device = index;
      request.name = text.substr(0, colon);
    }
  }
  const size_t mark = request.name.find('?');
  if (mark != std::string_view::npos) {
    request.options = request.name.substr(mark + 1);
    request.name = request.name.substr(0, mark);
  }
  return request;
}

std::string names_of(const std::vector<pjrt::Candidate>& plugins) {
  std::string names;
  for (const pjrt::Candidate& plugin : plugins)
    names += (names.empty() ? "" : ", ") + escaped(plugin.name);
  return names.empty() ? "none" : names;
}

/// The plugin that `wanted` means: a path, a plugin's name, or the kind of its devices.
pjrt::Candidate plugin_of(std::string_view wanted, const PluginSettings& settings) {
  if (wanted.find('/') != std::string_view::npos) return {"", Path(wanted), ""};
  const auto plugins = pjrt::find_plugins(settings.search);
  const auto is_wanted = [&](const pjrt::Candidate& plugin) {
    return plugin.name == wanted || plugin.kind == wanted;
  };
  const auto found = std::find_if(plugins.begin(), plugins.end(), is_wanted);
  if (found != plugins.end()) return *found;
  const pjrt::DeviceKind* kind = pjrt::kind_named(wanted);
  if (!kind)
    absent(
        fmt::format("there is no plugin \"{}\"; found: {}. Give its path: "
                    "pjrt=/path/to/plugin.so",
                    escaped(wanted), names_of(plugins)));
  absent(fmt::format(
      "backend pjrt={}: no PJRT plugin for it is installed (pip install {}). Plugins found: {}; "
      "install one, name it in PJRT_NAMES_AND_LIBRARY_PATHS, or give its path: "
      "pjrt=/path/to/plugin.so",
      wanted, kind->package, names_of(plugins)));
}

std::unique_ptr<Backend> open_plugin(const Request& request, const BackendOptions& options) {
  const PluginSettings& settings = options.plugins;
  const std::string_view wanted = request.name.substr(kPlugin.size());
  PjrtOptions plugin;
  plugin.library = std::filesystem::absolute(plugin_of(wanted, settings).library);
  plugin.options = pjrt::parse_client_options(request.options);
  if (pjrt::kind_named(wanted)) plugin.kind = wanted;
  plugin.device = request.device;
  plugin.memory_limit_bytes = options.memory_limit_bytes;
  plugin.cache_folder = settings.cache_folder;
  plugin.compiled_folder = settings.compiled_folder;
  if (!settings.probe.command.empty()) {
    const auto report =
        pjrt::run_probe(settings.probe, plugin.library, std::string(request.options));
    if (report.crashed && !request.options.empty())
      user_error(
          "backend {}: the plugin does not take the options \"{}\": {}; check their names "
          "and types, or give none",
          escaped(request.name), escaped(request.options), report.error);
    if (!report.error.empty())
      absent(fmt::format("backend {}: {}", escaped(request.name), report.error));
  }
  return std::make_unique<PjrtBackend>(std::move(plugin));
}

}  // namespace

std::unique_ptr<TargetBackend> make_target_backend(Target target, const PluginSettings& settings) {
  const auto plugins = pjrt::find_plugins(settings.search);
  const auto found = std::find_if(plugins.begin(), plugins.end(), [&](const auto& plugin) {
    return plugin.name == target.kind || plugin.kind == target.kind;
  });
  if (found == plugins.end()) {
    const pjrt::DeviceKind* kind = pjrt::kind_named(target.kind);
    absent(fmt::format(
        "--target {}: the compiler for it is not installed: `{}` brings it", escaped(target.name),
        kind && !kind->compiler.empty() ? pjrt::fetch_line(*kind) : "its maker's PJRT plugin"));
  }
  const Path library = found->library;
  return std::make_unique<TargetBackend>(
      TargetOptions{std::move(target), std::filesystem::absolute(library), settings.compiler,
                    settings.cache_folder.empty() ? Path() : settings.cache_folder / "targets"});
}

std::vector<std::string> backend_names() {
  std::vector<std::string> names;
  for (const Own& own : kOwn) names.emplace_back(own.name);
  for (const pjrt::DeviceKind& kind : pjrt::device_kinds())
    names.push_back(fmt::format("{}{}", kPlugin, kind.name));
  return names;
}

Capabilities capabilities_of(std::string_view name) {
  const Own* own = own_named(request_of(name).name);
  return own ? own->capabilities() : PjrtBackend::known_capabilities();
}

std::vector<std::string> own_backends(const std::function<bool(const Capabilities&)>& where) {
  std::vector<std::string> names;
  for (const Own& own : kOwn)
    if (where(own.capabilities())) names.emplace_back(own.name);
  return names;
}

std::string short_name(std::string_view name) {
  const Request request = request_of(name);
  std::string text(request.name);
  if (text.starts_with(kPlugin)) text = "pjrt-" + Path(text.substr(kPlugin.size())).stem().string();
  return request.device ? fmt::format("{}-{}", text, *request.device) : text;
}

std::unique_ptr<Backend> make_backend(std::string_view name, const BackendOptions& options) {
  const Request request = request_of(name);
  if (options.profile && !capabilities_of(name).profiles)
    user_error("a profile is made by the {} backend only, found {}",
               fmt::join(own_backends(&Capabilities::profiles), " or "), escaped(name));
  if (request.name.starts_with(kPlugin)) return open_plugin(request, options);
  if (pjrt::kind_named(request.name)) {
    const std::string full = fmt::format("{}{}", kPlugin, name);
    auto backend = open_plugin(request_of(full), options);
    log_warning(
        "backend {0}: the PJRT plugin is used; write {1}, as {0} alone is kept for a backend of "
        "Tutti's own",
        escaped(name), escaped(full));
    return backend;
  }
  const Own* own = own_named(request.name);
  if (!own)
    user_error("there is no backend \"{}\"; there are: {}, pjrt=PLUGIN", escaped(name),
               fmt::join(backend_names(), ", "));
  if (!request.options.empty())
    user_error("backend {} takes no options, found \"{}\"", request.name, escaped(request.options));
  if (request.device.value_or(0) != 0)
    absent(fmt::format("backend {} has one device, 0; found {}", request.name, *request.device));
  return own->open(options);
}

}  // namespace tutti::backend
