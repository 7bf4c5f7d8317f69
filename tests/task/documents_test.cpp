// SPDX-License-Identifier: Apache-2.0
// Documents of files, and how they become features.
#include "task/causal/documents.h"

#include <gtest/gtest.h>

#include "data/loader.h"
#include "support/data.h"
#include "support/log.h"
#include "support/written_files.h"
#include "task/causal/dataset.h"

namespace tutti::task::causal {
namespace {

using data::PackingStrategy;
using test::expect_contains;
using test::failure_of;
using Ids = std::vector<int32_t>;

/// Documents of these lengths whose tokens all count; document d has the ids 100 d, 100 d + 1, ...
std::vector<LabelledTokens> documents(const std::vector<size_t>& lengths) {
  std::vector<LabelledTokens> made;
  for (const size_t length : lengths) {
    LabelledTokens& document = made.emplace_back();
    for (size_t t = 0; t < length; t++)
      document.ids.push_back(static_cast<int32_t>(100 * (made.size() - 1) + t));
    document.counts.assign(length, 1);
  }
  return made;
}

Reading of_length(int64_t most) {
  return {.max_length = most};
}

data::Batch batch_of(const DocumentDataset& dataset, const std::vector<int64_t>& features) {
  return data::make_batch(dataset.features(), features, static_cast<int64_t>(features.size()),
                          {data::Layout::Kind::packed_row, 1});
}

TEST(Documents, LoseTheirEndAndAreLeftOutWithAWord) {
  std::vector<LabelledTokens> made = documents({6, 4, 1, 5});
  made[3].counts = {0, 0, 0, 0, 1};  // cut off
  const test::LogRecord log;
  const DocumentDataset dataset(std::move(made), of_length(4));
  expect_contains(
      log.text(),
      "2 of 4 examples are longer than --max_seq_length 4 and are truncated, by 3 tokens in all");
  expect_contains(log.text(), "skipping 2 of 4 examples: none of their tokens count");
  EXPECT_EQ(dataset.description(), "8 tokens (75.0 % count in the loss) in 2 examples");
  EXPECT_EQ(batch_of(dataset, {0}).integers("ids"), (Ids{0, 1, 2, 3}));
}

TEST(Documents, OfWhichNothingCountsAreRefused) {
  std::vector<LabelledTokens> made = documents({3});
  made[0].counts = {1, 0, 0};  // nothing comes before the first
  const auto failure = failure_of([&] { DocumentDataset(std::move(made), of_length(8)); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message, "no token of 1 example counts in the loss");
}

TEST(Documents, ShareRowsByEachStrategy) {
  const std::vector<size_t> lengths = {3, 5, 2, 4};
  const DocumentDataset fitted(documents(lengths), of_length(4), PackingStrategy::bfd);
  EXPECT_EQ(fitted.features().size(), 4);  // 4 (cut), 4, 3, 2
  EXPECT_EQ(fitted.description(),
            "13 tokens (69.2 % count in the loss) in 4 examples, packed "
            "into 4 rows (81.2 % full)");
  const DocumentDataset split(documents(lengths), of_length(4), PackingStrategy::bfd_split);
  EXPECT_EQ(split.features().size(), 4);
  EXPECT_EQ(batch_of(split, {2}).integers("ids"), (Ids{0, 1, 2, 104}));
  EXPECT_EQ(split.features().counted_tokens(2), 2);  // of each document, all but the first
  const DocumentDataset wrapped(documents(lengths), of_length(4), PackingStrategy::wrapped);
  ASSERT_EQ(wrapped.features().size(), 4);
  const data::Batch row = batch_of(wrapped, {0});
  EXPECT_EQ(row.integers("ids"), (Ids{0, 1, 2, 100}));
  EXPECT_EQ(row.integers("segment"), (Ids{1, 1, 1, 2}));
  EXPECT_EQ(row.integers("position"), (Ids{0, 1, 2, 0}));
}

TEST(Documents, NeverPredictATokenFromAnother) {
  const DocumentDataset dataset(documents({2, 2, 4}), of_length(4), PackingStrategy::bfd);
  ASSERT_EQ(dataset.features().size(), 2);
  const data::Batch batch = batch_of(dataset, {0, 1});
  EXPECT_EQ(batch.integers("ids"), (Ids{200, 201, 202, 203, 0, 1, 100, 101}));
  EXPECT_EQ(batch.integers("target"), (Ids{201, 202, 203, 0, 1, 0, 101, 0}));
  EXPECT_EQ(batch.reals("counts"), (std::vector<float>{1, 1, 1, 0, 1, 0, 1, 0}));
  EXPECT_EQ(batch.integers("sample"), (Ids{0, 0, 0, 0, 1, 1, 2, 2}));
}

TEST(Documents, HaveAKeyThatTellsWhatIsLearned) {
  const std::string key = DocumentDataset(documents({2, 2}), of_length(8)).key();
  EXPECT_EQ(DocumentDataset(documents({2, 2}), of_length(9)).key(), key);
  EXPECT_NE(DocumentDataset(documents({2, 3}), of_length(8)).key(), key);
  EXPECT_NE(DocumentDataset(documents({2, 2}), of_length(8), PackingStrategy::bfd).key(), key);
  std::vector<LabelledTokens> others = documents({2, 3});
  others[1].counts[1] = 0;
  EXPECT_NE(DocumentDataset(std::move(others), of_length(8)).key(),
            DocumentDataset(documents({2, 3}), of_length(8)).key());
}

TEST(Documents, AreEvaluatedByToken) {
  std::vector<LabelledTokens> made = documents({3, 2});
  made[0].counts = {0, 1, 0};
  const DocumentDataset dataset(std::move(made), of_length(5), PackingStrategy::bfd);
  // What does not count is not looked at.
  const Outputs outputs = {{{1, 9, 9, 3, 9}}, {{1, 1, 1, 0, 1}}};
  const nlohmann::ordered_json metrics = dataset.evaluate(outputs).metrics;
  EXPECT_EQ(metrics["loss"], 2.0);
  EXPECT_EQ(metrics["perplexity"], std::exp(2.0));
  EXPECT_EQ(metrics["token_accuracy"], 0.5);
}

class DocumentFiles : public test::WrittenFiles {
 protected:
  Documents read(const std::vector<Path>& files, std::optional<int64_t> most = {}) const {
    return read_documents({.files = files, .max_samples = most}, {}, tokenizer_, std::nullopt);
  }
  data::Tokenizer tokenizer_{test::golden_data("tokenizer/mini512")};
};

TEST_F(DocumentFiles, AreReadTogetherAndSayTheirForm) {
  const Path first = write("a.jsonl", "{\"text\": \"one\"}\n{\"text\": \"two\"}\n");
  const Path second = write("b.csv", "text\nthree\n");
  const test::LogRecord log;
  const Documents all = read({first, second});
  expect_contains(log.text(), "a.jsonl: rows of the form \"text\"");
  ASSERT_EQ(all.tokens.size(), 3u);
  expect_contains(all.where[2], "b.csv: row 2");
  EXPECT_EQ(read({first, second}, 2).tokens.size(), 2u);
}

TEST_F(DocumentFiles, MayBeParquet) {
  const Path file =
      Path(TUTTI_SOURCE_DIR) / "tests" / "format" / "parquet" / "conversations.parquet";
  DataArguments arguments;
  arguments.chat_template_path =
      write("t.jinja", "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}")
          .string();
  const Documents documents = read_documents({.files = {file}}, arguments, tokenizer_,
                                             open_template(arguments, tokenizer_));
  ASSERT_EQ(documents.tokens.size(), 2u);
  EXPECT_EQ(tokenizer_.decode(documents.tokens[1].ids, false), "user: Two?\nassistant: \xc3\xa9\n");
}

TEST_F(DocumentFiles, OfAFolderAreFound) {
  const auto kind = find_task(all_tasks(Use::train), "text-generation", {});
  const Path folder = folder_.path() / "set";
  std::filesystem::create_directories(folder / "data");
  const auto found = [&] { return kind->find_files(folder, Split::train, "set"); };
  EXPECT_TRUE(found().empty());
  expect_contains(kind->wanted_files(Split::train), "train-*.parquet");
  write_file_atomically(folder / "data/train-00000-of-00001.parquet", "");
  EXPECT_EQ(found(), std::vector<Path>{folder / "data/train-00000-of-00001.parquet"});
  write_file_atomically(folder / "train.parquet", "");
  EXPECT_EQ(found(), std::vector<Path>{folder / "train.parquet"});
  write_file_atomically(folder / "train.jsonl", "");
  EXPECT_EQ(found(), std::vector<Path>{folder / "train.jsonl"});
}

TEST_F(DocumentFiles, OfAModelsOwnTemplate) {
  std::filesystem::copy(test::golden_data("tokenizer/mini512"), folder_.path() / "model");
  const Path model = folder_.path() / "model";
  const auto found = [&] { return open_template({}, data::Tokenizer(model)); };
  EXPECT_FALSE(found());
  write_file_atomically(model / "tokenizer_config.json",
                        R"({"eos_token": "<|im_end|>", "chat_template": "in the config"})");
  EXPECT_EQ(found()->source.plain.text, "in the config");
  write_file_atomically(model / "tokenizer_config.json",
                        R"({"chat_template": [{"name": "a", "template": "1"},
                                              {"name": "default", "template": "2"}]})");
  EXPECT_EQ(found()->source.plain.text, "2");
  write_file_atomically(model / "chat_template.jinja", "beside it");
  EXPECT_EQ(found()->source.plain.text, "beside it");
  EXPECT_EQ(data::Tokenizer(model).files().back().filename(), "chat_template.jinja");
  write_file_atomically(model / "chat_template.jinja", "{% nonsense %}");
  expect_contains(failure_of(found).message, "chat_template.jinja:1: ");
}

}  // namespace
}  // namespace tutti::task::causal
