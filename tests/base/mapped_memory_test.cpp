// SPDX-License-Identifier: Apache-2.0
#include "base/mapped_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>

#include "base/error.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti {
namespace {

constexpr size_t kBytes = size_t{16} << 20;

/// Bytes of files that this process has in memory.
size_t resident_file_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (size_t kilobytes = 0; word == "RssFile:" && status >> kilobytes) return kilobytes * 1024;
  return 0;
}

TEST(MappedMemory, IsZeroAndMoves) {
  const test::TemporaryFolder folder;
  for (const Path& file : {Path(), folder.path() / "moments"}) {
    MappedMemory memory(kBytes, file);
    EXPECT_TRUE(std::all_of(memory.data(), memory.data() + kBytes,
                            [](std::byte byte) { return byte == std::byte{0}; }));
    memory.data()[kBytes - 1] = std::byte{7};
    const MappedMemory moved = std::move(memory);
    EXPECT_EQ(moved.data()[kBytes - 1], std::byte{7});
    EXPECT_EQ(memory.data(), nullptr);  // NOLINT: that is what is tested
  }
  EXPECT_EQ(MappedMemory(0, folder.path() / "nothing").data(), nullptr);
}

TEST(MappedMemory, OfAFileHasNoNameAndRests) {
  const test::TemporaryFolder folder;
  const MappedMemory memory(kBytes, folder.path() / "moments");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  std::fill(memory.data(), memory.data() + kBytes, std::byte{5});
  const size_t before = resident_file_bytes();
  if (before < kBytes) GTEST_SKIP() << "the system does not say how much of files is resident";
  memory.rest(0, kBytes / 2);
  EXPECT_LT(resident_file_bytes(), before - kBytes / 2 + (size_t{1} << 20));
  memory.rest(kBytes / 2, kBytes / 2);
  EXPECT_LT(resident_file_bytes(), before - kBytes + (size_t{1} << 20));
  EXPECT_TRUE(std::all_of(memory.data(), memory.data() + kBytes,
                          [](std::byte byte) { return byte == std::byte{5}; }));
}

TEST(MappedMemory, NamesAFolderThatIsNotThereAndRoomThatIsLacking) {
  const test::TemporaryFolder folder;
  const auto absent =
      test::failure_of([&] { MappedMemory(kBytes, folder.path() / "absent" / "moments"); });
  EXPECT_EQ(absent.code, ExitCode::io);
  EXPECT_NE(absent.message.find("absent/moments"), std::string::npos) << absent.message;
  const auto large =
      test::failure_of([&] { MappedMemory(size_t{1} << 52, folder.path() / "moments"); });
  EXPECT_EQ(large.code, ExitCode::io);
  EXPECT_NE(large.message.find("no room"), std::string::npos) << large.message;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace tutti
