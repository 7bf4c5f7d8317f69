// SPDX-License-Identifier: Apache-2.0
#include "format/records.h"

#include <gtest/gtest.h>

#include "support/written_files.h"

namespace tutti::format {
namespace {

using test::expect_contains;

class Records : public test::WrittenFiles {
 protected:
  void expect_refused(const std::string& name, const std::string& content,
                      const std::string& message) const {
    expect_refusal([](const Path& file) { read_records(file); }, name, content, message);
  }
};

TEST_F(Records, AreReadFromJson) {
  const auto lines = read_records(write("a.jsonl", "{\"a\": 1}\n\n{\"a\": \"b\"}"));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].values["a"], 1);
  expect_contains(lines[1].where, "a.jsonl:3");
  EXPECT_EQ(read_records(write("a.json", "[{\"x\": []}]"))[0].values["x"].size(), 0u);
}

TEST_F(Records, AreReadFromTablesAsRfc4180Says) {
  const auto rows = read_records(write(
      "a.csv", "\xef\xbb\xbflabel,text,\"more, text\"\r\n0,\"a, \"\"b\"\"\nc\",d\r\n1,,e\n\n"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].values["label"], "0");
  EXPECT_EQ(rows[0].values["text"], "a, \"b\"\nc");
  EXPECT_EQ(rows[1].values["text"], "");
  EXPECT_EQ(rows[1].values["more, text"], "e");
  EXPECT_EQ(read_records(write("a.tsv", "text\tlabel\na,b\t2"))[0].values["text"], "a,b");
}

Path parquet(const char* name) {
  return Path(TUTTI_SOURCE_DIR) / "tests" / "format" / "parquet" / (std::string(name) + ".parquet");
}

TEST_F(Records, KeepTheOrderOfKeys) {
  const auto lines = read_records(write("a.jsonl", R"({"z": {"y": 1, "b": 2}, "a": 3})"));
  EXPECT_EQ(lines[0].values.dump(), R"({"z":{"y":1,"b":2},"a":3})");
}

TEST_F(Records, AreReadFromParquet) {
  const std::vector<std::string> names = {"messages", "text"};
  const auto chats = read_records(parquet("conversations"), names);
  ASSERT_EQ(chats.size(), 2u);
  EXPECT_EQ(
      chats[0].values.dump(),
      R"({"messages":[{"content":"One?","role":"user"},{"content":"Yes.","role":"assistant"}]})");
  expect_contains(chats[1].where, "conversations.parquet: row 1");
  // Of 100 rows in groups of 40; tools/write_parquet_fixtures.py says what is in them.
  const std::vector<std::string> columns = {"key", "colour", "count", "tags"};
  for (const char* name : {"snappy", "old", "pages_v2"}) {
    const auto rows = read_records(parquet(name), columns);
    ASSERT_EQ(rows.size(), 100u);
    EXPECT_EQ(rows[43].values.dump(),
              R"({"key":"row 43","colour":"green","count":1799,"tags":["t0","t3","t1"]})");
    EXPECT_TRUE(rows[70].values["colour"].is_null());
  }
}

TEST_F(Records, SayWhatOfParquetIsNotRead) {
  const auto refused = [](const char* file, const char* column) {
    const std::vector<std::string> names = {column};
    return test::failure_of([&] { read_records(parquet(file), names); }).message;
  };
  expect_contains(refused("snappy", "nothing"), "found no record in the columns key, colour");
  expect_contains(refused("snappy", "deep"), "found the column deep.list.element.list.element");
  expect_contains(refused("snappy", "point"), "found the column point.xs.list.element");
  expect_contains(refused("conversations", "score"), "found the type DOUBLE");
  expect_contains(refused("snappy", "holes"), "null");
}

TEST_F(Records, OfShardsAreAllThere) {
  write("train-00000-of-00002.parquet", "");
  EXPECT_EQ(test::failure_of([&] { find_parquet(folder_.path(), "train"); }).code, ExitCode::io);
  const Path second = write("train-00001-of-00002.parquet", "");
  write("validation-00000-of-00001.parquet", "");
  const auto files = find_parquet(folder_.path(), "train");
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[1], second);
}

TEST_F(Records, SayWhereAFileIsWrong) {
  expect_refused("a.jsonl", "{\"text\": \"a\"}\n{]\n", "a.jsonl:2:2: found malformed JSON");
  expect_refused("a.jsonl", "[1]\n", "found an array, expected an object");
  expect_refused("a.jsonl", "\n", "found no record");
  expect_refused("a.json", "{}", "expected an array");
  expect_refused("a.csv", "text,label\na\n", "row 2: found 1 cell, expected 2");
  expect_refused("a.csv", "text,label\n\"a,1\n", "row 2: a quoted cell has no end");
  expect_refused("a.txt", "a", ".jsonl, .json, .csv or .tsv");
  expect_refused("a.csv", "text,label\n\xff,1\n", "not UTF-8");
}

TEST_F(Records, AreFoundByTheirStem) {
  EXPECT_TRUE(find_records(folder_.path(), "train").empty());
  write("train.tsv", "");
  const Path json = write("train.json", "");
  EXPECT_EQ(find_records(folder_.path(), "train"), std::vector<Path>{json});
}

}  // namespace
}  // namespace tutti::format
