// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/child_process.h"

#include "backend/pjrt/plugin.h"
#include "base/child.h"

namespace tutti::backend::pjrt {

ChildResult run_child(const std::vector<std::string>& words, double seconds) {
  ChildProcess child(words, {.out = {.first = 65536}, .error = {.last = 2048}});
  const bool ended = child.wait({.seconds = seconds}) == ChildProcess::Wait::ended;
  child.kill();  // also what it started
  return {.out = child.out(),
          .error = child.error(),
          .end = ended ? child.end()->text() : fmt::format("gave no answer in {} s", seconds)};
}

std::string end_text(const ChildResult& child) {
  return child.error.empty() ? child.end
                             : fmt::format("{}; it said: {}", child.end, shown(child.error));
}

}  // namespace tutti::backend::pjrt
