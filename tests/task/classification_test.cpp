// SPDX-License-Identifier: Apache-2.0
// Text classification: its files, its labels and its metrics.
#include <gtest/gtest.h>

#include "support/written_files.h"
#include "task/classification/dataset.h"

namespace tutti::task::classification {
namespace {

using test::expect_contains;

class Classification : public test::WrittenFiles {
 protected:
  void expect_refused(const std::string& name, const std::string& content,
                      const std::string& message) const {
    expect_refusal([](const Path& file) { read_examples(file); }, name, content, message);
  }
};

TEST_F(Classification, ReadsTheFormsOfGlue) {
  const auto lines = read_examples(write("a.jsonl", R"({"sentence": "fine", "label": 1}

{"premise": "a", "hypothesis": "b", "label": "no"}
)"));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].text, "fine");
  EXPECT_EQ(lines[0].label, "1");
  EXPECT_FALSE(lines[0].pair);
  EXPECT_EQ(lines[1].text, "a");
  EXPECT_EQ(lines[1].pair, "b");
  expect_contains(lines[1].where, "a.jsonl:3");
  EXPECT_EQ(read_examples(write("a.json", R"([{"text": "x", "label": "y"}])"))[0].text, "x");
}

TEST_F(Classification, ReadsTablesAsRfc4180) {
  const auto rows = read_examples(
      write("a.csv", "label,sentence1,sentence2\r\n0,\"a, \"\"b\"\"\nc\",d\r\n1,,e\n"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].text, "a, \"b\"\nc");
  EXPECT_EQ(rows[0].pair, "d");
  EXPECT_EQ(rows[1].text, "");
  EXPECT_EQ(read_examples(write("a.tsv", "text\tlabel\na,b\t2\n"))[0].text, "a,b");
}

TEST_F(Classification, SaysWhereAFileIsWrong) {
  expect_refused("a.jsonl", "{\"text\": \"a\"}\n", "found no \"label\"");
  expect_refused("a.jsonl", "{\"label\": 1}\n", "found no text");
  expect_refused("a.jsonl", "{\"label\": 1.5, \"text\": \"a\"}\n", "\"label\" is 1.5");
  expect_refused("a.jsonl", "[1]\n", "expected an object");
  expect_refused("a.jsonl", "\n", "found no record");
  expect_refused("a.csv", "text,label\na\n", "row 2: found 1 cell, expected 2");
  expect_refused("a.csv", "text,label\n\"a,1\n", "a quoted cell has no end");
  expect_refused("a.txt", "a", ".jsonl, .json, .csv or .tsv");
  expect_refused("a.csv", "text,label\n\xff,1\n", "not UTF-8");
}

}  // namespace
}  // namespace tutti::task::classification
