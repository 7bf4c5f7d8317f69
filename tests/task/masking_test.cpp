// SPDX-License-Identifier: Apache-2.0
#include "task/masked/masking.h"

#include <gtest/gtest.h>

#include "support/errors.h"
#include "support/written_files.h"
#include "task/masked/dataset.h"
#include "task/masked/objective.h"

namespace tutti::task::masked {
namespace {

constexpr int32_t kMask = 103, kWord = 5000;
constexpr MaskOptions kOptions = {.mask = kMask, .vocabulary = 1000};

/// Words of two tokens between special ones.
std::vector<TokenKind> kinds_of(size_t count) {
  std::vector<TokenKind> kinds;
  for (size_t i = 0; i < count; i++)
    kinds.push_back(i % 20 == 0  ? TokenKind::special
                    : i % 2 == 1 ? TokenKind::begins_word
                                 : TokenKind::continues_word);
  return kinds;
}

TEST(Masking, HidesAsManyTokensAsTransformers) {
  const size_t count = 200'000;
  const std::vector<int32_t> ids(count, kWord);
  const std::vector<TokenKind> kinds = kinds_of(count);
  const MaskedTokens found = mask_tokens(ids, kinds, kOptions, stream_of(42, 0, 7));
  double picked = 0, masked = 0, changed = 0, kept = 0;
  for (size_t i = 0; i < count; i++) {
    picked += found.counts[i];
    if (!found.counts[i]) {
      EXPECT_EQ(found.ids[i], kWord) << i;
      continue;
    }
    EXPECT_NE(kinds[i], TokenKind::special) << i;
    (found.ids[i] == kMask ? masked : found.ids[i] == kWord ? kept : changed)++;
    EXPECT_TRUE(found.ids[i] == kWord || found.ids[i] < kOptions.vocabulary);
  }
  // 5 standard deviations of 190,000 draws are 0.0041.
  EXPECT_NEAR(picked / 190'000, 0.15, 0.0041);
  EXPECT_NEAR(masked / picked, 0.8, 0.012);
  EXPECT_NEAR(changed / picked, 0.1, 0.009);
  EXPECT_NEAR(kept / picked, 0.1, 0.009);
}

TEST(Masking, HidesWholeWordsBehindTheMask) {
  const size_t count = 100'000;
  const std::vector<int32_t> ids(count, kWord);
  const std::vector<TokenKind> kinds = kinds_of(count);
  MaskOptions options = kOptions;
  options.whole_words = true;
  const MaskedTokens found = mask_tokens(ids, kinds, options, stream_of(42, 0, 7));
  double words = 0, picked = 0;
  for (size_t i = 0; i < count; i++) {
    if (kinds[i] == TokenKind::special) {
      EXPECT_FALSE(found.counts[i]) << i;
    }
    if (kinds[i] == TokenKind::continues_word) {
      EXPECT_EQ(found.counts[i], found.counts[i - 1]);
    }
    EXPECT_EQ(found.ids[i], found.counts[i] ? kMask : kWord) << i;
    if (kinds[i] == TokenKind::begins_word) {
      words++;
      picked += found.counts[i];
    }
  }
  EXPECT_NEAR(picked / words, 0.15, 0.008);
}

TEST(Masking, IsAnotherInEachEpochAndTheSameAgain) {
  const std::vector<int32_t> ids(500, kWord);
  const std::vector<TokenKind> kinds = kinds_of(500);
  const auto counts = [&](uint64_t seed, uint32_t epoch, int64_t feature) {
    return mask_tokens(ids, kinds, kOptions, stream_of(seed, epoch, feature)).counts;
  };
  EXPECT_EQ(counts(1, 2, 3), counts(1, 2, 3));
  EXPECT_NE(counts(1, 2, 3), counts(2, 2, 3));
  EXPECT_NE(counts(1, 2, 3), counts(1, 3, 3));
  EXPECT_NE(counts(1, 2, 3), counts(1, 2, 4));
}

class MaskedTexts : public test::WrittenFiles {
 protected:
  const data::Tokenizer tokenizer_{Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" /
                                   "tiny_bert"};
};

TEST_F(MaskedTexts, AreJoinedAndCutOrEachALine) {
  const Path file = write("a.txt", "a film\n\nof ours\n");
  const Reading reading = {.files = {file}, .max_length = 5};
  const std::vector<std::string> texts = read_texts(reading, {});
  EXPECT_EQ(texts, (std::vector<std::string>{"a film", "of ours"}));
  const auto joined = features_of(texts, tokenizer_, /*line_by_line=*/false, reading);
  ASSERT_EQ(joined.size(), 2U);
  EXPECT_EQ(joined[0].ids.size(), 5U);
  EXPECT_EQ(joined[1].ids.size(), 3U);
  EXPECT_EQ(joined[0].kinds[3], TokenKind::special) << "the first text's [SEP]";
  const auto lines = features_of(texts, tokenizer_, /*line_by_line=*/true, reading);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1].ids.size(), 4U);
}

TEST_F(MaskedTexts, KnowTheirWords) {
  const auto words = features_of({"unzxqable film, ours"}, tokenizer_, true, {.max_length = 64})[0];
  size_t begins = 0;
  for (const TokenKind kind : words.kinds) begins += kind == TokenKind::begins_word ? 1 : 0;
  EXPECT_EQ(begins, 3U) << "a sign that touches a word is of it, as in transformers";
}

TEST_F(MaskedTexts, AreForModelsWithAHeadOfWords) {
  const ModelFolder folder(tokenizer_.path(), tokenizer_.path());
  const model::Model words = with_words(folder.model);
  EXPECT_EQ(words.next_token_weight, "bert.embeddings.word_embeddings.weight");
  EXPECT_EQ(words.next_token_bias, "cls.predictions.bias");
  const auto embedding =
      std::find_if(words.parameters.begin(), words.parameters.end(),
                   [&](const auto& one) { return one.name == words.next_token_weight; });
  ASSERT_NE(embedding, words.parameters.end());
  EXPECT_EQ(embedding->copies, std::vector<std::string>{"cls.predictions.decoder.weight"});
  model::Model decoder = folder.model;
  decoder.word_head.reset();
  test::expect_contains(test::failure_of([&] { masked_words(decoder); }).message,
                        "masked-lm: the model is a Bert, expected an encoder");
}

TEST_F(MaskedTexts, OfAnotherColumnAreRefused) {
  const Path file = write("a.jsonl", "{\"body\": \"x\"}\n");
  test::expect_contains(test::failure_of([&] { read_texts({.files = {file}}, {}); }).message,
                        "a.jsonl:1: found no \"text\" in the columns \"body\"");
  EXPECT_EQ(read_texts({.files = {file}}, {.text_column_name = "body"}).size(), 1U);
  test::expect_contains(test::failure_of([&] { FilledDataset("a film", tokenizer_, 16); }).message,
                        "--fill: found no [MASK] in the text");
}

}  // namespace
}  // namespace tutti::task::masked
