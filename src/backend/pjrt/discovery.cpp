// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/discovery.h"

#include <algorithm>
#include <cctype>

#include "base/ascii.h"
#include "base/error.h"
#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

namespace fs = std::filesystem;

/// Entries of a folder, sorted; none where it cannot be read.
std::vector<Path> entries_of(const Path& folder) {
  std::vector<Path> paths;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    paths.push_back(entry->path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

void add(std::vector<Candidate>& found, std::string name, Path library) {
  for (const Candidate& earlier : found)
    if (earlier.name == name || earlier.library == library) return;
  const std::string parts =
      library.parent_path().filename().string() + "/" + library.filename().string();
  std::string kind = kind_of(name);
  if (kind.empty()) kind = kind_of(parts);
  for (Candidate& earlier : found)
    if (earlier.kind == kind) (name == kind ? earlier.kind : kind).clear();
  found.push_back({std::move(name), std::move(library), std::move(kind)});
}

/// "name:/path,name:/path", as JAX reads it.
void add_variable(std::vector<Candidate>& found, std::string_view list) {
  for (const std::string& entry : parts_of_list(list)) {
    const size_t colon = entry.find(':');
    const std::string path = colon == std::string::npos ? "" : entry.substr(colon + 1);
    if (colon == 0 || !path.starts_with('/'))
      user_error(
          "PJRT_NAMES_AND_LIBRARY_PATHS: found \"{}\", expected name:/absolute/path, separated by "
          "commas",
          escaped(entry));
    add(found, entry.substr(0, colon), Path(path));
  }
}

/// Shared libraries of each folder in `parent`: jax_plugins/xla_cuda13/xla_cuda_plugin.so.
void add_folders(std::vector<Candidate>& found, const Path& parent) {
  for (const Path& folder : entries_of(parent))
    for (const Path& file : entries_of(folder)) {
      const std::string name = file.filename().string();
      const bool is_plugin =
          name.find("plugin") != std::string::npos || name.find("pjrt") != std::string::npos;
      const bool is_library = file.extension() == ".so" || file.extension() == ".dylib";
      if (is_plugin && is_library) add(found, folder.filename().string(), file);
    }
}

void add_file(std::vector<Candidate>& found, const std::string& name, const Path& file) {
  std::error_code error;
  if (fs::is_regular_file(file, error)) add(found, name, file);
}

}  // namespace

std::vector<Candidate> find_plugins(const PluginSearch& search) {
  std::vector<Candidate> found;
  add_variable(found, search.names_and_paths);
  for (const Path& folder : search.python_folders) {
    if (!folder.is_absolute()) continue;
    add_folders(found, folder / "xla_plugins");
    add_folders(found, folder / "jax_plugins");
    add_file(found, "libtpu", folder / "libtpu" / "libtpu.so");
    add_file(found, "libneuronxla", folder / "libneuronxla" / "libneuronpjrt.so");
  }
  return found;
}

std::span<const DeviceKind> device_kinds() {
  // Graphics within a processor are no device to train on. AMD's and Intel's are of the class of
  // cards with a screen, 0x0300, so that of this class only numbers of cards count. The numbers of
  // TPUs are those of v2, v3 and v4, v5p, v5e, v6e and v7x, of Neuron those of trn1, inf2 and trn2.
  static constexpr DeviceKind kKinds[] = {
      {"cuda",
       "jax-cuda13-plugin or xla-cuda13-pjrt",
       {"cuda", "nvidia"},
       "NVIDIA GPU",
       {{{"0x10de", "0x03", ""}}},
       "nvidia",
       "jax-cuda12-pjrt"},
      {"rocm",
       "jax-rocm7-pjrt",
       {"rocm"},
       "AMD GPU",
       {{{"0x1002", "0x0380", ""}, {"0x1002", "0x12", ""}}},
       ""},
      {"tpu",
       "libtpu",
       {"tpu"},
       "TPU chip",
       {{{"0x1ae0", "", "0x0027 0x0056 0x005e 0x0062 0x0063 0x006f 0x0076"}}},
       "accel",
       "libtpu"},
      {"xpu",
       "intel-extension-for-openxla",
       {"sycl", "oneapi", "xpu", "intel"},
       "Intel GPU",
       {{{"0x8086", "0x0380", ""}, {"0x8086", "0x0300", "0x56 0xe20 0xe21"}}},
       ""},
      {"mps", "jax-metal", {"metal", "mps"}, "Apple GPU"},
      {"neuron",
       "libneuronxla",
       {"neuron"},
       "Neuron device",
       {{{"0x1d0f", "", "0x7164 0x7264 0x7364"}}},
       "neuron"}};
  return kKinds;
}

const DeviceKind* kind_named(std::string_view name) {
  for (const DeviceKind& kind : device_kinds())
    if (kind.name == name) return &kind;
  return nullptr;
}

std::string fetch_line(const DeviceKind& kind) {
  return fmt::format("pip install --no-deps {}", kind.compiler);
}

std::string kind_of(std::string_view text) {
  const std::string lower = in_lower_case(std::string(text));
  for (const DeviceKind& kind : device_kinds())
    for (const std::string_view mark : kind.marks)
      if (!mark.empty() && lower.find(mark) != std::string::npos) return std::string(kind.name);
  return {};
}

}  // namespace tutti::backend::pjrt
