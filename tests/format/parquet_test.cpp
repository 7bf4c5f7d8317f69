// SPDX-License-Identifier: Apache-2.0
#include "format/parquet.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "support/errors.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;

/// tests/format/parquet/NAME.parquet, written by tools/write_parquet_fixtures.py.
std::string table(const std::string& name) {
  return read_file(Path(TUTTI_SOURCE_DIR) / "tests" / "format" / "parquet" / (name + ".parquet"));
}

template <typename T, typename Values>
void expect_row(const ParquetColumn<T>& column, size_t row, const Values& expected) {
  const std::span<const T> found = column.row(row);
  EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()))
      << "row " << row << " has " << found.size() << " values";
}

using Strings = std::vector<std::string>;
using Integers = std::vector<int64_t>;

Strings tags_of(int64_t i) {
  Strings tags;
  for (int64_t j = 0; j < i % 4 && i % 11 != 0; j++) tags.push_back(fmt::format("t{}", i * j % 5));
  return tags;
}

Integers xs_of(int64_t i) {
  Integers xs;
  for (int64_t j = 0; j < i % 3 && i % 13 != 0; j++) xs.push_back(j);
  return xs;
}

/// The columns of 100 rows in groups of 40, as table_row() of the script makes them.
void expect_table(const std::string& bytes) {
  ParquetFile file(bytes, "f");
  ASSERT_EQ(file.row_groups(), 3U);
  const char* const colours[] = {"red", "green", "blue"};
  int64_t i = 0;
  for (size_t group = 0; group < 3; group++) {
    const auto keys = file.strings(group, "key");
    const auto paints = file.strings(group, "colour");
    const auto counts = file.integers(group, "count");
    const auto bigs = file.integers(group, "big");
    const auto tags = file.strings(group, "tags");
    const auto xs = file.integers(group, "point.xs");
    const auto ys = file.integers(group, "point.y");
    ASSERT_EQ(keys.rows(), group == 2 ? 20U : 40U);
    for (size_t row = 0; row < keys.rows(); row++, i++) {
      expect_row(keys, row, Strings{fmt::format("row {}", i)});
      expect_row(paints, row, i % 7 == 0 ? Strings{} : Strings{colours[i % 3]});
      expect_row(counts, row, i % 5 == 0 ? Integers{} : Integers{i * i - 50});
      expect_row(bigs, row, Integers{i * 1'000'000'000'000 - 1});
      expect_row(tags, row, tags_of(i));
      expect_row(xs, row, xs_of(i));
      expect_row(ys, row, i % 13 == 0 ? Integers{} : Integers{i});
    }
  }
}

class ParquetTable : public testing::TestWithParam<const char*> {};

