// SPDX-License-Identifier: Apache-2.0
#include "format/records.h"

#include <gtest/gtest.h>

#include "support/written_files.h"

namespace tutti::format {
namespace {

using test::expect_contains;

class RecordRows : public test::WrittenFiles {
 protected:
  void expect_refused(const std::string& name, const std::string& content,
                      const std::string& message) const {
    expect_refusal([](const Path& file) { read_records(file); }, name, content, message);
  }
};

TEST_F(RecordRows, AreReadFromJson) {
  const auto lines = read_records(write("a.jsonl", "{\"a\": 1}\n\n{\"a\": \"b\"}")).rows;
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].values["a"], 1);
  expect_contains(lines[1].where, "a.jsonl:3");
  EXPECT_EQ(read_records(write("a.json", "[{\"x\": []}]")).rows[0].values["x"].size(), 0u);
}

TEST_F(RecordRows, AreReadFromTablesAsRfc4180Says) {
  const auto rows =
      read_records(
          write("a.csv",
                "\xef\xbb\xbflabel,text,\"more, text\"\r\n0,\"a, \"\"b\"\"\nc\",d\r\n1,,e\n\n"))
          .rows;
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].values["label"], "0");
  EXPECT_EQ(rows[0].values["text"], "a, \"b\"\nc");
  EXPECT_EQ(rows[1].values["text"], "");
  EXPECT_EQ(rows[1].values["more, text"], "e");
  EXPECT_EQ(read_records(write("a.tsv", "text\tlabel\na,b\t2")).rows[0].values["text"], "a,b");
}

Path parquet(const char* name) {
  return Path(TUTTI_SOURCE_DIR) / "tests" / "format" / "parquet" / (std::string(name) + ".parquet");
}

TEST_F(RecordRows, KeepTheOrderOfKeys) {
  const auto lines = read_records(write("a.jsonl", R"({"z": {"y": 1, "b": 2}, "a": 3})")).rows;
  EXPECT_EQ(lines[0].values.dump(), R"({"z":{"y":1,"b":2},"a":3})");
}

TEST_F(RecordRows, AreReadFromParquet) {
  const std::vector<std::string> names = {"messages", "text"};
  const auto chats = read_records(parquet("conversations"), names).rows;
  ASSERT_EQ(chats.size(), 2u);
  EXPECT_EQ(
      chats[0].values.dump(),
      R"({"messages":[{"content":"One?","role":"user"},{"content":"Yes.","role":"assistant"}]})");
  expect_contains(chats[1].where, "conversations.parquet: row 1");
  // Of 100 rows in groups of 40; tools/write_parquet_fixtures.py says what is in them.
  const std::vector<std::string> columns = {"key", "colour", "count", "tags"};
  for (const char* name : {"snappy", "old", "pages_v2"}) {
    const auto rows = read_records(parquet(name), columns).rows;
    ASSERT_EQ(rows.size(), 100u);
    EXPECT_EQ(rows[43].values.dump(),
              R"({"key":"row 43","colour":"green","count":1799,"tags":["t0","t3","t1"]})");
    EXPECT_TRUE(rows[70].values["colour"].is_null());
  }
}

// The columns of the table, as tools/write_parquet_fixtures.py makes its rows 0 and 50.
TEST_F(RecordRows, OfParquetHaveListsInOneAnotherNullsAndOtherTypes) {
  const std::vector<std::string> names = {"deep", "point", "holes", "flag", "nothing"};
  for (const char* name : {"snappy", "old", "pages_v2", "plain", "plain_v2"}) {
    const Records records = read_records(parquet(name), names);
    EXPECT_EQ(records.rows[0].values.dump(),
              R"({"point":null,"holes":[0],"deep":[[0]],"flag":true})");
    EXPECT_EQ(records.rows[50].values.dump(),
              R"({"point":{"xs":[0,1],"y":50},"holes":[50,null],"deep":[[50]],"flag":true})");
    EXPECT_EQ(records.rows[51].values["flag"], false);
    EXPECT_EQ(records.rows[51].values["point"].dump(), R"({"xs":[],"y":51})");
    EXPECT_EQ(records.columns.size(), 9u) << "those that were not read too";
  }
  const std::vector<std::string> score = {"score"};
  EXPECT_EQ(read_records(parquet("conversations"), score).rows[1].values["score"], 1.5);
}

// tests/format/parquet/tool_calls.parquet is what pyarrow makes of this row.
TEST_F(RecordRows, OfParquetHaveMessagesWithNulls) {
  const std::vector<std::string> names = {"messages"};
  const Records records = read_records(parquet("tool_calls"), names);
  ASSERT_EQ(records.rows.size(), 2u);
  EXPECT_EQ(records.rows[0].values.dump(),
            R"({"messages":[{"role":"user","content":"w?","tool_calls":null},)"
            R"({"role":"assistant","content":null,"tool_calls":[)"
            R"({"name":"get","arguments":["a","b"]},{"name":"set","arguments":[]}]},)"
            R"({"role":"tool","content":"3","tool_calls":[]}]})");
  EXPECT_EQ(records.rows[1].values.dump(),
            R"({"messages":[{"role":"user","content":"x","tool_calls":[)"
            R"({"name":null,"arguments":null}]}]})");
}

