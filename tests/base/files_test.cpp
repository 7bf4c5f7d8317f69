// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti {
namespace {

using test::expect_contains;
using test::failure_of;

class FilesTest : public testing::Test {
 protected:
  Path in(const std::string& name) const { return folder_.path() / name; }
  void put(const std::string& name, const std::string& content) const {
    std::ofstream(in(name), std::ios::binary) << content;
  }
  std::string get(const std::string& name) const {
    std::ifstream file(in(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  size_t entries() const {
    const std::filesystem::directory_iterator all(folder_.path());
    return static_cast<size_t>(std::distance(begin(all), end(all)));
  }

  test::TemporaryFolder folder_;
};

TEST_F(FilesTest, ReadsWholeFiles) {
  put("empty", "");
  put("zeros", std::string("a\0b\n", 4));
  EXPECT_EQ(read_file(in("empty")), "");
  EXPECT_EQ(read_file(in("zeros")), std::string("a\0b\n", 4));
}

TEST_F(FilesTest, ReadsFilesThatStateNoSize) {
  if (!std::filesystem::exists("/proc/self/status")) GTEST_SKIP() << "no /proc";
  expect_contains(read_file("/proc/self/status"), "Pid:");
}

TEST_F(FilesTest, RefusesWhatIsNotARegularFile) {
  ASSERT_EQ(::mkfifo(in("pipe").c_str(), 0600), 0);
  std::filesystem::create_directory(in("folder"));
  std::filesystem::create_symlink("loop", in("loop"));
  const struct {
    Path path;
    ExitCode code;
    std::string part;
  } cases[] = {{in("pipe"), ExitCode::usage, "found a pipe"},
               {in("folder"), ExitCode::usage, "found a folder"},
               {"/dev/zero", ExitCode::usage, "found a device"},
               {in("absent"), ExitCode::io, "No such file"},
               {in("loop"), ExitCode::io, "symbolic links"}};
  for (const auto& one : cases) {
    const auto read = failure_of([&] { read_file(one.path); });
    EXPECT_EQ(read.code, one.code) << read.message;
    expect_contains(read.message, one.path.string());
    expect_contains(read.message, one.part);
    EXPECT_EQ(failure_of([&] { InputFile file(one.path); }).code, one.code);
  }
}

TEST_F(FilesTest, RefusesMoreThanTheLimitWithoutReadingIt) {
  put("four", "1234");
  EXPECT_EQ(read_file(in("four"), 4), "1234");
  EXPECT_EQ(failure_of([&] { read_file(in("four"), 3); }).code, ExitCode::usage);
  put("sparse", "");
  std::filesystem::resize_file(in("sparse"), uintmax_t{1} << 40);
  expect_contains(failure_of([&] { read_file(in("sparse")); }).message, "1.0 TiB");
}

TEST_F(FilesTest, EscapesNamesInMessages) {
  expect_contains(failure_of([&] { read_file(in("a\x1b[2J")); }).message, "a\\x1B[2J");
}

TEST_F(FilesTest, ReadsAtOffsets) {
  put("digits", "0123456789");
  const InputFile file(in("digits"));
  EXPECT_EQ(file.size(), 10u);
  char three[3];
  file.read_at(7, std::as_writable_bytes(std::span(three)));
  EXPECT_EQ(std::string(three, 3), "789");
  file.read_at(10, {});
  for (const uint64_t offset : {uint64_t{8}, uint64_t{11}, UINT64_MAX})
    failure_of([&] { file.read_at(offset, std::as_writable_bytes(std::span(three))); });
}

TEST_F(FilesTest, AFileThatShrinksWhileReadIsAnError) {
  put("digits", "0123456789");
  const InputFile file(in("digits"));
  std::filesystem::resize_file(in("digits"), 5);
  char eight[8];
  const auto failure =
      failure_of([&] { file.read_at(0, std::as_writable_bytes(std::span(eight))); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message, "ends at byte 5");
}

TEST_F(FilesTest, WritesAndReplacesFiles) {
  write_file_atomically(in("file"), "first");
  write_file_atomically(in("file"), "second");
  EXPECT_EQ(get("file"), "second");
  write_file_atomically(in("file"), [](const WritePiece& write) {
    write("a");
    write("");
    write("bc");
  });
  EXPECT_EQ(get("file"), "abc");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FilesTest, AFailedWriteLeavesTheOldFileAndNothingElse) {
  put("file", "old");
  EXPECT_THROW(write_file_atomically(in("file"),
                                     [](const WritePiece& write) {
                                       write("new");
                                       throw std::runtime_error("stop");
                                     }),
               std::runtime_error);
  EXPECT_EQ(get("file"), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FilesTest, ADiskWithoutRoomIsAnErrorThatLeavesTheOldFile) {
  put("file", "old");
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = before;
  small.rlim_cur = 4096;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto failure =
      failure_of([&] { write_file_atomically(in("file"), std::string(1 << 20, 'x')); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  EXPECT_EQ(failure.code, ExitCode::io);
  expect_contains(failure.message, in("file").string() + ": writing failed: File too large");
  EXPECT_EQ(get("file"), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FilesTest, WritingWhereNothingCanBeWrittenNamesThePath) {
  const auto failure = failure_of([&] { write_file_atomically(in("no/file"), "x"); });
  EXPECT_EQ(failure.code, ExitCode::io);
  expect_contains(failure.message,
                  in("no/file").string() + ": there is no folder " + in("no").string());
  std::filesystem::create_directory(in("folder"));
  const auto folder = failure_of([&] { write_file_atomically(in("folder"), "x"); });
  EXPECT_EQ(folder.code, ExitCode::io);
  expect_contains(folder.message, "found a folder, expected the name of a file");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FilesTest, SyncsFolders) {
  sync_folder(folder_.path());
  EXPECT_EQ(failure_of([&] { sync_folder(in("absent")); }).code, ExitCode::io);
}

TEST_F(FilesTest, TheSecondHolderOfALockIsToldOfTheFirst) {
  {
    const FolderLock first(folder_.path());
    const auto failure = failure_of([&] { FolderLock second(folder_.path()); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, "process " + std::to_string(::getpid()) + " on host ");
  }
  EXPECT_FALSE(std::filesystem::exists(in(".lock")));
  const FolderLock again(folder_.path());
}

TEST_F(FilesTest, ALockIsRemovedFromAFolderThatWasMoved) {
  std::filesystem::create_directory(in("before"));
  std::optional<FolderLock> lock(in("before"));
  std::filesystem::rename(in("before"), in("after"));
  lock.reset();
  EXPECT_FALSE(std::filesystem::exists(in("after") / ".lock"));
}

TEST_F(FilesTest, ALockThatIsRemovedKeepsOthersOut) {
  std::atomic<int> holders = 0, taken = 0;
  const auto contend = [&] {
    for (int i = 0; i < 300; i++) try {
        const FolderLock lock(folder_.path());
        EXPECT_EQ(holders.fetch_add(1), 0);
        taken++;
        std::this_thread::yield();
        holders--;
      } catch (const UserError&) {
      }
  };
  std::thread other(contend), third(contend);
  contend();
  other.join();
  third.join();
  EXPECT_GT(taken, 0);
  EXPECT_FALSE(std::filesystem::exists(in(".lock")));
}

TEST_F(FilesTest, ALockDiesWithItsProcess) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    try {
      const FolderLock lock(folder_.path());
      ::raise(SIGKILL);
    } catch (...) {
    }
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(get(".lock").find("process " + std::to_string(child)), 0u);
  const FolderLock lock(folder_.path());
}

TEST_F(FilesTest, ALockNeedsItsFolder) {
  EXPECT_EQ(failure_of([&] { FolderLock lock(in("absent")); }).code, ExitCode::io);
}

}  // namespace
}  // namespace tutti
