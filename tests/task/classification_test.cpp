// SPDX-License-Identifier: Apache-2.0
// Text classification: its files, its labels and its metrics.
#include <gtest/gtest.h>

#include "support/log.h"
#include "support/written_files.h"
#include "task/classification/dataset.h"
#include "task/classification/scores.h"

namespace tutti::task::classification {
namespace {

using test::expect_contains;

std::vector<Example> read_file_of(const Path& file, const ColumnArguments& columns = {}) {
  return read_examples(std::span(&file, 1), columns);
}

class Classification : public test::WrittenFiles {
 protected:
  void expect_refused(const std::string& name, const std::string& content,
                      const std::string& message) const {
    expect_refusal([](const Path& file) { read_file_of(file); }, name, content, message);
  }
};

TEST_F(Classification, ReadsTheFormsOfGlue) {
  const auto lines = read_file_of(write("a.jsonl", R"({"sentence": "fine", "label": 1}

{"premise": "a", "hypothesis": "b", "label": "no"}
)"));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].text, "fine");
  EXPECT_EQ(lines[0].label, "1");
  EXPECT_FALSE(lines[0].pair);
  EXPECT_EQ(lines[1].text, "a");
  EXPECT_EQ(lines[1].pair, "b");
  expect_contains(lines[1].where, "a.jsonl:3");
  EXPECT_EQ(read_file_of(write("a.json", R"([{"text": "x", "label": "y"}])"))[0].text, "x");
}

TEST_F(Classification, ReadsTablesAsRfc4180) {
  const auto rows = read_file_of(
      write("a.csv", "label,sentence1,sentence2\r\n0,\"a, \"\"b\"\"\nc\",d\r\n1,,e\n"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].text, "a, \"b\"\nc");
  EXPECT_EQ(rows[0].pair, "d");
  EXPECT_EQ(rows[1].text, "");
  EXPECT_EQ(read_file_of(write("a.tsv", "text\tlabel\na,b\t2\n"))[0].text, "a,b");
}

TEST_F(Classification, SaysWhereAFileIsWrong) {
  expect_refused("a.jsonl", "{\"text\": \"a\"}\n", "found no \"label\"");
  expect_refused("a.jsonl", "{\"label\": 1}\n", "found no text");
  expect_refused("a.jsonl", "{\"label\": true, \"text\": \"a\"}\n", "\"label\" is true");
  expect_refused("a.jsonl", "[1]\n", "expected an object");
  expect_refused("a.jsonl", "\n", "found no record");
  expect_refused("a.csv", "text,label\na\n", "row 2: found 1 cell, expected 2");
  expect_refused("a.csv", "text,label\n\"a,1\n", "a quoted cell has no end");
  expect_refused("a.txt", "a", ".jsonl, .json, .csv, .tsv or .parquet");
  expect_refused("a.csv", "text,label\n\xff,1\n", "not UTF-8");
}

TEST_F(Classification, NamesTheColumnsThatItFound) {
  expect_refused("a.csv", "review,stars\na,1\n",
                 "row 2: found no text in the columns \"review\", \"stars\", expected \"text\"");
  expect_refused("a.csv", "text,stars\na,1\n",
                 "found no \"label\" in the columns \"text\", \"stars\"");
  expect_refused("a.csv", "question,context,id\na,b,c\n", "add --task question-answering");
}

TEST_F(Classification, ReadsTheColumnsThatWereNamed) {
  const std::string rows = "title,review,stars,label\ngood,\"a film\",5,x\nbad,,1,y\n";
  const auto named = read_file_of(write("a.csv", rows),
                                  {.text_column_names = "review", .label_column_name = "stars"});
  EXPECT_EQ(named[0].text, "a film");
  EXPECT_EQ(named[0].label, "5");
  // As run_classification joins them.
  const auto joined = read_file_of(write("a.csv", rows), {.text_column_names = "title, review"});
  EXPECT_EQ(joined[0].text, "good a film");
  EXPECT_EQ(joined[1].text, "bad ");
  EXPECT_EQ(joined[1].label, "y");
  EXPECT_EQ(read_file_of(write("b.csv", "text,labels\na,1\n"))[0].label, "1");
  const auto refused = [&](const ColumnArguments& columns) {
    return test::failure_of([&] { read_file_of(folder_.path() / "a.csv", columns); }).message;
  };
  expect_contains(refused({.text_column_names = "text"}),
                  "found no \"text\" in the columns \"title\", \"review\", \"stars\", \"label\", "
                  "expected it by --text_column_names");
  expect_contains(refused({.text_column_names = "title", .label_column_name = "class"}),
                  "found no \"class\"");
  expect_contains(refused({.text_column_names = " , "}), "expected the name of a column");
}

TEST_F(Classification, LabelsAreClasses) {
  expect_refused("a.csv", "text,label\na,0\nb,\n", "row 3: \"label\" is empty");
  expect_refused("a.csv", "text,label\na,0\nb,  \n", "row 3: \"label\" is empty");
  expect_refused("a.jsonl", "{\"text\": \"a\", \"label\": null}\n", "\"label\" is null");
}

Problem problem_in(const Path& file) {
  return problem_of(read_file_of(file));
}

TEST_F(Classification, LabelsMayBeNumbers) {
  // As pandas would read the column; a text that looks like a number is a class.
  const Path table = write("a.csv", "text,label\na,1\nb,0.5\n");
  EXPECT_EQ(problem_in(table), Problem::regression);
  EXPECT_EQ(number_of(read_file_of(table)[0]), 1);
  EXPECT_EQ(number_of(read_file_of(table)[1]), 0.5);
  EXPECT_EQ(problem_in(write("b.jsonl", "{\"text\": \"a\", \"label\": 1.0}\n")),
            Problem::regression);
  EXPECT_EQ(problem_in(write("c.csv", "text,label\na,0.5\nb,other\n")), Problem::single_label);
  EXPECT_EQ(problem_in(write("d.jsonl", "{\"text\": \"a\", \"label\": \"0.5\"}\n")),
            Problem::single_label);
  const auto rows = read_file_of(write(
      "e.jsonl", "{\"text\": \"a\", \"label\": 1.5}\n{\"text\": \"b\", \"label\": \"high\"}\n"));
  expect_contains(test::failure_of([&] { number_of(rows[1]); }).message,
                  "e.jsonl:2: the label is high, expected a number");
  expect_contains(test::failure_of([&] { classes_of(rows[0], Problem::single_label); }).message,
                  "e.jsonl:1: the label is 1.5, expected a class; numbers to predict are for "
                  "--problem_type regression");
}

TEST_F(Classification, LabelsMayBeLists) {
  const auto rows = read_file_of(write(
      "a.jsonl", "{\"text\": \"a\", \"labels\": [\"x\", 2]}\n{\"text\": \"b\", \"labels\": []}\n"));
  EXPECT_EQ(problem_of(rows), Problem::multi_label);
  EXPECT_EQ(classes_of(rows[0], Problem::multi_label), (std::vector<std::string>{"x", "2"}));
  EXPECT_TRUE(classes_of(rows[1], Problem::multi_label).empty());
  EXPECT_EQ(read_file_of(write("a.csv", "text,label\na,\"[\"\"x\"\"]\"\n"))[0].classes->at(0), "x");
  EXPECT_EQ(read_file_of(write("b.csv", "text,label\na,[x]\n"))[0].label, "[x]") << "no JSON";
  expect_refused("b.jsonl", "{\"text\": \"a\", \"label\": [null]}\n", "\"label\" is null");
  expect_contains(test::failure_of([&] { classes_of(rows[0], Problem::single_label); }).message,
                  "a.jsonl:1: the label is a list, expected one class");
}

TEST(Scores, AreThoseOfGlue) {
  // By hand: Matthews' is (4 x 6 - (2 x 3 + 3 x 1 + 1 x 2)) / (36 - 14).
  const std::vector<int32_t> found = {0, 1, 1, 0, 2, 1}, expected = {0, 1, 0, 0, 2, 2};
  const auto classes = score_labels(found, expected, 3).metrics;
  EXPECT_NEAR(classes["matthews_correlation"], 13.0 / 22, 1e-12);
  const std::vector<uint8_t> sets = {1, 0, 1, 0, 0, 0}, goals = {1, 0, 0, 0, 1, 0};
  const auto several = score_label_sets(sets, goals, 3).metrics;
  EXPECT_NEAR(several["f1"], 0.5, 1e-12);
  EXPECT_NEAR(several["f1_macro"], 1.0 / 3, 1e-12);
  EXPECT_EQ(several["accuracy"], 0);
  const auto numbers = score_numbers(std::vector<double>{1, 2, 4}, std::vector<double>{1, 3, 2});
  EXPECT_NEAR(numbers.metrics["mse"], 5.0 / 3, 1e-12);
  EXPECT_NEAR(numbers.metrics["spearmanr"], 0.5, 1e-12);
}

/// A model's folder without weights, and the names of classes that a training gives its head.
class ClassifierHead : public test::WrittenFiles {
 protected:
  /// `changes` are of the config.json of a BERT without a head.
  nlohmann::json names(const nlohmann::json& changes, const std::string& table) const {
    const Path bert = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert";
    using Options = std::filesystem::copy_options;
    std::filesystem::copy(bert, folder_.path(), Options::overwrite_existing | Options::recursive);
    auto config = nlohmann::json::parse(read_file(bert / "config.json"));
    config.update(changes);
    write("config.json", config.dump());
    const ModelFolder folder(folder_.path(), folder_.path());
    std::vector<Path> files;
    if (!table.empty()) files.push_back(write("train.csv", "text,label\n" + table));
    const auto task =
        find_task(all_tasks(Use::train), "text-classification", {})->open({folder, files});
    if (!files.empty()) description_ = task->read({.files = files})->particulars()[0].second;
    nlohmann::ordered_json described;
    task->describe(described);
    problem_ = described["problem_type"];
    return described["id2label"];
  }
  std::string refusal(const nlohmann::json& changes, const std::string& table) const {
    const auto failure = test::failure_of([&] { names(changes, table); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    return failure.message;
  }

  const nlohmann::json trained_ = {{"architectures", {"BertForSequenceClassification"}},
                                   {"id2label", {{"0", "POSITIVE"}, {"1", "NEGATIVE"}}}};
  const nlohmann::json unnamed_ = {{"architectures", {"BertForSequenceClassification"}}};
  mutable std::string description_, problem_;
};

TEST_F(ClassifierHead, KeepsItsOrderWhereTheNamesAreTheSame) {
  const nlohmann::json own = trained_["id2label"];
  EXPECT_EQ(names(trained_, "good,Positive\nbad,Negative\nfine,positive\n"), own);
  EXPECT_EQ(description_, "2: POSITIVE (2), NEGATIVE (1)");
  EXPECT_EQ(names(trained_, "bad,1\ngood,0\nworse,1\n"), own);
  EXPECT_EQ(description_, "2: POSITIVE (1), NEGATIVE (2)");
  EXPECT_EQ(names(trained_, "bad,NEGATIVE\n"), own);
  EXPECT_EQ(description_, "2: POSITIVE (0), NEGATIVE (1)");
}

TEST_F(ClassifierHead, IsNotRenamed) {
  const std::string message = refusal(trained_, "a,pos\nb,neg\n");
  expect_contains(message, "the model's classes are POSITIVE, NEGATIVE, but the training file's");
  expect_contains(message, "are neg, pos, and Tutti cannot match them");
}

TEST_F(ClassifierHead, GetsTheFilesNamesWhereItHasNone) {
  const test::LogRecord log;
  EXPECT_EQ(names(unnamed_, "a,pos\nb,neg\n"), (nlohmann::json{{"0", "neg"}, {"1", "pos"}}));
  expect_contains(log.shown(), "the model's classes have no names");
  EXPECT_EQ(names(unnamed_, "a,1\nb,0\n"), (nlohmann::json{{"0", "LABEL_0"}, {"1", "LABEL_1"}}));
  // A head that is to be made: in the order of the names.
  EXPECT_EQ(names({{"id2label", {{"0", "x"}, {"1", "y"}}}}, "a,pos\nb,neg\n"),
            (nlohmann::json{{"0", "neg"}, {"1", "pos"}}));
}

TEST_F(ClassifierHead, OfTwoClassesNeedsNoNames) {
  EXPECT_EQ(names(unnamed_, ""), (nlohmann::json{{"0", "LABEL_0"}, {"1", "LABEL_1"}}));
}

TEST_F(ClassifierHead, IsNoOtherKindOfHead) {
  nlohmann::json config = trained_;
  config["problem_type"] = "ranking";
  expect_contains(refusal(config, ""), "problem_type is \"ranking\"");
  config["problem_type"] = "single_label_classification";
  config["id2label"] = {{"0", "LABEL_0"}};
  expect_contains(refusal(config, ""), "at least two labels in its id2label, found LABEL_0 alone");
  config["problem_type"] = "regression";
  config["id2label"] = {{"0", "a"}, {"1", "b"}};
  expect_contains(refusal(config, ""), "a regression has one label, found 2 in id2label");
}

TEST_F(ClassifierHead, IsForWhatTheLabelsAre) {
  EXPECT_EQ(names(nlohmann::json::object(), "a,0.5\nb,1\n"), (nlohmann::json{{"0", "LABEL_0"}}));
  EXPECT_EQ(problem_, "regression");
  EXPECT_EQ(description_, "numbers from 0.5 to 1 (regression)");
  // As transformers reads a head of one label.
  names({{"architectures", {"BertForSequenceClassification"}}, {"id2label", {{"0", "score"}}}}, "");
  EXPECT_EQ(problem_, "regression");
  EXPECT_EQ(
      names(nlohmann::json::object(), "a,\"[\"\"x\"\", \"\"y\"\"]\"\nb,[]\nc,\"[\"\"x\"\"]\"\n"),
      (nlohmann::json{{"0", "x"}, {"1", "y"}}));
  EXPECT_EQ(problem_, "multi_label_classification");
  EXPECT_EQ(description_, "2: x (2), y (1), any number of them a text");
}

}  // namespace
}  // namespace tutti::task::classification
