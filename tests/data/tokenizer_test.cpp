// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/tokenizer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/log.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::data {
namespace {

using Ids = std::vector<int32_t>;
using Offsets = std::vector<std::pair<int32_t, int32_t>>;

constexpr const char* kVocabulary =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n"      // 0 to 4
    "un\n##aff\n##able\ncafe\n,\n"              // 5 to 9
    "Un\ncaf\xC3\xA9\n\xE4\xB8\xAD\n##a\na\n";  // 10 to 14

TokenizerFiles files_of(const std::string& vocabulary, const std::string& config = "") {
  return {.vocabulary = {"vocab.txt", vocabulary}, .config = {"tokenizer_config.json", config}};
}

Tokenizer small_tokenizer(const std::string& config = "") {
  return Tokenizer(files_of(kVocabulary, config));
}

/// The message of the UserError that these files give.
std::string error_of(const TokenizerFiles& files) {
  try {
    const Tokenizer tokenizer(files);
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return "no error";
}

TEST(Tokenizer, SplitsWordsIntoTheLongestTokens) {
  const Encoding encoding = small_tokenizer().encode("unaffable, un");
  EXPECT_EQ(encoding.ids, (Ids{5, 6, 7, 9, 5}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 2}, {2, 5}, {5, 9}, {9, 10}, {11, 13}}));
}

TEST(Tokenizer, AWordThatCannotBeSplitIsUnknownAsAWhole) {
  const Encoding encoding = small_tokenizer().encode("unaffix un");
  EXPECT_EQ(encoding.ids, (Ids{1, 5}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 7}, {8, 10}}));
}

TEST(Tokenizer, AWordOfMoreThanAHundredCodePointsIsUnknown) {
  const Tokenizer tokenizer = small_tokenizer();
  EXPECT_EQ(tokenizer.encode(std::string(100, 'a')).ids.size(), 100u);
  EXPECT_EQ(tokenizer.encode(std::string(101, 'a')).ids, Ids{1});
}

TEST(Tokenizer, LowerCaseAndAccents) {
  const std::string text = "UN Caf\xC3\xA9 cafe\xCC\x81";  // é composed, and as e + U+0301
  EXPECT_EQ(small_tokenizer().encode(text).ids, (Ids{5, 8, 8}));
  EXPECT_EQ(small_tokenizer().encode(text).offsets, (Offsets{{0, 2}, {3, 7}, {8, 12}}));
  EXPECT_EQ(small_tokenizer(R"({"strip_accents": false})").encode("Caf\xC3\xA9").ids, Ids{11});
}

TEST(Tokenizer, CaseIsKeptWhereTheConfigurationSaysSo) {
  const Tokenizer tokenizer = small_tokenizer(R"({"do_lower_case": false})");
  EXPECT_EQ(tokenizer.encode("Un un UN caf\xC3\xA9").ids, (Ids{10, 5, 1, 11}));
}

TEST(Tokenizer, ChineseCharactersAreWords) {
  const Encoding encoding = small_tokenizer().encode("un\xE4\xB8\xADun");
  EXPECT_EQ(encoding.ids, (Ids{5, 12, 5}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 2}, {2, 3}, {3, 5}}));
  EXPECT_EQ(small_tokenizer(R"({"tokenize_chinese_chars": false})").encode("un\xE4\xB8\xADun").ids,
            Ids{1});
}

TEST(Tokenizer, ControlCharactersVanishAndOffsetsCountThem) {
  const Encoding encoding = small_tokenizer().encode(std::string("u\0n\xE2\x80\x8B un", 9));
  EXPECT_EQ(encoding.ids, (Ids{5, 5}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 3}, {5, 7}}));
}

TEST(Tokenizer, IllFormedUtf8CountsAsReplacementCharacters) {
  // A lone continuation, a cut sequence of three bytes, an overlong slash (two), a surrogate
  // (three).
  const Encoding encoding = small_tokenizer().encode("\x80\xE4\xB8 \xC0\xAF\xED\xA0\x80 un\xF0");
  EXPECT_EQ(encoding.ids, Ids{5});
  EXPECT_EQ(encoding.offsets, (Offsets{{9, 11}}));
}

