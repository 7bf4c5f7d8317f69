// SPDX-License-Identifier: Apache-2.0
// Classification of tokens: entities as seqeval finds them, files of words and of spans, labels of
// tokens as run_ner gives them.
#include <gtest/gtest.h>

#include "format/json.h"
#include "support/data.h"
#include "support/log.h"
#include "support/written_files.h"
#include "task/tagging/dataset.h"

namespace tutti::task::tagging {
namespace {

using test::expect_contains;
using Tags = std::vector<std::string>;

const Path kTinyBert = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert";

TEST(Entities, AreThoseOfSeqevalInBothModes) {
  TUTTI_DATA_OR_SKIP(file, "golden/models/metrics/seqeval.json");
  // NaN is no JSON; it is what seqeval gives for a mean over no type.
  std::string text = read_file(file);
  for (size_t at = 0; (at = text.find("NaN", at)) != text.npos;) text.replace(at, 3, "0.0");
  const nlohmann::json cases = format::parse_json(text, file.string());
  EXPECT_EQ(cases.size(), 16U);
  for (const nlohmann::json& one : cases) {
    EntityScores loose, strict;
    for (size_t i = 0; i < one["true"].size(); i++) {
      const Tags expected = one["true"][i], found = one["predicted"][i];
      add_sentence(loose, entities_of(found), entities_of(expected));
      add_sentence(strict, strict_entities_of(found, Scheme::iob2),
                   strict_entities_of(expected, Scheme::iob2));
    }
    for (const auto& [mode, scores] : {std::pair("default", loose), std::pair("strict", strict)}) {
      const EntityCounts all = all_types(scores);
      EXPECT_NEAR(all.precision(), one[mode]["precision"], 1e-12) << one;
      EXPECT_NEAR(all.recall(), one[mode]["recall"], 1e-12) << one;
      EXPECT_NEAR(all.f1(), one[mode]["f1"], 1e-12) << one;
      for (const auto& [type, counts] : scores) {
        EXPECT_NEAR(counts.f1(), one[mode]["report"][type]["f1-score"], 1e-12) << type << one;
        EXPECT_EQ(counts.expected, one[mode]["report"][type]["support"]) << type << one;
      }
    }
  }
}

TEST(Entities, OfBioesEndWhereTheySay) {
  const Tags tags = {"S-A", "B-A", "E-A", "B-B", "I-B", "O", "E-A"};
  EXPECT_EQ(entities_of(tags),
            (std::vector<Entity>{{"A", 0, 1}, {"A", 1, 3}, {"B", 3, 5}, {"A", 6, 7}}));
  EXPECT_EQ(strict_entities_of(tags, Scheme::bioes),
            (std::vector<Entity>{{"A", 0, 1}, {"A", 1, 3}}));
  EXPECT_EQ(scheme_of(tags), Scheme::bioes);
  EXPECT_EQ(scheme_of(Tags{"O", "B-A"}), Scheme::iob2);
  EXPECT_FALSE(scheme_of(Tags{"NOUN", "VERB"}));
  EXPECT_EQ(tags_of(entities_of(Tags{"B-A", "I-A", "I-A", "O", "B-A"}), 5, Scheme::bioes),
            (Tags{"B-A", "I-A", "E-A", "O", "S-A"}));
}

/// Labels of tokens by tokenizers of each kind.
TEST(TagDataset, LabelsTokensAsRunNer) {
  TUTTI_DATA_OR_SKIP(golden, "golden/models");
  for (const char* family : {"roberta", "distilbert"}) {
    SCOPED_TRACE(family);
    const nlohmann::json words = format::read_json(golden / family / "token" / "words.json");
    const std::string kind = std::string(family) == "distilbert" ? "bert" : family;
    const data::Tokenizer tokenizer(golden / "tokenizers" / kind);
    std::vector<Sentence> sentences;
    for (size_t i = 0; i < words["words"].size(); i++)
      sentences.push_back({"", words["words"][i], words["tags"][i], {}, "row", "tags"});
    for (const bool all : {false, true}) {
      const TagDataset data(sentences, tokenizer, LabelNames::of_names(words["labels"]),
                            TagArguments{{}, all}, {.max_length = words["max_length"]}, true);
      const data::FeatureSource& features = data.features();
      ASSERT_EQ(features.size(), static_cast<int64_t>(sentences.size()));
      for (int64_t i = 0; i < features.size(); i++) {
        const auto at = static_cast<size_t>(i);
        data::Batch batch;
        batch.rows = batch.features = 1;
        batch.length = features.length(i);
        for (const data::ArraySpec& spec : features.labels()) batch.add(spec);
        features.write_labels(i, {0, 0}, batch);
        std::vector<int32_t> ids(static_cast<size_t>(batch.length)), types(ids), labels;
        features.write(i, ids, types);
        EXPECT_EQ(nlohmann::json(ids), words["ids"][at]);
        for (size_t k = 0; k < ids.size(); k++)
          labels.push_back(batch.reals("counts")[k] > 0 ? batch.integers("target")[k] : -100);
        EXPECT_EQ(nlohmann::json(labels), words[all ? "labels_all_tokens" : "labels_first"][at]);
      }
    }
  }
}

class Tagging : public test::WrittenFiles {
 protected:
  static std::vector<Sentence> read(const Path& file, const ColumnArguments& columns = {}) {
    return read_sentences(std::span(&file, 1), columns);
  }
  void expect_refused(const std::string& name, const std::string& content,
                      const std::string& message) const {
    expect_refusal([](const Path& file) { read(file); }, name, content, message);
  }
  /// The words with their tags of a text with spans, by BERT's tokenizer.
  SplitSentence split(const std::string& row) const {
    static const data::Tokenizer tokenizer(kTinyBert);
    return split_sentences(read(write("a.jsonl", row)), tokenizer, Scheme::iob2, 1)[0];
  }
  void expect_split_refused(const std::string& row, const std::string& message) const {
    expect_contains(test::failure_of([&] { split(row); }).message, message);
  }
};

TEST_F(Tagging, ReadsEveryFormOfWords) {
  const Tags words = {"EU", "rejects"}, tags = {"B-ORG", "O"};
  for (const auto& [name, content] :
       {std::pair("a.jsonl", R"({"tokens": ["EU", "rejects"], "ner_tags": ["B-ORG", "O"]})"),
        std::pair("b.jsonl", R"({"words": ["EU", "rejects"], "labels": ["B-ORG", "O"]})"),
        std::pair("a.csv", "tokens,tags\nEU rejects,B-ORG O\n"),
        std::pair("b.csv", "tokens,tags\n\"[\"\"EU\"\", \"\"rejects\"\"]\",B-ORG O\n"),
        std::pair("a.conll", "-DOCSTART- -X- O\n\nEU NNP B-ORG\nrejects VBZ O\n\nHe PRP O\n"),
        std::pair("a.txt", "EU\tB-ORG\r\nrejects\tO\r\n")}) {
    const auto sentences = read(write(name, content));
    EXPECT_EQ(sentences[0].words, words) << name;
    EXPECT_EQ(sentences[0].tags, tags) << name;
    EXPECT_EQ(sentences[0].text, "EU rejects");
    EXPECT_EQ(sentences.size(), name == std::string("a.conll") ? 2U : 1U);
  }
  const auto numbered =
      read(write("n.jsonl", R"({"tokens": ["EU"], "ner_tags": [1]})"), {.tag_names = "O,B-ORG"});
  EXPECT_EQ(numbered[0].tags, Tags{"B-ORG"});
  const auto turned = read(write("t.jsonl", R"({"tokens": ["EU"], "ner_tags": ["B-ORG"]})"),
                           {.tagging_scheme = "BIOES"});
  EXPECT_EQ(turned[0].tags, Tags{"S-ORG"});
}

TEST_F(Tagging, SaysWhereAFileIsWrong) {
  expect_refused("a.conll", "EU B-ORG\nrejects\n", "a.conll:2: found 1 column, expected 2");
  expect_refused("a.conll", "EU\n", "found 1 column, expected two or more");
  expect_refused("a.jsonl", R"({"tokens": ["a", "b"], "ner_tags": ["O"]})",
                 "a.jsonl:1: \"tokens\" has 2 words, but \"ner_tags\" has 1 tag");
  expect_refused("a.jsonl", R"({"tokens": ["a", ""], "ner_tags": ["O", "O"]})",
                 "\"tokens\"[1] is empty");
  expect_refused("a.jsonl", R"({"tokens": ["a"], "ner_tags": [null]})", "\"ner_tags\"[0] is null");
  expect_refused("a.jsonl", R"({"tokens": [], "ner_tags": []})", "\"tokens\" has no words");
  expect_refused("a.jsonl", R"({"text": "a"})", "expected \"tokens\" with \"ner_tags\"");
  expect_refused("a.jsonl", R"({"text": "a", "label": 1})", "add --task text-classification");
  expect_refused("a.jsonl", R"({"text": "ab", "spans": [{"start": 0, "label": "X"}]})",
                 "\"spans\"[0]: the end is null");
  expect_refused("a.jsonl", R"({"text": "ab", "spans": [[0, 2, ""]]})", "the label is empty");
  expect_refused("a.jsonl", R"({"text": "a b", "spans": [[0, 2, "X"], [1, 3, "X"]]})", "overlap");
  const auto unnamed = read(write("n.jsonl", R"({"tokens": ["a"], "ner_tags": [1]})"));
  expect_contains(test::failure_of([&] { tags_in(unnamed, {}); }).message, "--tag_names O,B-PER");
}

TEST_F(Tagging, MakesTagsOfSpans) {
  const auto found = split(
      R"({"text": "é Ada Lovelace, in 東京.", "entities": [[2, 14, "PER"], [19, 21, "LOC"]]})");
  EXPECT_EQ(found.tags, (Tags{"O", "B-PER", "I-PER", "O", "O", "B-LOC", "I-LOC", "O"}));
  EXPECT_EQ(found.words[2].begin, 6);
  EXPECT_EQ(found.words[2].end, 14);
  // A border may be in a blank.
  EXPECT_EQ(split(R"({"text": "a film", "spans": [{"start": 0, "end": 2, "label": "X"}]})").tags,
            (Tags{"B-X", "O"}));
}

TEST_F(Tagging, RefusesSpansThatNoWordsHave) {
  expect_split_refused(
      R"({"text": "a film", "spans": [[2, 4, "X"]]})",
      "a.jsonl:1: \"spans\": the span [2, 4) of X cuts the token \"film\" at [2, 6)");
  expect_split_refused(R"({"text": "zxqfilm", "spans": [[1, 7, "X"]]})",
                       "cuts the word \"zxqfilm\"");
  expect_split_refused(R"({"text": "a film", "spans": [[2, 9, "X"]]})",
                       "is not in the text, which has 6 characters");
  expect_split_refused(R"({"text": "a  film", "spans": [[1, 3, "X"]]})", "has no word");
}

TEST_F(Tagging, LeavesOutWhatIsTooLong) {
  const data::Tokenizer tokenizer(kTinyBert);
  const Path file = write("a.conll", "a O\nfilm O\nof O\nours B-X\n");
  const test::LogRecord log;
  const TagDataset data(read(file), tokenizer, LabelNames::of_names({"B-X", "O"}), {},
                        {.files = {file}, .max_length = 5}, true);
  EXPECT_EQ(data.words_left_out(), 1);
  expect_contains(log.shown(), "1 word beyond --max_seq_length 5 left out");
  // The metrics are of the words that are there, as run_ner's are.
  const Evaluation evaluation = data.evaluate({{{0, 0, 0, 1, 0, 1, 0, 1, 0, 0}}});
  EXPECT_EQ(evaluation.metrics["accuracy"], 1);
  EXPECT_EQ(evaluation.metrics["f1"], 0);
}

TEST_F(Tagging, AnswersWithSpansOfTheText) {
  const data::Tokenizer tokenizer(kTinyBert);
  const Path file = write("a.jsonl", R"({"text": "a film", "spans": [[2, 6, "X"]]})");
  const TagDataset data(read(file), tokenizer, LabelNames::of_names({"B-X", "I-X", "O"}), {},
                        {.files = {file}}, true);
  const Answer answer = data.answer({{{0, 0, 9, 0, 0, 9, 9, 0, 0, 0, 0, 9}}}, 1);
  ASSERT_EQ(answer.json["spans"].size(), 1U);
  EXPECT_EQ(answer.json["spans"][0]["text"], "film");
  EXPECT_EQ(answer.json["spans"][0]["start"], 2);
  EXPECT_EQ(answer.json["spans"][0]["label"], "X");
  expect_contains(answer.text, "\t2\t6\tX\tfilm\n");
  EXPECT_EQ(data.evaluate({{{0, 0, 9, 0, 0, 9, 9, 0, 0, 0, 0, 9}}}).metrics["f1"], 1);
}

TEST_F(Tagging, NamesALabelThatTheModelLacks) {
  const data::Tokenizer tokenizer(kTinyBert);
  const Path file = write("a.conll", "a O\nfilm B-Y\n");
  expect_contains(test::failure_of([&] {
                    TagDataset(read(file), tokenizer, LabelNames::of_names({"B-X", "O"}), {},
                               {.files = {file}}, true);
                  }).message,
                  "a.conll:1: \"tags\"[1]: the label is \"B-Y\", expected one of B-X, O");
}

}  // namespace
}  // namespace tutti::task::tagging
