// SPDX-License-Identifier: Apache-2.0
#include "task/squad/corpus.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "support/data.h"
#include "support/errors.h"
#include "support/log.h"

namespace tutti::task::squad {
namespace {

std::string file_of(const std::string& context, const std::string& questions) {
  return R"({"version": "1.1", "data": [{"title": "T", "paragraphs": [{"context": ")" + context +
         R"(", "qas": [)" + questions + "]}]}]}";
}

TEST(Corpus, ReadsVersion1) {
  const Corpus corpus = parse_corpus(file_of("Gr\\u00fc\\u00dfe aus Z\\ud83d\\ude00rich",
                                             R"({"id": "q1", "question": "where?", "answers": [
                    {"text": "aus", "answer_start": 6}, {"text": "rich", "answer_start": 12}]},
                 {"id": "q2", "question": "what?", "answers": []})"),
                                     "f");
  EXPECT_EQ(corpus.version, "1.1");
  EXPECT_FALSE(corpus.has_impossible);
  ASSERT_EQ(corpus.contexts.size(), 1U);
  EXPECT_EQ(corpus.contexts[0], "Gr\u00fc\u00dfe aus Z\U0001F600rich");
  ASSERT_EQ(corpus.questions.size(), 2U);
  EXPECT_EQ(corpus.questions[0].id, "q1");
  EXPECT_EQ(corpus.questions[0].text, "where?");
  ASSERT_EQ(corpus.questions[0].answers.size(), 2U);
  EXPECT_EQ(corpus.questions[0].answers[0].start, 6);
  EXPECT_EQ(corpus.questions[0].answers[1].start, 12);  // code points, not UTF-16 units or bytes
  EXPECT_TRUE(corpus.questions[1].answers.empty());
  EXPECT_EQ(corpus.misplaced_answers, 0);
}

TEST(Corpus, ReadsVersion2) {
  const Corpus corpus = parse_corpus(
      file_of("one two", R"({"id": "a", "question": "q", "is_impossible": true, "answers": [],
                             "plausible_answers": [{"text": "one", "answer_start": 0}]},
                            {"id": "b", "question": "q", "is_impossible": false,
                             "answers": [{"text": "two", "answer_start": 4}]})"),
      "f");
  EXPECT_TRUE(corpus.has_impossible);
  EXPECT_TRUE(corpus.questions[0].is_impossible);
  EXPECT_TRUE(corpus.questions[0].answers.empty());
  EXPECT_FALSE(corpus.questions[1].is_impossible);
}

TEST(Corpus, CountsMisplacedAnswers) {
  for (const char* start :
       {"1", "-1", "7", "8", "99", "4294967296", "18446744073709551615", "-9223372036854775808"}) {
    const Corpus corpus =
        parse_corpus(file_of("one two", R"({"id": "a", "question": "q", "answers": [
                               {"text": "two", "answer_start": )" +
                                            std::string(start) + "}]}"),
                     "f");
    EXPECT_EQ(corpus.misplaced_answers, 1) << start;
    EXPECT_EQ(corpus.questions[0].answers[0].start, kNotThere);
    EXPECT_EQ(corpus.questions[0].answers[0].text, "two");
  }
  const Corpus empty = parse_corpus(
      file_of("one",
              R"({"id": "a", "question": "q", "answers": [{"text": "", "answer_start": 0}]})"),
      "f");
  EXPECT_EQ(empty.misplaced_answers, 1);
}

void expect_error(const std::string& text, const std::string& part) {
  try {
    parse_corpus(text, "file.json");
    FAIL() << "accepted: " << text;
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find("file.json"), 0U) << error.what();
  }
}

