// SPDX-License-Identifier: Apache-2.0
#include "launch/bundle.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>

#include "base/error.h"

namespace tutti::launch {
namespace {

namespace fs = std::filesystem;

/// Of glibc: libc.so.6, libm.so.6, ld-linux-x86-64.so.2 ...
bool is_of_c_library(const std::string& name) {
  constexpr std::string_view kNames[] = {"ld-linux",      "libc.so",   "libm.so",      "libdl.so",
                                         "libpthread.so", "librt.so",  "libresolv.so", "libmvec.so",
                                         "libnss_",       "linux-vdso"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](std::string_view start) { return name.starts_with(start); });
}

void place_file(const Path& from, const Path& to) {
  std::error_code failure;
  fs::create_hard_link(from, to, failure);
  if (failure) fs::copy_file(from, to);
}

void place(const Path& from, const Path& to) {
  const Path real = fs::canonical(from);  // a hard link to a symbolic one would lead nowhere
  if (!fs::is_directory(real)) return place_file(real, to);
  fs::create_directories(to);
  for (const auto& entry : fs::directory_iterator(real)) {
    if (entry.path().filename() == FolderLock::kName) continue;
    place(entry.path(), to / entry.path().filename());
  }
  // Files private to this user stay private: machine code is loaded only from such folders.
  const fs::perms others = fs::perms::group_all | fs::perms::others_all;
  if ((fs::status(real).permissions() & others) == fs::perms::none)
    fs::permissions(to, others, fs::perm_options::remove);
}

}  // namespace

std::vector<Path> loaded_libraries() {
  std::vector<Path> found;  // under the names that the loader looks for
  const auto note = [](dl_phdr_info* library, size_t, void* list) {
    const Path file = library->dlpi_name;
    if (file.is_absolute() && !is_of_c_library(file.filename().string()) && fs::exists(file))
      static_cast<std::vector<Path>*>(list)->push_back(file);
    return 0;
  };
  ::dl_iterate_phdr(note, &found);
  std::sort(found.begin(), found.end());
  return found;
}

void add_program(Bundle& bundle, const std::vector<Path>& modules) {
  bundle.files.emplace_back(fs::canonical("/proc/self/exe"), "program/tutti");
  for (const Path& module : modules) {
    if (::dlopen(module.c_str(), RTLD_LAZY | RTLD_LOCAL) == nullptr)
      throw UserError(ExitCode::missing_backend,
                      fmt::format("{}: cannot be opened: {}", module.string(), ::dlerror()));
    bundle.files.emplace_back(module, "program/" + module.filename().string());
  }
  for (const Path& library : loaded_libraries())
    if (std::find(modules.begin(), modules.end(), library) == modules.end())
      bundle.files.emplace_back(library, "program/lib/" + library.filename().string());
}

void write_bundle(const Bundle& bundle, const Path& folder) {
  try {
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const auto& [from, name] : bundle.files) {
      fs::create_directories((folder / name).parent_path());
      place(from, folder / name);
    }
  } catch (const fs::filesystem_error& error) {
    io_error("{}", error.what());
  }
  write_file_atomically(folder / "job.json", bundle.arguments);
}

}  // namespace tutti::launch
