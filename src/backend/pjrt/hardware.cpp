// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/hardware.h"

#include <algorithm>
#include <fstream>

#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

namespace fs = std::filesystem;

std::string word_in(const Path& file) {
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  return word;
}

bool begins_with_one_of(std::string_view text, std::string_view words) {
  if (words.empty()) return true;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    if (text.starts_with(word)) return true;
    words.remove_prefix(std::min(words.size(), word.size() + 1));
  }
  return false;
}

bool fits(const PciMark& mark, const Path& device) {
  return !mark.vendor.empty() && word_in(device / "vendor") == mark.vendor &&
         word_in(device / "class").starts_with(mark.type) &&
         begins_with_one_of(word_in(device / "device"), mark.devices);
}

template <typename Fits>
int64_t count_entries(const Path& folder, const Fits& fits_it) {
  int64_t count = 0;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure))
    if (fits_it(at->path())) count++;
  return count;
}

int64_t on_the_bus(const DeviceKind& kind, const Path& root) {
  return count_entries(root / "sys/bus/pci/devices", [&](const Path& device) {
    return std::any_of(kind.hardware.begin(), kind.hardware.end(),
                       [&](const PciMark& mark) { return fits(mark, device); });
  });
}

/// A container may see device files and no bus.
int64_t with_device_file(const DeviceKind& kind, const Path& root) {
  if (kind.node.empty()) return 0;
  return count_entries(root / "dev", [&](const Path& file) {
    const std::string name = file.filename().string();
    return name.size() > kind.node.size() && name.starts_with(kind.node) &&
           name.find_first_not_of("0123456789", kind.node.size()) == std::string::npos;
  });
}

/// "cuda" of "pjrt=cuda?x=1:2".
std::string_view name_in(std::string_view backend) {
  constexpr std::string_view kPrefix = "pjrt=";
  if (backend.starts_with(kPrefix)) backend.remove_prefix(kPrefix.size());
  backend = backend.substr(0, backend.find('?'));
  const size_t colon = backend.rfind(':');
  return backend.substr(0, colon);
}

bool is_plugin(const Candidate& plugin, std::string_view name) {
  return plugin.name == name || plugin.kind == name || plugin.library.string() == name;
}

/// Whether a backend's devices are of a kind.
bool is_of_kind(std::string_view name, const DeviceKind& kind,
                const std::vector<Candidate>& plugins) {
  for (const Candidate& plugin : plugins)
    if (is_plugin(plugin, name) && !plugin.kind.empty()) return plugin.kind == kind.name;
  return kind_of(Path(name).filename().string()) == kind.name;
}

}  // namespace

std::string SeenDevices::text() const {
  return counted(count, kind->title);
}

std::vector<SeenDevices> seen_devices(const Path& root) {
  std::vector<SeenDevices> seen;
  for (const DeviceKind& kind : device_kinds())
    if (const int64_t count = std::max(on_the_bus(kind, root), with_device_file(kind, root));
        count > 0)
      seen.push_back({&kind, count});
  return seen;
}

const Candidate* plugin_for(const DeviceKind& kind, const std::vector<Candidate>& plugins) {
  const auto found = std::find_if(plugins.begin(), plugins.end(), [&](const Candidate& plugin) {
    return plugin.kind == kind.name;
  });
  return found == plugins.end() ? nullptr : &*found;
}

std::string missing_plugin(const DeviceKind& kind) {
  return fmt::format("there is no plugin for it: pip install {}", kind.package);
}

std::vector<std::string> unused_devices(std::string_view backend, int64_t used,
                                        const std::vector<SeenDevices>& seen,
                                        const std::vector<Candidate>& plugins) {
  const std::string_view name = name_in(backend);
  std::vector<std::string> lines;
  std::vector<const Candidate*> told;
  for (const SeenDevices& devices : seen) {
    const Candidate* const plugin = plugin_for(*devices.kind, plugins);
    told.push_back(plugin);
    if (is_of_kind(name, *devices.kind, plugins)) {
      if (devices.count > used)
        lines.push_back(fmt::format("{} of {}: --devices {} uses all of them", devices.count - used,
                                    devices.text(), devices.count));
      continue;
    }
    lines.push_back(devices.text() + (plugin
                                          ? fmt::format(": --backend {} or --backend auto uses it",
                                                        escaped(plugin->request()))
                                          : "; " + missing_plugin(*devices.kind)));
  }
  for (const Candidate& plugin : plugins)
    if (!is_plugin(plugin, name) && std::find(told.begin(), told.end(), &plugin) == told.end())
      lines.push_back(fmt::format("plugin {0}: --backend {0} uses its devices, if there are any",
                                  escaped(plugin.request())));
  return lines;
}

}  // namespace tutti::backend::pjrt