TEST_P(ParquetTable, Reads) {
  expect_table(table(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Written, ParquetTable,
                         testing::Values("snappy", "uncompressed", "zstd", "pages_v2", "plain",
                                         "plain_v2", "old"));

std::string message_of(const std::string& bytes, const std::string& column = "key",
                       size_t group = 0) {
  const auto failure = failure_of([&] { ParquetFile(bytes, "a\nb").strings(group, column); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  EXPECT_EQ(failure.message.find("a\\x0Ab: "), 0U) << failure.message;
  return failure.message;
}

TEST(Parquet, RefusesByNameWhatItDoesNotRead) {
  expect_contains(message_of(table("gzip")),
                  "row group 0, column key, page at byte 4: found the "
                  "codec GZIP, expected UNCOMPRESSED, SNAPPY or ZSTD");
  expect_contains(message_of(table("delta")),
                  "found values in the encoding DELTA_BYTE_ARRAY, expected PLAIN, ");
  const std::string bytes = table("snappy");
  expect_contains(message_of(bytes, "flag"), "found the type BOOLEAN, expected BYTE_ARRAY");
  expect_contains(message_of(bytes, "count"), "found the type INT32, expected BYTE_ARRAY");
  expect_contains(message_of(bytes, "other"),
                  "found the columns key, colour, count, big, "
                  "tags.list.element, point.xs.list.element, ");
  expect_contains(message_of(bytes, "point"), "expected only one \"point\" among them");
  expect_contains(message_of(bytes, "ta"), "expected one \"ta\" among them");
  const auto refused = [&](const char* column, size_t group) {
    return failure_of([&] { ParquetFile(bytes, "f").integers(group, column); }).message;
  };
  expect_contains(refused("deep", 0), "found lists nested 2 deep, expected one level");
  expect_contains(refused("holes", 1), "row 10 of the group: found a null in a list");
  expect_contains(refused("key", 0), "found the type BYTE_ARRAY, expected INT32 or INT64");
}

TEST(Parquet, RefusesWhatIsNoParquetFile) {
  const std::string bytes = table("snappy");
  for (const std::string& other :
       {std::string(), std::string("PAR1"), std::string("PAR1PAR1"), bytes.substr(1),
        bytes.substr(0, bytes.size() - 1), bytes.substr(0, bytes.size() / 2)})
    expect_contains(message_of(other), "expected a Parquet file, which starts and ends with PAR1");
  expect_contains(message_of("PARE" + bytes.substr(4, bytes.size() - 8) + "PARE"),
                  "found an encrypted Parquet file");
}

/// A file of no pages and this footer.
std::string file_of(const std::string& footer) {
  const auto size = static_cast<uint32_t>(footer.size());
  return "PAR1" + footer + std::string(reinterpret_cast<const char*>(&size), 4) + "PAR1";
}

TEST(Parquet, RefusesALyingFooter) {
  std::string bytes = table("snappy");
  for (const char* length : {"\xff\xff\xff\xff", "\xff\xff\xff\x00", "\x00\x00\x00\x40"}) {
    bytes.replace(bytes.size() - 8, 4, length, 4);
    expect_contains(message_of(bytes), "found a footer of ");
  }
  bytes.replace(bytes.size() - 8, 4, "\x00\x00\x00\x00", 4);
  expect_contains(message_of(bytes), "footer, byte 0: found 0 bytes, expected 1 more");
  // A list of 2^63 nodes of the schema, of which the first is not a struct's end.
  expect_contains(message_of(file_of("\x29\xfc\xff\xff\xff\xff\xff\xff\xff\xff\x7f")),
                  "found 0 bytes, expected 1 more");
  expect_contains(message_of(file_of(std::string("\x29\x0c\x00", 3))), "found a schema of 0 nodes");
  expect_contains(message_of(file_of("\x29\x18")), "expected a struct");
}

/// A node of the schema: a name of one letter, `children` or, of none, the type BYTE_ARRAY.
std::string node(char children) {
  if (children == 0) return {"\x15\x0c\x38\x01k\x00", 6};
  return std::string("\x48\x01k\x15") + static_cast<char>(2 * children) + '\0';
}

std::string schema_of(const std::vector<std::string>& nodes) {
  std::string text = "\x29\xfc";
  for (size_t left = nodes.size(); left >= 128 || (text += static_cast<char>(left), false);
       left >>= 7)
    text += static_cast<char>(left | 128);
  for (const std::string& one : nodes) text += one;
  return file_of(text + '\0');
}

TEST(Parquet, RefusesASchemaThatIsNoSmallTree) {
  EXPECT_EQ(ParquetFile(schema_of({node(1), node(0)}), "f").row_groups(), 0U);
  expect_contains(message_of(schema_of({node(2), node(0)})),
                  "found 2 nodes in the schema, expected");
  expect_contains(message_of(schema_of({node(1), node(0), node(0)})),
                  "found a schema of 3 nodes, 2 of them in its tree");
  expect_contains(message_of(schema_of(std::vector<std::string>(100, node(1)))),
                  "found columns nested more than 16 deep");
  expect_contains(message_of(schema_of(std::vector<std::string>(5000, node(0)))),
                  "found a schema of more than 4096 nodes");
  // A struct in a struct in a field that nobody reads.
  expect_contains(message_of(file_of(std::string(100, '\x9c'))), "nested more than 32 deep");
}

/// Cut anywhere and with any byte changed, a file is read or refused.
TEST(Parquet, DamageIsAnErrorOrOtherValues) {
  const auto read_all = [](const std::string& bytes) {
    ParquetFile file(bytes, "f");
    for (size_t group = 0; group < file.row_groups(); group++) {
      file.strings(group, "key");
      file.strings(group, "tags");
      file.integers(group, "count");
    }
  };
  size_t refused = 0;
  for (const char* name : {"snappy", "zstd", "plain_v2"}) {
    const std::string whole = table(name);
    for (size_t at = 4; at < whole.size() - 8; at += 29) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << at % 8));
      try {
        read_all(bytes);
      } catch (const UserError& error) {
        EXPECT_EQ(error.code(), ExitCode::usage);
        refused++;
      }
    }
  }
  EXPECT_GT(refused, 200U);
}

/// Counts and sizes of a page that are more than there is, or than one file may take.
TEST(Parquet, BoundsWhatAPageAsksFor) {
  const std::string whole = table("plain");
  const std::string header("\x15\x00\x15\x90\x01\x15\x58\x2c\x15\x10\x15\x00\x15\x06", 14);
  ASSERT_EQ(whole.substr(4, header.size()), header);  // type, both sizes; values, encoding, levels'
  const auto with = [&](size_t at, size_t size, const std::string& other) {
    return message_of(std::string(whole).replace(4 + at, size, other));
  };
  const std::string large = "\xfe\xff\xff\xff\x0f";  // 2^31 - 1
  expect_contains(with(3, 2, large), "found 2147483647 bytes, expected at most 1073741824 here");
  expect_contains(with(3, 2, "\xfe\x7f"), "found 44 bytes that are not 8191 bytes as SNAPPY");
  expect_contains(with(6, 1, large), " bytes, expected 2147483647 of a page");
  expect_contains(with(9, 1, large), "found 2147483647 values, expected at most 16777216 here");
  expect_contains(with(9, 1, "\x11"), "type 0, -9 values and 72 bytes from 44, expected a page's");
  expect_contains(with(9, 1, "\x7e"), "expected 252 of values");
  expect_contains(with(1, 1, "\x08"), "found the type 4, ");
  expect_contains(with(11, 1, "\x04"), "of a dictionary of 0 values");
}

}  // namespace
}  // namespace tutti::format