TEST_F(RecordRows, SayWhatOfParquetIsNotRead) {
  const auto refused = [](const char* file, const char* column) {
    const std::vector<std::string> names = {column};
    return test::failure_of([&] { read_records(parquet(file), names); }).message;
  };
  expect_contains(refused("snappy", "nothing"), "found no record in the columns key, colour");
}

TEST_F(RecordRows, OfShardsAreAllThere) {
  write("train-00000-of-00002.parquet", "");
  EXPECT_EQ(test::failure_of([&] { find_parquet(folder_.path(), "train"); }).code, ExitCode::io);
  const Path second = write("train-00001-of-00002.parquet", "");
  write("validation-00000-of-00001.parquet", "");
  const auto files = find_parquet(folder_.path(), "train");
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[1], second);
}

TEST_F(RecordRows, SayWhereAFileIsWrong) {
  expect_refused("a.jsonl", "{\"text\": \"a\"}\n{]\n", "a.jsonl:2:2: found malformed JSON");
  expect_refused("a.jsonl", "[1]\n", "found an array, expected an object");
  expect_refused("a.jsonl", "\n", "found no record");
  expect_refused("a.json", "{\n\"text\": 1}", "expected an array of objects, or an object on each");
  expect_refused("a.csv", "text,label\na\n", "row 2: found 1 cell, expected 2");
  expect_refused("a.csv", "text,label\n\"a,1\n", "row 2: a quoted cell has no end");
  expect_refused("a.txt", "a", ".jsonl, .json, .csv or .tsv");
  expect_refused("a.csv", "text,label\n\xff,1\n", "not UTF-8");
  expect_refused("a.csv", "text,label\nfine,1\ncaf\xe9 au lait,0\n",
                 "a.csv:3: found bytes that are not UTF-8: \"caf\\xE9 au lait,0");
  expect_refused("a.csv", "\xff\xfet\0e\0", "UTF-16 text (`iconv -f UTF-16");
  expect_refused("a.csv", "text,label\na,1,2\n",
                 "row 2: found 3 cells, expected 2 as in the header");
}

TEST_F(RecordRows, OfAJsonFileMayBeLines) {
  const Records lines = read_records(
      write("a.json", "\xef\xbb\xbf{\"text\": \"a\"}\n\n{\"text\": \"b\", \"more\": {}}\n"));
  ASSERT_EQ(lines.rows.size(), 2u);
  EXPECT_EQ(lines.rows[1].values["text"], "b");
  expect_contains(lines.rows[1].where, "a.json:3");
  EXPECT_EQ(lines.columns, (std::vector<std::string>{"text", "more"}));
  EXPECT_EQ(read_records(write("b.json", "{\"text\": \"a\"}")).rows.size(), 1u);
  expect_refused("c.json", "{\"text\": \"a\"}\n{\"text\"\n", "c.json:2:");
}

TEST_F(RecordRows, OfATableHaveEachColumnOnce) {
  expect_refused("a.csv", "text,text\na,b\n", "row 1: found the column \"text\" twice");
  expect_refused("a.csv", "text;label\na;1\n",
                 "row 1: found the one column \"text;label\", expected columns that a comma");
  expect_refused("a.tsv", "text,label\na,1\n", "separated by \",\"");
  // As spreadsheets write them after the last column.
  EXPECT_EQ(read_records(write("c.csv", "text,,\na,,\n")).rows[0].values["text"], "a");
  EXPECT_EQ(read_records(write("b.csv", "\"text;label\"\na;1\n")).rows[0].values["text;label"],
            "a;1");
}

// As Python's csv reads it, but for the line without any character.
TEST_F(RecordRows, OfATableMayBeAnEmptyCell) {
  const Records table = read_records(write("a.csv", "text\na\n\"\"\n\nb\n"));
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[1].values["text"], "");
  expect_contains(table.rows[2].where, "row 5");
  EXPECT_TRUE(table.is_table);
}

/// Python's gzip.compress(b"text,label\na,1\n", mtime=0).
constexpr std::string_view kPacked(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x2b\x49\xad\x28\xd1\xc9\x49\x4c\x4a\xcd"
    "\xe1\x4a\xd4\x31\xe4\x02\x00\x4d\xf6\xf0\x72\x0f\x00\x00\x00",
    35);

TEST_F(RecordRows, AreUnpacked) {
  const Path file = write("a.csv.gz", std::string(kPacked));
  EXPECT_EQ(read_records(file).rows[0].values["label"], "1");
  EXPECT_EQ(find_records(folder_.path(), "a"), std::vector<Path>{file});
  // Members follow one another, as `cat a.gz b.gz` makes them.
  const std::string twice = std::string(kPacked) + std::string(kPacked);
  EXPECT_EQ(read_records(write("b.csv.gz", twice)).rows[1].values["text"], "text");
  expect_refused("c.csv.gz", std::string(kPacked.substr(0, 20)), "damaged or cut short");
  expect_refused("d.csv.gz", "\x1f\x8b@", "damaged or cut short");
}

TEST_F(RecordRows, AreFoundByTheirStem) {
  EXPECT_TRUE(find_records(folder_.path(), "train").empty());
  write("train.tsv", "");
  const Path json = write("train.json", "");
  EXPECT_EQ(find_records(folder_.path(), "train"), std::vector<Path>{json});
}

}  // namespace
}  // namespace tutti::format
