// SPDX-License-Identifier: Apache-2.0
// The fake plugin, which does as it is told.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/log.h"
#include "support/pjrt.h"
#include "support/temporary_folder.h"

namespace tutti::test {

/// Tells the fake plugin what to do, from its next opening on; see tests/fake_plugin.
class Fake {
 public:
  explicit Fake(const std::string& words) { tell(words); }
  ~Fake() { ::unsetenv("TUTTI_FAKE_PJRT"); }
  Fake(const Fake&) = delete;
  Fake& operator=(const Fake&) = delete;

  static void tell(const std::string& words) {
    ::setenv("TUTTI_FAKE_PJRT", words.c_str(), 1);  // NOLINT: tests run on one thread here
  }
  static std::filesystem::path library() { return TUTTI_FAKE_PLUGIN; }
};

}  // namespace tutti::test
