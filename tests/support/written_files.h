// SPDX-License-Identifier: Apache-2.0
// Files that a test writes for a reader, and what the reader says of bad ones.
#pragma once

#include <gtest/gtest.h>

#include "base/files.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::test {

class WrittenFiles : public testing::Test {
 protected:
  Path write(const std::string& name, const std::string& content) const {
    write_file_atomically(folder_.path() / name, content);
    return folder_.path() / name;
  }

  /// Expects that `read` refuses such a file with an error that names it.
  template <typename Read>
  void expect_refusal(Read read, const std::string& name, const std::string& content,
                      const std::string& message) const {
    const Path file = write(name, content);
    const auto failure = failure_of([&] { read(file); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, message);
    expect_contains(failure.message, file.string());
  }

  TemporaryFolder folder_;
};

}  // namespace tutti::test
