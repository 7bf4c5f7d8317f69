// SPDX-License-Identifier: Apache-2.0
// Word files: how they become blocks, and what is said of a model's losses.
#include <gtest/gtest.h>

#include <cmath>

#include "data/rows.h"
#include "support/data.h"
#include "support/errors.h"
#include "support/temporary_folder.h"
#include "task/lm/dataset.h"

namespace tutti::task::lm {
namespace {

data::Tokenizer tokenizer_of(const std::string& words) {
  data::TokenizerFiles files;
  files.words = {"words.txt", words};
  return data::Tokenizer(files);
}

class WordFiles : public testing::Test {
 protected:
  WordDataset dataset(bool sees_later_words = false) const {
    return {{"a b", "", "c"}, tokenizer_, {.max_length = 4}, sees_later_words};
  }
  data::Tokenizer tokenizer_ = tokenizer_of("<eos>\na\nb\nc\n<unk>\n");
};

TEST_F(WordFiles, EachWordFollowsTheOneBeforeIt) {
  const WordDataset words = dataset();
  EXPECT_EQ(words.description(), "6 words in 2 blocks");
  const data::FeatureSource& features = words.features();
  ASSERT_EQ(features.size(), 2);
  const std::vector<int64_t> both = {0, 1};
  const data::Batch batch =
      data::make_batch(features, both, 2, {data::Layout::Kind::padded, 4, {}});
  // The words are a b <eos> <eos> c <eos>; before them is an <eos>.
  EXPECT_EQ(batch.integers("ids"), (std::vector<int32_t>{0, 1, 2, 0, 0, 3, 0, 0}));
  EXPECT_EQ(batch.integers("target"), (std::vector<int32_t>{1, 2, 0, 0, 3, 0, 0, 0}));
  EXPECT_EQ(batch.reals("counts"), (std::vector<float>{1, 1, 1, 1, 1, 1, 0, 0}));
}

TEST_F(WordFiles, PerplexityIsOverAllWordsAndOfLanguageModelsAlone) {
  const Outputs outputs = {{{1, 2, 3, 4}, {5, 6}}, {{1, 0, 0, 0}, {0, 0}}};
  const Evaluation causal = dataset().evaluate(outputs);
  EXPECT_DOUBLE_EQ(causal.metrics["loss"].get<double>(), 3.5);
  EXPECT_DOUBLE_EQ(causal.metrics["perplexity"].get<double>(), std::exp(3.5));
  EXPECT_DOUBLE_EQ(causal.metrics["token_accuracy"].get<double>(), 1.0 / 6);
  const Evaluation both = dataset(true).evaluate(outputs);
  EXPECT_DOUBLE_EQ(both.metrics["loss"].get<double>(), 3.5);
  EXPECT_FALSE(both.metrics.contains("perplexity"));
  test::expect_contains(both.text, "no perplexity: the model sees the tokens that it predicts");
}

TEST_F(WordFiles, NeedAnEndOfLines) {
  const data::Tokenizer without = tokenizer_of("a\nb\n");
  const auto failure =
      test::failure_of([&] { WordDataset({"a b"}, without, {.max_length = 4}, false); });
  test::expect_contains(failure.message, "expected <eos> in words.txt");
}

// The counts that the literature's perplexities are over.
TEST(WordFilesOfWikiText, HaveItsNumbersOfWords) {
  TUTTI_DATA_OR_SKIP(folder, "wikitext-2");
  const data::Tokenizer tokenizer = tokenizer_of("<unk>\n<eos>\n");
  const std::vector<std::pair<const char*, const char*>> files = {{"wiki.valid.tokens", "217,646"},
                                                                  {"wiki.test.tokens", "245,569"}};
  for (const auto& [name, count] : files) {
    const std::string text = read_file(folder / name);
    std::vector<std::string> lines;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    std::string digits = count;
    digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
    const WordDataset words(lines, tokenizer, {.max_length = 1000000}, false);
    std::string said = words.description().substr(0, words.description().find(' '));
    said.erase(std::remove(said.begin(), said.end(), ','), said.end());
    EXPECT_EQ(said, digits) << name;
  }
}

}  // namespace
}  // namespace tutti::task::lm
