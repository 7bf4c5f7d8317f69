// SPDX-License-Identifier: Apache-2.0
// A folder of a test's own, removed at its end.
#pragma once

#include <filesystem>

#include "base/passing_folder.h"

namespace tutti::test {

class TemporaryFolder : public PassingFolder {
 public:
  TemporaryFolder() : PassingFolder(std::filesystem::temp_directory_path()) {}
};

}  // namespace tutti::test
