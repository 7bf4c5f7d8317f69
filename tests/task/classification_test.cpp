// SPDX-License-Identifier: Apache-2.0
// Text classification: its files, its labels and its metrics.
#include <gtest/gtest.h>

#include "support/errors.h"
#include "support/temporary_folder.h"
#include "task/classification/dataset.h"

namespace tutti::task::classification {
namespace {

using test::expect_contains;
using test::failure_of;

class Classification : public testing::Test {
 protected:
  Path write(const std::string& name, const std::string& content) const {
    write_file_atomically(folder_.path() / name, content);
    return folder_.path() / name;
  }

  void expect_refused(const std::string& name, const std::string& content,
                      const std::string& message) const {
    const Path file = write(name, content);
    const auto failure = failure_of([&] { read_examples(file); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, message);
    expect_contains(failure.message, file.string());
  }

  test::TemporaryFolder folder_;
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

TEST(ClassificationLabels, AreInTheOrderOfNumbersOrNames) {
  const auto labels = [](std::initializer_list<const char*> names) {
    std::vector<Example> examples;
    for (const char* name : names) examples.push_back({"", {}, name, "here"});
    return labels_of(examples);
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(labels({"10", "9", "10"}), (Names{"9", "10"}));
  EXPECT_EQ(labels({"b", "9", "10"}), (Names{"10", "9", "b"}));
  EXPECT_EQ(label_index({"", {}, "b", "here"}, {"a", "b"}), 1);
  EXPECT_EQ(label_index({"", {}, "0", "here"}, {"a", "b"}), 0);
  const auto failure = failure_of([] { label_index({"", {}, "2", "here"}, {"a", "b"}); });
  expect_contains(failure.message, "here: the label is \"2\", expected one of a, b");
}

TEST(ClassificationScore, IsAccuracyAndF1) {
  // scikit-learn's accuracy_score and f1_score of the same lists.
  const auto two = score_labels({1, 1, 0, 0, 1}, {1, 0, 0, 1, 1}, 2);
  EXPECT_DOUBLE_EQ(two.metrics["accuracy"].get<double>(), 0.6);
  EXPECT_DOUBLE_EQ(two.metrics["f1"].get<double>(), 2.0 / 3);
  const auto three = score_labels({0, 1, 2, 2}, {0, 1, 1, 2}, 3);
  EXPECT_DOUBLE_EQ(three.metrics["accuracy"].get<double>(), 0.75);
  EXPECT_DOUBLE_EQ(three.metrics["f1"].get<double>(), (1 + 2.0 / 3 + 2.0 / 3) / 3);
}

}  // namespace
}  // namespace tutti::task::classification
