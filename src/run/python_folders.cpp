// SPDX-License-Identifier: Apache-2.0
#include "run/python_folders.h"

#include <algorithm>

#include "base/text.h"

namespace tutti::run {
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

}  // namespace

std::vector<Path> python_folders(const Variables& variables) {
  std::vector<Path> folders;
  if (const auto paths = variables("PYTHONPATH")) {
    std::string_view rest = *paths;
    while (!rest.empty()) {
      const std::string_view one = rest.substr(0, rest.find(':'));
      rest.remove_prefix(std::min(one.size() + 1, rest.size()));
      if (one.starts_with('/')) folders.emplace_back(one);
    }
  }
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const auto prefix = variables(variable)) add_python_of(*prefix, folders);
  if (const auto home = variables("HOME")) add_python_of(Path(*home) / ".local", folders);
  add_python_of("/usr/local", folders);
  add_python_of("/usr", folders);
  return folders;
}

std::string package_of(const Path& library) {
  constexpr std::string_view kInfo = ".dist-info";
  constexpr int kFolders = 4;  // .../site-packages/jax_plugins/xla_cuda12/xla_cuda_plugin.so
  Path folder = library.parent_path();
  for (int i = 0; i < kFolders; i++, folder = folder.parent_path()) {
    std::error_code error;
    const std::string line = "\n" + library.lexically_relative(folder).generic_string() + ",";
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      std::string name = entry->path().filename().string();
      std::error_code absent;
      const Path record = entry->path() / "RECORD";
      if (!name.ends_with(kInfo) || !std::filesystem::is_regular_file(record, absent)) continue;
      if (("\n" + read_file(record, size_t{1} << 26)).find(line) == std::string::npos) continue;
      name.resize(name.size() - kInfo.size());
      const size_t dash = name.rfind('-');
      if (dash != std::string::npos) name[dash] = ' ';
      return escaped(name);
    }
  }
  return escaped(library.filename().string());
}

}  // namespace tutti::run
