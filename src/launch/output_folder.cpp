// SPDX-License-Identifier: Apache-2.0
#include "launch/output_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/log.h"

namespace tutti::launch {
namespace {

namespace fs = std::filesystem;

bool is_checkpoint(const fs::directory_entry& entry) {
  return entry.is_directory() && entry.path().filename().string().starts_with("checkpoint-");
}

/// A lock, and unfinished checkpoints.
bool is_passing(const std::string& name) {
  return name == FolderLock::kName || name.starts_with(".unfinished-");
}

void move_into(const Path& from, const Path& to) {
  fs::create_directories(to);
  for (const auto& entry : fs::directory_iterator(from)) {
    const Path place = to / entry.path().filename();
    if (entry.is_directory() && !entry.is_symlink())
      move_into(entry.path(), place);
    else
      fs::rename(entry.path(), place);
  }
}

void flush_file_system(const Path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool failed = file < 0 || ::syncfs(file) != 0;
  const int reason = errno;
  if (file >= 0) ::close(file);
  if (failed) io_error("{}: {}", folder.string(), std::strerror(reason));
}

}  // namespace

Path part_of(const Path& output, const std::string& job) {
  return output.parent_path() / fmt::format(".{}.{}.part", output.filename().string(), job);
}

bool has_output(const Path& output) {
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(output, failure))
    if (!is_passing(entry.path().filename().string())) return true;
  return false;
}

void move_output(const Path& part, const Path& output,
                 const std::function<bool(const Path&)>& is_whole) {
  const Path from = part / "output";
  fs::create_directories(output);
  std::vector<fs::directory_entry> checkpoints;
  for (const auto& entry : fs::directory_iterator(from)) {
    if (is_passing(entry.path().filename().string())) continue;
    if (is_checkpoint(entry)) {
      checkpoints.push_back(entry);  // last: logs must not lag behind them
    } else if (entry.is_directory()) {
      move_into(entry.path(), output / entry.path().filename());
    } else {
      fs::rename(entry.path(), output / entry.path().filename());
    }
  }
  flush_file_system(output);
  for (const auto& entry : checkpoints) {
    const Path place = output / entry.path().filename();
    if (fs::exists(place) && is_whole(place)) continue;
    if (!is_whole(entry.path())) {
      log_warning("skipping {}, which arrived incomplete", entry.path().filename().string());
      continue;
    }
    fs::remove_all(place);
    fs::rename(entry.path(), place);
  }
  flush_file_system(output);
  fs::remove_all(part);
}

}  // namespace tutti::launch
