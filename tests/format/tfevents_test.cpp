// SPDX-License-Identifier: Apache-2.0
#include "format/tfevents.h"

#include <gtest/gtest.h>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;

// Expectations: RFC 3720, appendix B.4, and the check value of the Castagnoli polynomial.
TEST(Crc32c, EqualsTheStandardsExamples) {
  EXPECT_EQ(crc32c("123456789"), 0xE3069283u);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAu);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62A8AB43u);
  EXPECT_EQ(crc32c(""), 0u);
}

class TfeventsTest : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

// Expectation: what the RecordWriter and the messages of the Python package tensorboard 2.21.0
// give.
TEST_F(TfeventsTest, WritesTheBytesOfTensorBoardsOwnWriter) {
  const Path runs = folder_.path() / "runs" / "deep";
  EventWriter writer(runs, 1.5, "a/b");
  writer.scalar("loss", 2.5f, 300, 2.0);
  EXPECT_EQ(writer.path(), runs / "events.out.tfevents.0000000001.a_b");
  std::string hex;
  for (const char byte : read_file(writer.path()))
    hex += fmt::format("{:02x}", static_cast<uint8_t>(byte));
  EXPECT_EQ(hex,
            "1800000000000000a37f4b2209000000000000f83f1a0d627261696e2e4576656e743a322a28646c"
            "1b000000000000001a0d9e1309000000000000004010ac022a0d0a0b0a046c6f7373150000204"
            "0de65814e");
}

TEST_F(TfeventsTest, HandsEachRecordOverAtOnceAndAppends) {
  EventWriter first(folder_.path(), 1.0, "h");
  const auto size = std::filesystem::file_size(first.path());
  first.scalar("x", 1.0f, 1, 1.0);
  const auto grown = std::filesystem::file_size(first.path());
  EXPECT_GT(grown, size);
  const EventWriter second(folder_.path(), 1.0, "h");
  EXPECT_EQ(second.path(), first.path());
  EXPECT_EQ(std::filesystem::file_size(first.path()), grown + size);
}

TEST_F(TfeventsTest, NamesThePathOfAFailure) {
  write_file_atomically(folder_.path() / "file", "");
  const auto failure = failure_of([&] { EventWriter writer(folder_.path() / "file", 1.0, "h"); });
  EXPECT_EQ(failure.code, ExitCode::io);
  expect_contains(failure.message, (folder_.path() / "file").string());
  const Path taken = folder_.path() / "events.out.tfevents.0000000001.h";
  std::filesystem::create_symlink("/dev/full", taken);
  expect_contains(failure_of([&] { EventWriter writer(folder_.path(), 1.0, "h"); }).message,
                  "No space left on device");
}

}  // namespace
}  // namespace tutti::format
