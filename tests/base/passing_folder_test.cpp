// SPDX-License-Identifier: Apache-2.0
#include "base/passing_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti {
namespace {

TEST(PassingFolder, GoesWithAllThatIsInIt) {
  const test::TemporaryFolder parent;
  Path path;
  {
    const PassingFolder folder(parent.path()), other(parent.path());
    path = folder.path();
    EXPECT_NE(other.path(), path);
    write_file_atomically(path / "file", "text");
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700u);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  const auto failure = test::failure_of([&] { PassingFolder(parent.path() / "none"); });
  EXPECT_EQ(failure.code, ExitCode::io);
}

}  // namespace
}  // namespace tutti
