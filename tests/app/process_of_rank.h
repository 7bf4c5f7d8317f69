// SPDX-License-Identifier: Apache-2.0
// The processes that `tutti launch` started, for tests that hit them.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>

#include "base/files.h"

namespace tutti::test {

/// A file of /proc, which says that it has 0 bytes.
inline std::string text_of(const Path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The launcher's child of that rank, by what it was given: the output folder is this test's own.
inline pid_t process_of_rank(const std::string& output, const std::string& rank) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::string environment = text_of(entry.path() / "environ");
    const std::string words = text_of(entry.path() / "cmdline");
    std::replace(environment.begin(), environment.end(), '\0', '\n');
    const std::string wanted = fmt::format("\nRANK={}\n", rank);
    if (words.find(output) != std::string::npos && environment.find(wanted) != std::string::npos)
      return std::stoi(name);
  }
  return 0;
}

/// Waits until something is so, at most for a minute.
inline void wait_until(const std::function<bool()>& is_so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!is_so() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace tutti::test
