// SPDX-License-Identifier: Apache-2.0
#include "base/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti {
namespace {

TEST(StartProcess, GivesItItsFilesAndAGroupOfItsOwn) {
  const test::TemporaryFolder folder;
  const Path out = folder.path() / "out", error = folder.path() / "error";
  const int out_file = ::open(out.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const int error_file = ::open(error.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const std::string script =
      "cat; echo \"$1\"; echo wrong >&2; cut -d\" \" -f5 /proc/$$/stat; exit 3";
  const pid_t child = start_process({"/bin/sh", "-c", script, "sh", "a b"}, {out_file, error_file});
  ::close(out_file);
  ::close(error_file);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_EQ(read_file(error), "wrong\n");
  const std::string text = read_file(out);
  EXPECT_TRUE(text.starts_with("a b\n")) << text;  // after an empty standard input
  EXPECT_EQ(std::stoi(text.substr(4)), child);
}

TEST(StartProcess, SaysWhatCannotBeStarted) {
  const auto failure = test::failure_of([] { start_process({"/no/such/program"}, {1, 2}); });
  EXPECT_EQ(failure.code, ExitCode::io);
  test::expect_contains(failure.message, "/no/such/program: cannot be run: No such file");
  EXPECT_FALSE(start_process_if_there({"no-such-program-on-the-path"}, {1, 2}));
}

}  // namespace
}  // namespace tutti