TEST(Corpus, NamesThePlaceOfAnError) {
  expect_error("", "");
  expect_error("{", "");
  expect_error("[]", "expected an object");
  expect_error("{}", "\"data\" is missing");
  expect_error(R"({"data": {}})", "data: found an object, expected an array");
  expect_error(R"({"data": [1]})", "data[0]: found 1, expected");
  expect_error(R"({"data": [{"paragraphs": [{"qas": []}]}]})",
               "data[0].paragraphs[0]: member \"context\" is missing");
  expect_error(R"({"data": [{"paragraphs": [{"context": 3, "qas": []}]}]})",
               "data[0].paragraphs[0].context: found 3, expected a string");
  expect_error(file_of("c", R"({"id": "a", "question": "q"}, 7)"),
               "data[0].paragraphs[0].qas[1]: found 7, expected");
  expect_error(file_of("c", R"({"id": 5, "question": "q"})"), "qas[0].id: found 5, expected");
  expect_error(file_of("c", R"({"id": "a", "question": null})"), "question: found null");
  expect_error(file_of("c", R"({"id": "a", "question": "q", "answers": {}})"),
               "answers: found an object");
  expect_error(file_of("c", R"({"id": "a", "question": "q", "answers": ["c"]})"),
               "answers[0]: found \"c\"");
  expect_error(file_of("c", R"({"id": "a", "question": "q", "answers": [{"text": "c"}]})"),
               "\"answer_start\" is missing");
  expect_error(
      file_of("c",
              R"({"id": "a", "question": "q", "answers": [{"text": "c", "answer_start": 0.5}]})"),
      "answers[0].answer_start: found 0.5, expected");
  expect_error(file_of("c", R"({"id": "a", "question": "q", "is_impossible": "no"})"),
               "is_impossible: found \"no\"");
}

/// As run_qa reads them; the same two questions as ReadsRows() expects in each form.
constexpr const char* kRow =
    R"({"id": "1", "title": "t", "context": "Ada wrote it.", "question": "Who?",)"
    R"( "answers": {"text": ["Ada"], "answer_start": [0]}})";
constexpr const char* kUnanswered =
    R"({"id": "2", "context": "Ada wrote it.", "question": "When?", "answers": {"text": [],)"
    R"( "answer_start": []}})";

void expect_rows(const Corpus& corpus) {
  EXPECT_EQ(corpus.contexts, std::vector<std::string>{"Ada wrote it."}) << "kept once";
  ASSERT_EQ(corpus.questions.size(), 2u);
  EXPECT_EQ(corpus.questions[0].text, "Who?");
  ASSERT_EQ(corpus.questions[0].answers.size(), 1u);
  EXPECT_EQ(corpus.questions[0].answers[0].text, "Ada");
  EXPECT_EQ(corpus.questions[0].answers[0].start, 0);
  EXPECT_FALSE(corpus.questions[0].is_impossible);
  EXPECT_TRUE(corpus.questions[1].is_impossible) << "as of Parquet's rows";
}

TEST(Corpus, ReadsRows) {
  const std::string list = fmt::format("[{}, {}]", kRow, kUnanswered);
  const std::string lines = fmt::format("{}\n\n{}\n", kRow, kUnanswered);
  expect_rows(parse_corpus(list, "f"));
  expect_rows(parse_corpus(R"({"version": "1", "data": )" + list + "}", "f"));
  expect_rows(parse_corpus(lines, "f"));
  expect_rows(parse_corpus(lines, "f", ".jsonl"));
  expect_rows(
      parse_corpus("id,question,answers,context\n"
                   "1,Who?,\"{\"\"text\"\": [\"\"Ada\"\"], \"\"answer_start\"\": [0]}\","
                   "Ada wrote it.\n2,When?,,Ada wrote it.\n",
                   "f", ".csv"));
  const Corpus listed = parse_corpus(
      R"([{"id": "1", "context": "a b", "question": "q", "is_impossible": false,
           "answers": [{"text": "b", "answer_start": 2}]}])",
      "f");
  EXPECT_EQ(listed.questions[0].answers[0].start, 2);
}