TEST(Tokenizer, SpecialTokensInTheTextAreFound) {
  const Encoding encoding = small_tokenizer().encode("un[SEP] [sep]");
  EXPECT_EQ(encoding.ids, (Ids{5, 3, 1, 1, 1}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 2}, {2, 7}, {8, 9}, {9, 12}, {12, 13}}));
}

TEST(Tokenizer, NothingGivesNothing) {
  EXPECT_TRUE(small_tokenizer().encode("").ids.empty());
  EXPECT_TRUE(small_tokenizer().encode(" \t\n").ids.empty());
}

TEST(Tokenizer, SpecialTokensAroundATextAndAPair) {
  const Tokenizer tokenizer = small_tokenizer();
  const Encoding encoding = tokenizer.with_special_tokens(tokenizer.encode("un"));
  EXPECT_EQ(encoding.ids, (Ids{2, 5, 3}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 0}, {0, 2}, {0, 0}}));
  const Template& pair = tokenizer.pair_template();
  ASSERT_EQ(pair.size(), 5u);
  EXPECT_EQ(pair[2].ids, Ids{3});
  EXPECT_EQ(pair[3].kind, TemplatePiece::Kind::second);
  EXPECT_EQ(pair[3].type, 1);
}

TEST(Tokenizer, NamesItsTokens) {
  const Tokenizer tokenizer = small_tokenizer();
  EXPECT_EQ(tokenizer.vocabulary_size(), 15);
  EXPECT_EQ(tokenizer.token(6), "##aff");
  EXPECT_EQ(tokenizer.id_of("cafe"), 8);
  EXPECT_EQ(tokenizer.id_of("tea"), std::nullopt);
  EXPECT_THROW(tokenizer.token(15), UserError);
  EXPECT_THROW(tokenizer.token(-1), UserError);
  EXPECT_EQ(tokenizer.pad_id(), 0);
  EXPECT_EQ(tokenizer.cls_id(), 2);
}

TEST(Tokenizer, OtherNamesOfSpecialTokens) {
  TokenizerFiles files = files_of("<pad>\n<unk>\n<s>\n</s>\na\n",
                                  R"({"pad_token": "<pad>", "unk_token": {"content": "<unk>"},
                                      "cls_token": "?"})");
  files.special_tokens = {"special_tokens_map.json",
                          R"({"sep_token": "</s>", "cls_token": "<s>"})"};
  const Tokenizer tokenizer(files);
  EXPECT_EQ(tokenizer.with_special_tokens(tokenizer.encode("a b")).ids, (Ids{2, 4, 1, 3}));
}

TEST(Tokenizer, TokensAddedByTheConfiguration) {
  const Tokenizer tokenizer = small_tokenizer(
      R"({"added_tokens_decoder": {"15": {"content": "<x>", "special": true, "lstrip": true}}})");
  const Encoding encoding = tokenizer.encode("un <x>un");
  EXPECT_EQ(encoding.ids, (Ids{5, 15, 5}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 2}, {2, 6}, {6, 8}}));
  EXPECT_EQ(tokenizer.vocabulary_size(), 16);
}

TEST(Tokenizer, ManyTextsOnManyThreads) {
  const Tokenizer tokenizer = small_tokenizer();
  std::vector<std::string> texts;
  for (size_t i = 0; i < 1000; i++) texts.emplace_back(i % 7, 'a');
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const std::vector<Encoding> encodings = tokenizer.encode_all(views, 3);
  ASSERT_EQ(encodings.size(), texts.size());
  for (size_t i = 0; i < texts.size(); i++) EXPECT_EQ(encodings[i].ids.size(), i % 7);
  EXPECT_TRUE(tokenizer.encode_all({}, 2).empty());
}

TEST(Tokenizer, CarriageReturnsEndLinesToo) {
  EXPECT_EQ(Tokenizer(files_of("[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\na")).encode("a").ids, Ids{4});
}

