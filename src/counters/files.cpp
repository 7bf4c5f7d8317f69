// SPDX-License-Identifier: Apache-2.0
#include "counters/files.h"

#include <algorithm>
#include <fstream>

namespace tutti::counters {

std::string first_line(const Path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

std::optional<double> number_in(const Path& file) {
  std::ifstream in(file);
  double value = 0;
  return in >> value ? std::optional(value) : std::nullopt;
}

std::vector<Path> entries(const Path& folder, const std::string& beginning) {
  std::vector<Path> found;
  std::error_code failure;
  for (std::filesystem::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure))
    if (at->path().filename().string().starts_with(beginning)) found.push_back(at->path());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace tutti::counters
