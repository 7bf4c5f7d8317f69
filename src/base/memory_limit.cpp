// SPDX-License-Identifier: Apache-2.0
#include "base/memory_limit.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

namespace tutti {
namespace {

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

/// The number after `key` in a file of "key number" lines; 0 where it is absent.
int64_t number_of(const std::string& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string name;
    int64_t number = 0;
    if (words >> name >> number && name == key) return number;
  }
  return 0;
}

/// The files of one version of cgroups.
struct Files {
  const char* limit;
  const char* brake;  // beyond it the group is held up until it has given memory back
  const char* usage;
};
constexpr Files kVersion2 = {"/memory.max", "/memory.high", "/memory.current"};
constexpr Files kVersion1 = {"/memory.limit_in_bytes", nullptr, "/memory.usage_in_bytes"};

/// Bytes that one group has left, negative where it has too many; file cache that it would give up
/// counts as free.
int64_t left_in(const std::string& folder, const Files& files) {
  int64_t limit = kUnlimited, usage = 0;
  for (const char* const file : {files.limit, files.brake}) {
    int64_t number = 0;  // no file, or "max", is no limit
    if (file && std::ifstream(folder + file) >> number) limit = std::min(limit, number);
  }
  if (limit == kUnlimited) return kUnlimited;
  std::ifstream(folder + files.usage) >> usage;
  usage -= std::min(usage, number_of(folder + "/memory.stat", "inactive_file"));
  return limit - usage;
}

/// The minimum of the limits of a group and its ancestors, all of which apply.
int64_t least_left(const std::string& mount, std::string group, const Files& files) {
  int64_t least = left_in(mount, files);
  while (group.size() > 1) {
    least = std::min(least, left_in(mount + group, files));
    group.resize(group.rfind('/'));
  }
  return least;
}

/// Bytes that the process's limit on its address space leaves (`ulimit -v`).
int64_t left_of_address_space(const std::string& root) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= rlim_t{kUnlimited})
    return kUnlimited;
  const int64_t used = number_of(root + "/proc/self/status", "VmSize:") * 1024;
  return static_cast<int64_t>(limit.rlim_cur) - used;
}

/// Calls `visit(mount, group, files)` for each hierarchy of cgroups that this process is in and
/// that can count memory.
template <typename Visit>
void visit_groups(const std::string& root, const Visit& visit) {
  const std::string mount = root + "/sys/fs/cgroup";
  // Lines are "id:controllers:group"; version 2 has id 0 and no controllers.
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos || line.substr(second + 1, 1) != "/") continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,")
      visit(mount, group, kVersion2);
    else if (controllers.find(",memory,") != std::string::npos)
      visit(mount + "/memory", group, kVersion1);
  }
}

/// Bytes that the cgroups of this process leave.
int64_t left_of_groups(const std::string& root) {
  int64_t least = kUnlimited;
  visit_groups(root, [&](const std::string& mount, const std::string& group, const Files& files) {
    least = std::min(least, least_left(mount, group, files));
  });
  return least;
}

int64_t left_of_system(const std::string& root) {
  const int64_t free_kilobytes = number_of(root + "/proc/meminfo", "MemAvailable:");
  return free_kilobytes > 0 ? free_kilobytes * 1024 : kUnlimited;
}

}  // namespace

std::optional<int64_t> spare_memory(const std::string& root) {
  const int64_t least =
      std::min({left_of_system(root), left_of_address_space(root), left_of_groups(root)});
  if (least == kUnlimited) return std::nullopt;
  return least;
}

int64_t available_memory(const std::string& root) {
  const std::optional<int64_t> spare = spare_memory(root);
  return spare ? std::max<int64_t>(*spare, 1) : 0;
}

std::optional<int64_t> memory_of_group(const std::string& root) {
  std::optional<int64_t> found;
  visit_groups(root, [&](const std::string& mount, std::string group, const Files& files) {
    if (group == "/") group = "";
    // A container sees its own group as the mount.
    for (const std::string& folder : {mount + group, mount})
      if (int64_t bytes = 0; !found && std::ifstream(folder + files.usage) >> bytes) found = bytes;
  });
  return found;
}

void keep_within_groups(const std::string& root) {
  const int64_t left = left_of_groups(root);
  if (left >= left_of_system(root)) return;
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  // The group also pays for page tables and for what the program changes in its libraries' pages.
  constexpr int64_t kOthers = 4 << 20;
  const int64_t more = std::max<int64_t>(0, left - left / 50 - kOthers);
  const int64_t used = number_of("/proc/self/status", "VmData:") * 1024;
  limit.rlim_cur = std::min(limit.rlim_cur, static_cast<rlim_t>(used + more));
  ::setrlimit(RLIMIT_DATA, &limit);
}

void leave_groups_to_the_system() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_DATA, &limit);
}

}  // namespace tutti