// Ids below are what transformers 5.23 gives for the same files.
TEST(Tokenizer, ReadsAVocabularyAsHuggingFace) {
  const auto ids = [](const char* lines, const char* text) {
    const std::string specials = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    return Tokenizer(files_of(specials + lines)).encode(text).ids;
  };
  EXPECT_EQ(ids("un \nfoo\t\n\u00a0foo\u00a0\n", "un foo"), (Ids{5, 6}));
  EXPECT_EQ(ids("un\nfoo\nun\n", "un foo"), (Ids{7, 6}));
  EXPECT_EQ(ids("\nun\nfoo\n\n\n", "un foo"), (Ids{6, 7}));
  EXPECT_EQ(ids("un\rfoo\n", "un"), (Ids{1}));
}

TEST(Tokenizer, WarnsOfATokenThatStandsTwice) {
  std::vector<std::string> warnings;
  set_log_sink([&](LogLevel, const std::string& text) { warnings.push_back(text); });
  const Tokenizer tokenizer(files_of("[PAD]\n[UNK]\n[CLS]\n[SEP]\na\na\nb\n\nb\n\n"));
  set_log_sink({});
  EXPECT_EQ(warnings, std::vector<std::string>{
                          "vocab.txt: 2 tokens occur twice, and the last one counts, as in Hugging "
                          "Face: \"a\" on lines 5 and 6, ..."});
}

TEST(Tokenizer, SpecialTokensOfTheConfigurationAsTransformersTakesThem) {
  const struct {
    const char* config;
    const char* map;  // special_tokens_map.json
    Ids ids;          // of "<x>  <y><z>foobar"
  } cases[] = {
      {R"({"extra_special_tokens": ["<x>", "foo", "<y>", ""]})", "", {9, 10, 1, 1, 1, 6, 1}},
      {R"({"additional_special_tokens": ["<x>", "foo", "<y>"]})", "", {9, 10, 1, 1, 1, 6, 1}},
      {R"({"additional_special_tokens": ["<x>"], "extra_special_tokens": ["<y>"]})",
       "",
       {1, 1, 1, 9, 1, 1, 1, 6, 8}},
      {R"({"additional_special_tokens": ["<x>"], "extra_special_tokens": []})",
       "",
       {9, 1, 1, 1, 1, 1, 1, 6, 8}},
      {R"({"extra_special_tokens": [{"content": "<y>", "lstrip": true, "special": true}]})",
       "",
       {1, 1, 1, 9, 1, 1, 1, 6, 8}},
      {R"({"extra_special_tokens": {"y_token": "<y>"}})", "", {1, 1, 1, 9, 1, 1, 1, 6, 8}},
      {R"({"y_token": "<y>", "bos_token": "<x>", "add_bos_token": true})",
       "",
       {9, 10, 1, 1, 1, 6, 8}},
      {"{}", R"({"additional_special_tokens": ["<x>"]})", {9, 1, 1, 1, 1, 1, 1, 6, 8}},
      {R"({"extra_special_tokens": ["<y>"]})",
       R"({"extra_special_tokens": ["<x>", "<y>"]})",
       {10, 9, 1, 1, 1, 6, 8}},
      {R"({"extra_special_tokens": ["<y>"]})",
       R"({"additional_special_tokens": ["<x>"]})",
       {1, 1, 1, 9, 1, 1, 1, 6, 8}},
      {R"({"added_tokens_decoder": {"9": {"content": "<y>", "special": true}},
           "extra_special_tokens": ["<y>", "<x>"]})",
       R"({"bos_token": "<z>"})",
       {10, 9, 1, 1, 1, 6, 8}},
      {R"({"bos_token": "foo"})", "", {1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1}},
  };
  for (const auto& each : cases) {
    TokenizerFiles files =
        files_of("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nun\nfoo\n<s>\n##bar\n", each.config);
    files.special_tokens = {"special_tokens_map.json", each.map};
    EXPECT_EQ(Tokenizer(files).encode("<x>  <y><z>foobar").ids, each.ids)
        << each.config << each.map;
  }
}

TEST(Tokenizer, SpecialTokensThatAreNone) {
  for (const char* value : {"\"<x>\"", "7", "[7]", "[{}]"})
    EXPECT_NE(
        error_of(files_of(kVocabulary, fmt::format(R"({{"extra_special_tokens": {}}})", value)))
            .find("tokenizer_config.json"),
        std::string::npos)
        << value;
  EXPECT_NE(error_of(files_of(kVocabulary, R"({"a_token": "<x>", "b_token": "<y>"})"))
                .find("found 2 special tokens of other names"),
            std::string::npos);
}