TEST(Corpus, NamesThePlaceOfAnErrorInRows) {
  const auto refused = [](const std::string& text, std::string_view kind) {
    const auto failure = test::failure_of([&] { parse_corpus(text, "f", kind); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    return failure.message;
  };
  const std::string twice = fmt::format("{}\n{}\n", kRow, kRow);
  test::expect_contains(refused(twice, ".jsonl"), "f:2: question id \"1\" occurs twice");
  test::expect_contains(
      refused(R"([{"id": "1", "context": "c", "question": "q", "answers": {"text": ["c"],)"
              R"( "answer_start": []}}])",
              ".json"),
      "f: [0]: found 1 answers.text and 0 answers.answer_start");
  test::expect_contains(refused("text,label\na,1\n", ".csv"),
                        "found the columns \"text\", \"label\", expected id, context, question");
  test::expect_contains(refused("text,label\na,1\n", ".csv"), "add --task text-classification");
  test::expect_contains(refused("review,stars\na,1\n", ".csv"), "add --task text-classification");
  test::expect_contains(
      refused(R"([{"text": "a", "label": 1}])", ".json"),
      "[0]: found \"text\", \"label\", member \"paragraphs\" is missing; for texts");
  test::expect_contains(refused(R"({"messages": []})", ".json"), "add --task text-generation");
  test::expect_contains(refused("id,context,question,answers\n1,c,q,\"{'text': ['c']}\"\n", ".csv"),
                        "f: row 2: \"answers\" is \"{'text': ['c']}\", expected JSON");
  test::expect_contains(refused("{\"data\": [1234567890123456789012345]}", ".json"), "number");
  test::expect_contains(refused("[\n{\"id\": 1,}]", ".json"), "f:2:10: found malformed JSON");
  test::expect_contains(refused(R"([{"id": "1", "id": "2"}])", ".json"), "the key \"id\" twice");
}

TEST(Corpus, NamesWhatItDoesNotUse) {
  const test::LogRecord log;
  parse_corpus(file_of("c", R"({"id": "a", "question": "q", "answers": [], "level": 1})"), "f");
  EXPECT_EQ(log.text(), "f: not used: \"level\"\n");
}

TEST(Corpus, RefusesAnIdThatStandsTwice) {
  expect_error(
      file_of("c", R"({"id": "x\u0007", "question": "q"}, {"id": "x\u0007", "question": "q"})"),
      "qas[1]: question id \"x\\x07\" occurs twice");
}

/// Of tests/task/squad_parquet, written by tools/write_parquet_fixtures.py.
Path fixture(const std::string& name) {
  return Path(TUTTI_SOURCE_DIR) / "tests" / "task" / "squad_parquet" / name;
}

void expect_same(const Corpus& found, const Corpus& expected) {
  EXPECT_EQ(found.has_impossible, expected.has_impossible);
  EXPECT_EQ(found.misplaced_answers, expected.misplaced_answers);
  EXPECT_EQ(found.contexts, expected.contexts);
  ASSERT_EQ(found.questions.size(), expected.questions.size());
  for (size_t q = 0; q < found.questions.size(); q++) {
    const Question &one = found.questions[q], &other = expected.questions[q];
    EXPECT_EQ(one.id, other.id);
    EXPECT_EQ(one.text, other.text);
    EXPECT_EQ(one.context, other.context);
    EXPECT_EQ(one.is_impossible, other.is_impossible);
    ASSERT_EQ(one.answers.size(), other.answers.size()) << one.id;
    for (size_t a = 0; a < one.answers.size(); a++) {
      EXPECT_EQ(one.answers[a].text, other.answers[a].text);
      EXPECT_EQ(one.answers[a].start, other.answers[a].start);
    }
  }
}

TEST(Corpus, ParquetIsWhatJsonIs) {
  const Corpus version_1 = read_corpus(fixture("v1.json"));
  EXPECT_EQ(version_1.questions.size(), 22U);
  expect_same(read_corpus(fixture("v1.parquet")), version_1);
  const Corpus version_2 = read_corpus(fixture("v2.json"));
  EXPECT_TRUE(version_2.has_impossible);
  expect_same(read_corpus(fixture("v2.parquet")), version_2);
  const std::vector<Path> shards = {fixture("v1-00000-of-00002.parquet"),
                                    fixture("v1-00001-of-00002.parquet")};
  const Corpus both = read_corpus(shards);
  expect_same(both, version_1);
  EXPECT_EQ(both.file, shards[0].string() + ", " + shards[1].string());
}

TEST(Corpus, ParquetHasMisplacedAnswersAndNone) {
  const Corpus corpus = read_corpus(fixture("misplaced.parquet"));
  EXPECT_EQ(corpus.misplaced_answers, 2);
  ASSERT_EQ(corpus.questions.size(), 3U);
  EXPECT_EQ(corpus.questions[0].answers[0].start, kNotThere);
  EXPECT_EQ(corpus.questions[0].answers[1].text, "one");
  EXPECT_FALSE(corpus.questions[0].is_impossible);
  EXPECT_TRUE(corpus.questions[1].is_impossible);  // an empty list
  EXPECT_TRUE(corpus.questions[2].is_impossible);  // null
  const Corpus blind = read_corpus(fixture("blind.parquet"));
  EXPECT_FALSE(blind.has_impossible);
  EXPECT_FALSE(blind.questions[0].is_impossible);
}

TEST(Corpus, NamesTheRowOfAnError) {
  const auto expect_refused = [](const std::string& name, const std::string& message) {
    const Path file = fixture(name);
    const auto failure = test::failure_of([&] { read_corpus(file); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, file.string() + ": " + message);
  };
  expect_refused("twice.parquet", "row 2: question id \"a\" occurs twice");
  expect_refused("null_id.parquet", "row 1: id: found null, expected a string");
  expect_refused("null_context.parquet", "row 1: context: found null, expected a string");
  expect_refused("uneven.parquet", "row 0: found 2 answers.text and 1 answers.answer_start");
  expect_refused("not_utf8.parquet", "row 1: context: found \"one \\xFF\", expected UTF-8");
  expect_refused("no_question.parquet", "found the columns id, title, context, answers.text");
  test::expect_contains(test::failure_of([] { parse_corpus("PARE", "f"); }).message,
                        "f: found an encrypted Parquet file");
  const std::vector<Path> twice(2, fixture("v1.parquet"));
  test::expect_contains(test::failure_of([&] { read_corpus(twice); }).message,
                        "row 0: question id ");
}

TEST(Corpus, ReadsSlicesOfRealFiles) {
  const Corpus corpus = read_corpus(test::quickstart_data("dev.json"));
  EXPECT_EQ(corpus.questions.size(), 368U);
  EXPECT_EQ(corpus.contexts.size(), 69U);
  EXPECT_FALSE(corpus.has_impossible);
  EXPECT_EQ(corpus.misplaced_answers, 0);
  const Corpus corpus2 = read_corpus(test::golden_data("squad/dev-v2.0.json"));
  EXPECT_EQ(corpus2.questions.size(), 192U);
  EXPECT_EQ(corpus2.contexts.size(), 21U);
  EXPECT_TRUE(corpus2.has_impossible);
}

TEST(Corpus, ReadsRealFiles) {
  TUTTI_DATA_OR_SKIP(dev, "squad/dev-v1.1.json");
  TUTTI_DATA_OR_SKIP(dev2, "squad/dev-v2.0.json");
  const Corpus corpus = read_corpus(dev);
  EXPECT_EQ(corpus.questions.size(), 10570U);
  EXPECT_EQ(corpus.contexts.size(), 2067U);
  EXPECT_FALSE(corpus.has_impossible);
  EXPECT_EQ(corpus.misplaced_answers, 0);
  const Corpus corpus2 = read_corpus(dev2);
  EXPECT_EQ(corpus2.questions.size(), 11873U);
  EXPECT_TRUE(corpus2.has_impossible);
}

}  // namespace
}  // namespace tutti::task::squad
