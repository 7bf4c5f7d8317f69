// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/word_list.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "data/tokenizer/tokenizer.h"
#include "support/errors.h"

namespace tutti::data {
namespace {

Tokenizer words_of(const std::string& list) {
  TokenizerFiles files;
  files.words = {"words.txt", list};
  return Tokenizer(files);
}

TEST(WordList, TakesWhatIsBetweenWhiteSpace) {
  const Tokenizer tokenizer = words_of("the\n<unk>\n<eos>\n@-@\n,\n");
  const Encoding encoding = tokenizer.encode(" the  cat ,\tthe @-@ The\n");
  EXPECT_EQ(encoding.ids, (std::vector<int32_t>{0, 1, 4, 0, 3, 1}));
  EXPECT_EQ(encoding.offsets[1], (std::pair<int32_t, int32_t>{6, 9}));
  EXPECT_TRUE(tokenizer.encode(" \n").ids.empty());
  EXPECT_EQ(tokenizer.vocabulary_size(), 5);
  EXPECT_EQ(tokenizer.special_id("unk"), 1);
  EXPECT_EQ(tokenizer.special_id("eos"), 2);
  EXPECT_EQ(tokenizer.decode(encoding.ids, false), "the <unk> , the @-@ <unk>");
  EXPECT_EQ(tokenizer.with_special_tokens(encoding).ids, encoding.ids);
}

TEST(WordList, RefusesOtherWordsWhereNoneIsUnknown) {
  const Tokenizer tokenizer = words_of("a\nb\n");
  EXPECT_EQ(tokenizer.encode("b a").ids, (std::vector<int32_t>{1, 0}));
  const auto failure = test::failure_of([&] { tokenizer.encode("a c"); });
  test::expect_contains(failure.message, "words.txt: found no word \"c\"");
  EXPECT_FALSE(tokenizer.special_id("eos"));
}

TEST(WordList, MayHaveAByteOrderMark) {
  EXPECT_EQ(words_of("\uFEFFthe\n<unk>\n").encode("the cat").ids, (std::vector<int32_t>{0, 1}));
}

// No text would have such a word.
TEST(WordList, RefusesAWordWithWhiteSpace) {
  for (const char* word : {"a b", " b", "\u00a0b"}) {
    const auto failure = test::failure_of([&] { words_of(fmt::format("the\n{}\n", word)); });
    test::expect_contains(failure.message, "words.txt:2: found \"");
  }
}

}  // namespace
}  // namespace tutti::data