TEST(Tokenizer, ErrorsOfAVocabularyNameTheLine) {
  EXPECT_EQ(error_of(files_of("[PAD]\n\xFFx\n")),
            "vocab.txt:2: found \"\\xFFx\", expected UTF-8 text");
}

TEST(Tokenizer, AMissingSpecialTokenIsNamed) {
  EXPECT_EQ(error_of(files_of("[PAD]\n[UNK]\n[CLS]\n")),
            "vocab.txt: the sep token \"[SEP]\" is not among the 3 tokens; add it, or name another "
            "in tokenizer_config.json as \"sep_token\"");
}

TEST(Tokenizer, ErrorsOfTheConfiguration) {
  EXPECT_NE(error_of(files_of(kVocabulary, R"({"do_lower_case": "yes"})")).find("do_lower_case"),
            std::string::npos);
  EXPECT_NE(error_of(files_of(kVocabulary, "[1]")).find("tokenizer_config.json"),
            std::string::npos);
  for (const char* key : {"x", "-1", "4194304", "99999999999999999999", ""}) {
    const std::string config =
        fmt::format(R"({{"added_tokens_decoder": {{"{}": {{"content": "<x>"}}}}}})", key);
    EXPECT_NE(error_of(files_of(kVocabulary, config)), "no error") << key;
  }
  EXPECT_NE(error_of(files_of(kVocabulary, R"({"added_tokens_decoder": {"3": {"content": "un"}}})"))
                .find("added token \"un\" has id 3, but 5 in the vocabulary"),
            std::string::npos);
}

class TokenizerFolder : public testing::Test {
 protected:
  void write(const char* name, std::string_view content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
  }

  const test::TemporaryFolder made_;
  const Path& folder_ = made_.path();
};

TEST_F(TokenizerFolder, ReadsTheVocabularyAndListsItsFiles) {
  write("vocab.txt", kVocabulary);
  write("tokenizer_config.json", R"({"do_lower_case": false})");
  const Tokenizer tokenizer(folder_);
  EXPECT_EQ(tokenizer.encode("Un").ids, Ids{10});
  EXPECT_EQ(tokenizer.files(),
            (std::vector<Path>{folder_ / "vocab.txt", folder_ / "tokenizer_config.json"}));
}

TEST_F(TokenizerFolder, WithoutFilesIsAnErrorThatNamesBoth) {
  try {
    const Tokenizer tokenizer(folder_);
    FAIL() << "expected a UserError";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::io);
    EXPECT_NE(std::string(error.what()).find("neither tokenizer.json nor vocab.txt"),
              std::string::npos);
  }
}

TEST_F(TokenizerFolder, AModelOfSentencePieceIsAnErrorThatSaysHowToMendIt) {
  write("tokenizer.model", "x");
  const auto failure = test::failure_of([&] { const Tokenizer tokenizer(folder_); });
  const std::string name = folder_.native();
  test::expect_contains(
      failure.message,
      fmt::format("tokenizer.model: Tutti does not read this file; expected tokenizer.json, which "
                  "this command makes: python -c 'from transformers import AutoTokenizer; "
                  "AutoTokenizer.from_pretrained(\"{0}\").save_pretrained(\"{0}\")'",
                  name));
}

TEST_F(TokenizerFolder, ReadsAllFilesThatCount) {
  write("vocab.json", R"({"a": 0, "<|endoftext|>": 1})");
  write("merges.txt", "#version: 0.2\n");
  write("added_tokens.json", R"({"<x>": 2})");
  write("config.json", R"({"model_type": "gpt2"})");
  const Tokenizer tokenizer(folder_);
  EXPECT_EQ(tokenizer.encode("a<x>").ids, (Ids{0, 2}));
  // config.json is the model's.
  EXPECT_EQ(tokenizer.files(), (std::vector<Path>{folder_ / "vocab.json", folder_ / "merges.txt",
                                                  folder_ / "added_tokens.json"}));
}

TEST_F(TokenizerFolder, AnEmptyFileIsAnError) {
  write("vocab.txt", "");
  EXPECT_THROW(Tokenizer{folder_}, UserError);
}

}  // namespace
}  // namespace tutti::data
