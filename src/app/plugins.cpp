// SPDX-License-Identifier: Apache-2.0
#include "app/plugins.h"

#include <algorithm>

#include "app/environment.h"
#include "app/output.h"
#include "app/user_folders.h"
#include "base/text.h"

namespace tutti::app {
namespace {

/// PREFIX/lib/python3.*/site-packages and the like, the newest Python first.
void add_python_of(const Path& prefix, std::vector<Path>& folders) {
  std::vector<Path> found;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(prefix / "lib", error), end;
       !error && entry != end; entry.increment(error))
    if (entry->path().filename().string().starts_with("python3"))
      for (const char* name : {"site-packages", "dist-packages"})
        if (std::filesystem::is_directory(entry->path() / name, error))
          found.push_back(entry->path() / name);
  std::sort(found.rbegin(), found.rend());
  folders.insert(folders.end(), found.begin(), found.end());
}

std::vector<Path> python_folders() {
  std::vector<Path> folders;
  if (const auto paths = environment_variable("PYTHONPATH")) {
    std::string_view rest = *paths;
    while (!rest.empty()) {
      const std::string_view one = rest.substr(0, rest.find(':'));
      rest.remove_prefix(std::min(one.size() + 1, rest.size()));
      if (one.starts_with('/')) folders.emplace_back(one);
    }
  }
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const auto prefix = environment_variable(variable)) add_python_of(*prefix, folders);
  if (const auto home = environment_variable("HOME"))
    add_python_of(Path(*home) / ".local", folders);
  add_python_of("/usr/local", folders);
  add_python_of("/usr", folders);
  return folders;
}

}  // namespace

backend::BackendOptions backend_options(int threads) {
  backend::BackendOptions options;
  options.threads = threads;
  options.plugins.search.names_and_paths =
      environment_variable("PJRT_NAMES_AND_LIBRARY_PATHS").value_or("");
  options.plugins.search.python_folders = python_folders();
  options.plugins.probe.command = {"/proc/self/exe", std::string(kProbeCommand)};
  if (const auto folder = cache_folder()) options.plugins.cache_folder = *folder / "programs";
  return options;
}

std::unique_ptr<backend::Backend> open_backend(const std::string& name, int threads,
                                               backend::Profile* profile, int64_t replicas,
                                               int64_t memory_limit) {
  // XLA's plugin for the CPU: each replica that waits for another blocks a thread, and the last one
  // needs two. It would not go on, and end the process after 40 s.
  if (replicas > 1)
    set_environment_default("PJRT_NPROC", std::to_string(std::max<int64_t>(threads, replicas + 1)));
  backend::BackendOptions options = backend_options(threads);
  options.profile = profile;
  options.memory_limit_bytes = memory_limit;
  return backend::make_backend(name, options);
}

std::string memory_text(int64_t bytes) {
  return bytes > 0 ? human_bytes(static_cast<size_t>(bytes)) : "unknown";
}

ExitCode run_probe_plugin(const std::string& library, const std::string& options) {
  backend::pjrt::inspect(library, options, [](const backend::pjrt::PluginReport& report) {
    write_result(backend::pjrt::to_text(report));
  });
  return ExitCode::done;
}

}  // namespace tutti::app
