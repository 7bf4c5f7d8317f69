// SPDX-License-Identifier: Apache-2.0
#include "base/line_reader.h"

#include <gtest/gtest.h>

#include "base/descriptor.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti {
namespace {

class LineReaderTest : public testing::Test {
 protected:
  std::vector<std::string> lines_of(const std::string& content, size_t longest = 1000) const {
    const Path path = folder_.path() / "lines";
    write_file_atomically(path, content);
    const Descriptor file(path, "opening", O_RDONLY);
    LineReader reader(file.number(), "lines", longest);
    std::vector<std::string> lines;
    for (std::string line; reader.next(line);) lines.push_back(line);
    return lines;
  }

  test::TemporaryFolder folder_;
};

using Lines = std::vector<std::string>;

TEST_F(LineReaderTest, ReadsLines) {
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("a"), Lines{"a"});
  EXPECT_EQ(lines_of("a\n"), Lines{"a"});
  EXPECT_EQ(lines_of("\n\nb\r\n"), (Lines{"", "", "b\r"}));
}

TEST_F(LineReaderTest, LinesMayBeLongerThanWhatIsReadAtOnce) {
  const std::string once(size_t{1} << 16, 'x');
  EXPECT_EQ(lines_of(once + "\ny", 1 << 20), (Lines{once, "y"}));
  EXPECT_EQ(lines_of(once + "z\n", 1 << 20), Lines{once + "z"});
  EXPECT_EQ(lines_of("y\n" + once + once, 1 << 20), (Lines{"y", once + once}));
}

TEST_F(LineReaderTest, CutsLinesBeyondTheLongest) {
  EXPECT_EQ(lines_of("abcdef\nghi\n", 3), (Lines{"abcd", "ghi"}));
}

TEST_F(LineReaderTest, NamesWhatCannotBeRead) {
  const Descriptor file("/proc/self/mem", "opening", O_RDONLY);
  LineReader reader(file.number(), "some name", 10);
  std::string line;
  const auto failure = test::failure_of([&] { reader.next(line); });
  EXPECT_EQ(failure.code, ExitCode::io);
  EXPECT_EQ(failure.message, "some name: reading failed: Input/output error");
}

}  // namespace
}  // namespace tutti
