// SPDX-License-Identifier: Apache-2.0
#include "backend/registry.h"

#include <charconv>

#include "backend/cpu/cpu_backend.h"
#include "backend/pjrt/pjrt_backend.h"
#include "backend/reference/reference_backend.h"
#include "base/text.h"

namespace tutti::backend {
namespace {

constexpr std::string_view kOwn[] = {"cpu", "reference"};
constexpr std::string_view kOfPlugins[] = {"cuda", "rocm", "tpu", "xpu", "mps", "neuron"};
constexpr std::string_view kPath = "pjrt=";

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

/// What to install where no plugin is found.
std::string_view package_of(std::string_view name) {
  if (name == "cuda") return "jax-cuda13-plugin or xla-cuda13-pjrt";
  if (name == "rocm") return "jax-rocm7-pjrt";
  if (name == "tpu") return "libtpu";
  if (name == "xpu") return "intel-extension-for-openxla";
  if (name == "mps") return "jax-metal";
  return "libneuronxla";
}

std::string names_of(const std::vector<pjrt::Candidate>& plugins) {
  std::string names;
  for (const pjrt::Candidate& plugin : plugins)
    names += (names.empty() ? "" : ", ") + escaped(plugin.name);
  return names.empty() ? "none" : names;
}

/// The library behind `pjrt=...` or a name that plugins bring.
Path library_of(std::string_view name, const PluginSettings& settings) {
  const bool given = name.starts_with(kPath);
  const std::string_view wanted = given ? name.substr(kPath.size()) : name;
  if (given && wanted.find('/') != std::string_view::npos) return Path(wanted);
  const auto plugins = pjrt::find_plugins(settings.search);
  for (const pjrt::Candidate& plugin : plugins)
    if (given ? plugin.name == wanted : plugin.backend == wanted) return plugin.library;
  if (given)
    absent(
        fmt::format("there is no plugin \"{}\"; found: {}. Give its path: "
                    "pjrt=/path/to/plugin.so",
                    escaped(wanted), names_of(plugins)));
  absent(fmt::format(
      "backend {}: no PJRT plugin for it is installed (pip install {}). Plugins found: {}; install "
      "one, name it in PJRT_NAMES_AND_LIBRARY_PATHS, or give its path: pjrt=/path/to/plugin.so",
      wanted, package_of(wanted), names_of(plugins)));
}

std::unique_ptr<Backend> open_plugin(const Request& request, const BackendOptions& options) {
  const PluginSettings& settings = options.plugins;
  PjrtOptions plugin;
  plugin.library = std::filesystem::absolute(library_of(request.name, settings));
  plugin.options = pjrt::parse_client_options(request.options);
  plugin.name = request.name.starts_with(kPath) ? "pjrt" : std::string(request.name);
  plugin.device = request.device;
  plugin.memory_limit_bytes = options.memory_limit_bytes;
  plugin.cache_folder = settings.cache_folder;
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

std::vector<std::string_view> backend_names() {
  std::vector<std::string_view> names(std::begin(kOwn), std::end(kOwn));
  names.insert(names.end(), std::begin(kOfPlugins), std::end(kOfPlugins));
  return names;
}

std::string short_name(std::string_view name) {
  const Request request = request_of(name);
  std::string text(request.name);
  if (text.starts_with(kPath)) text = "pjrt-" + Path(text.substr(kPath.size())).stem().string();
  return request.device ? fmt::format("{}-{}", text, *request.device) : text;
}

std::unique_ptr<Backend> make_backend(std::string_view name, const BackendOptions& options) {
  const Request request = request_of(name);
  const auto is_one_of = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), request.name) != std::end(names);
  };
  if (options.profile && request.name != "cpu")
    user_error("a profile is made by the cpu backend only, found {}", escaped(name));
  if (is_one_of(kOfPlugins) || request.name.starts_with(kPath))
    return open_plugin(request, options);
  if (!is_one_of(kOwn))
    user_error("there is no backend \"{}\"; there are: {}, pjrt=PLUGIN", escaped(name),
               fmt::join(backend_names(), ", "));
  if (!request.options.empty())
    user_error("backend {} takes no options, found \"{}\"", request.name, escaped(request.options));
  if (request.device.value_or(0) != 0)
    absent(fmt::format("backend {} has one device, 0; found {}", request.name, *request.device));
  const int threads = options.threads > 0 ? options.threads : available_cpus();
  if (request.name == "reference")
    return std::make_unique<ReferenceBackend>(threads, op::Rounding::wide);
  return std::make_unique<CpuBackend>(
      CpuOptions{threads, options.memory_limit_bytes, options.profile});
}

}  // namespace tutti::backend
