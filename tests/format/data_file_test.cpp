// SPDX-License-Identifier: Apache-2.0
#include "format/data_file.h"

#include "support/written_files.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;

TEST(DataFile, IsCalledByWhatIsPacked) {
  EXPECT_EQ(data_kind("a/train.csv"), ".csv");
  EXPECT_EQ(data_kind("a/train.csv.gz"), ".csv");
  EXPECT_EQ(data_kind("a/train.gz"), "");
}

TEST(DataFile, HasALimit) {
  // Python's gzip.compress(b"a" * 2000, mtime=0).
  constexpr std::string_view kPacked(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\x4c\x1c\x05\xa3\x60"
      "\x14\x8c\x82\x51\x30\x0a\x46\xc1\x50\x07\x00\x39\x3e\x13\xa8\xd0"
      "\x07\x00\x00",
      35);
  EXPECT_EQ(gunzip(kPacked, "f", 2000), std::string(2000, 'a'));
  const auto failure = failure_of([&] { gunzip(kPacked, "f", 1999); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message, "f: found more than 2.0 KiB once unpacked");
  std::string wrong(kPacked);
  wrong[wrong.size() - 6] ^= 1;  // of the checksum
  expect_contains(failure_of([&] { gunzip(wrong, "f", 2000); }).message, "damaged");
}

TEST(DataFile, SaysWhereItIsNotUtf8) {
  expect_utf8("caf\xc3\xa9", "f");
  const std::string kept(30, 'y');
  const std::string text =
      fmt::format("{}\n{}{}\xe9z\nmore", std::string(50, 'x'), "yyyyyyyyyy", kept);
  expect_contains(failure_of([&] { expect_utf8(text, "f"); }).message,
                  fmt::format("f:2: found bytes that are not UTF-8: \"{}\\xE9z\\x0Amore\"; "
                              "`iconv -f WINDOWS-1252",
                              kept));
}

}  // namespace
}  // namespace tutti::format
