// SPDX-License-Identifier: Apache-2.0
// The parts of a tokenizer.json; expected values are what Hugging Face's tokenizers 0.23 gives.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "data/tokenizer/normalizer.h"
#include "data/tokenizer/pre_tokenizer.h"
#include "data/tokenizer/tokenizer.h"
#include "data/tokenizer/trie.h"
#include "support/errors.h"

namespace tutti::data {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;
using Offsets = std::vector<std::pair<int32_t, int32_t>>;

struct NormalizerCase {
  const char* description;
  const char* text;
  const char* normalized;
  Offsets sources;  // of each code point
};

class NormalizerTest : public testing::TestWithParam<NormalizerCase> {};

TEST_P(NormalizerTest, EqualsHuggingFace) {
  AlignedText text;
  AlignedText normalized;
  align(GetParam().text, text);
  const Normalizer normalizer = parse_normalizer(json::parse(GetParam().description), "file");
  normalizer(text, {0, text.size()}, normalized);
  EXPECT_EQ(normalized.bytes, GetParam().normalized);
  Offsets sources;
  for_each_code_point(normalized, {0, normalized.size()}, [&](char32_t, ByteRange range) {
    const Span source = normalized.source(range);
    sources.emplace_back(source.begin, source.end);
  });
  EXPECT_EQ(sources, GetParam().sources);
}

const NormalizerCase kNormalizerCases[] = {
    {"null", "A b", "A b", {{0, 1}, {1, 2}, {2, 3}}},
    {R"({"type": "NFC"})", "e\u0301a", "\u00e9a", {{0, 1}, {2, 3}}},
    {R"({"type": "NFC"})", "a\u0323\u0302", "\u1ead", {{0, 1}}},
    {R"({"type": "NFD"})", "\u1ead", "a\u0323\u0302", {{0, 1}, {0, 1}, {0, 1}}},
    {R"({"type": "NFD"})", "e\u0301\u0327", "e\u0327\u0301", {{0, 1}, {1, 2}, {2, 3}}},
    {R"({"type": "NFKC"})", "\ufb01\u2460", "fi1", {{0, 1}, {0, 1}, {1, 2}}},
    {R"({"type": "NFKD"})",
     "\u3300",
     "\u30a2\u30cf\u309a\u30fc\u30c8",
     {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}}},
    {R"({"type": "Lowercase"})", "A\u0130B", "ai\u0307b", {{0, 1}, {1, 2}, {1, 2}, {2, 3}}},
    {R"({"type": "StripAccents"})", "e\u0301\u0903", "e", {{0, 1}}},
    {R"({"type": "Strip", "strip_left": true, "strip_right": true})",
     " \u00a0a b\t",
     "a b",
     {{2, 3}, {3, 4}, {4, 5}}},
    {R"({"type": "Strip", "strip_left": false, "strip_right": true})",
     " a ",
     " a",
     {{0, 1}, {1, 2}}},
    {R"({"type": "Strip"})", "  ", "", {}},
    {R"({"type": "Replace", "pattern": {"String": "ab"}, "content": "xyz"})",
     "1ab2",
     "1xyz2",
     {{0, 1}, {2, 3}, {2, 3}, {2, 3}, {3, 4}}},
    {R"({"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "})",
     "a \u3000b",
     "a b",
     {{0, 1}, {2, 3}, {3, 4}}},
    {R"({"type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "StripAccents"},
                                             {"type": "Lowercase"}]})",
     "\u00c9a",
     "ea",
     {{0, 1}, {1, 2}}},
    {R"({"type": "BertNormalizer", "clean_text": false, "handle_chinese_chars": false,
         "strip_accents": null, "lowercase": false})",
     "\t\u4e2d\u00c9",
     "\t\u4e2d\u00c9",
     {{0, 1}, {1, 2}, {2, 3}}},
};
INSTANTIATE_TEST_SUITE_P(All, NormalizerTest, testing::ValuesIn(kNormalizerCases));

struct PreTokenizerCase {
  const char* description;
  const char* text;
  Words words;
};

class PreTokenizerTest : public testing::TestWithParam<PreTokenizerCase> {};

TEST_P(PreTokenizerTest, EqualsHuggingFace) {
  AlignedText text;
  align(GetParam().text, text);
  std::vector<ByteRange> ranges;
  parse_pre_tokenizer(json::parse(GetParam().description), "file")(text, {0, text.size()}, ranges);
  Words words;
  for (const ByteRange range : ranges) words.emplace_back(text.view(range));
  EXPECT_EQ(words, GetParam().words);
}

const PreTokenizerCase kPreTokenizerCases[] = {
    {"null", "a b", {"a b"}},
    {"null", "", {}},
    {R"({"type": "BertPreTokenizer"})", "a,b\u3000\u2014c $", {"a", ",", "b", "\u2014", "c", "$"}},
    {R"({"type": "Whitespace"})", "a_1 b--c\u3000\u00e9!", {"a_1", "b", "--", "c", "\u00e9", "!"}},
    {R"({"type": "WhitespaceSplit"})", " a,b\u3000c ", {"a,b", "c"}},
    {R"({"type": "Punctuation"})", "a,,b", {"a", ",", ",", "b"}},
    {R"({"type": "Punctuation", "behavior": "Contiguous"})", "a,,b", {"a", ",,", "b"}},
    {R"({"type": "Split", "pattern": {"Regex": "x*"}, "behavior": "Isolated"})",
     "abxxc",
     {"a", "b", "xx", "c"}},
    {R"({"type": "Split", "pattern": {"Regex": "x*"}, "behavior": "Contiguous"})",
     "abxxc",
     {"a", "b", "xx", "c"}},
    {R"({"type": "Split", "pattern": {"Regex": "x*"}, "behavior": "MergedWithPrevious"})",
     "abxxc",
     {"a", "bxx", "c"}},
    {R"({"type": "Split", "pattern": {"Regex": "x*"}, "behavior": "MergedWithNext"})",
     "abxxc",
     {"a", "b", "xxc"}},
    {R"({"type": "Split", "pattern": {"Regex": "x*"}, "behavior": "Removed", "invert": true})",
     "abxxc",
     {"xx"}},
    {R"({"type": "Split", "pattern": {"Regex": "-"}, "behavior": "Removed", "invert": false})",
     "a--b-c-",
     {"a", "b", "c"}},
    {R"({"type": "Split", "pattern": {"Regex": "-"}, "behavior": "Isolated", "invert": false})",
     "a--b-c-",
     {"a", "-", "-", "b", "-", "c", "-"}},
    {R"({"type": "Split", "pattern": {"Regex": "-"}, "behavior": "MergedWithPrevious"})",
     "a--b-c-",
     {"a-", "-", "b-", "c-"}},
    {R"({"type": "Split", "pattern": {"Regex": "-"}, "behavior": "MergedWithNext"})",
     "a--b-c-",
     {"a", "-", "-b", "-c", "-"}},
    {R"({"type": "Split", "pattern": {"Regex": "-"}, "behavior": "Contiguous"})",
     "a--b-c-",
     {"a", "--", "b", "-", "c", "-"}},
    {R"({"type": "Split", "pattern": {"Regex": "\\w+"}, "behavior": "Removed", "invert": true})",
     "a b\u00e9, c",
     {"a", "b\u00e9", "c"}},
    {R"({"type": "Split", "pattern": {"String": "."}, "behavior": "Isolated"})",
     "a.b",
     {"a", ".", "b"}},
    {R"({"type": "Split", "pattern": {"Regex": "^a|[^\\s\\d]+"}, "behavior": "Isolated"})",
     "ab \u0661x",
     {"a", "b", " \u0661", "x"}},
    {R"({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"},
         {"type": "Punctuation", "behavior": "Removed"}]})",
     "a,b c",
     {"a", "b", "c"}},
};
INSTANTIATE_TEST_SUITE_P(All, PreTokenizerTest, testing::ValuesIn(kPreTokenizerCases));

TEST(Normalizer, GrowsATextOnlySoFar) {
  json steps = json::array();
  for (int i = 0; i < 6; i++)
    steps.push_back(
        {{"type", "Replace"}, {"pattern", {{"String", "."}}}, {"content", std::string(100, '.')}});
  const Normalizer normalizer =
      parse_normalizer({{"type", "Sequence"}, {"normalizers", steps}}, "file");
  AlignedText text;
  AlignedText normalized;
  align("a.", text);
  try {
    normalizer(text, {0, text.size()}, normalized);
    FAIL() << "expected a UserError";
  } catch (const UserError& error) {
    EXPECT_EQ(std::string(error.what()).find("file: normalizer Replace of {\"String\":\".\"}"), 0u)
        << error.what();
  }
}

// tokenizers puts the content twice at the beginning, or stops.
TEST(Normalizer, RefusesToReplaceWhereNothingIs) {
  for (const char* expression : {"^", "\\A", "$", "a*", "x*?", "", "a|(b?)"}) {
    const json description = {
        {"type", "Replace"}, {"pattern", {{"Regex", expression}}}, {"content", "#"}};
    const auto failure = test::failure_of([&] { parse_normalizer(description, "file"); });
    test::expect_contains(failure.message, "file: normalizer Replace of");
    test::expect_contains(failure.message, "matches an empty text");
  }
}

TEST(Trie, FindsTheLongest) {
  Trie trie;
  trie.insert("ab", 1);
  trie.insert("abcd", 2);
  trie.insert("b", 3);
  EXPECT_EQ(trie.longest("abcx").id, 1);
  EXPECT_EQ(trie.longest("abcx").size, 2u);
  EXPECT_EQ(trie.longest("abcde").id, 2);
  EXPECT_EQ(trie.longest("a").id, Trie::kNoId);
  EXPECT_EQ(trie.longest("cd", trie.find("ab")).id, 2);
  EXPECT_EQ(trie.find("x"), Trie::kNoNode);
}

TEST(Trie, ManyStrings) {
  Trie trie;
  for (int32_t i = 0; i < 20'000; i++) trie.insert(std::to_string(i) + ".", i);
  for (int32_t i = 0; i < 20'000; i++) EXPECT_EQ(trie.longest(std::to_string(i) + "..").id, i);
}

/// A small tokenizer.json with a part replaced.
TokenizerFiles tokenizer_json(const char* key, const char* value) {
  json root = json::parse(R"({
    "added_tokens": [{"id": 2, "content": "[CLS]", "special": true},
                     {"id": 6, "content": "New York", "normalized": true},
                     {"id": 7, "content": "<w>", "normalized": false, "single_word": true,
                      "rstrip": true}],
    "normalizer": {"type": "Lowercase"},
    "pre_tokenizer": {"type": "Whitespace"},
    "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
    "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "@@",
              "max_input_chars_per_word": 3,
              "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "a": 4, "@@b": 5}}})");
  if (key != nullptr) root[json::json_pointer(key)] = json::parse(value);
  return {.tokenizer_json = {"tokenizer.json", root.dump()}};
}

TEST(TokenizerJson, ReadsAllParts) {
  const Tokenizer tokenizer(tokenizer_json(nullptr, nullptr));
  const Encoding encoding = tokenizer.with_special_tokens(tokenizer.encode("abb Abbb"));
  EXPECT_EQ(encoding.ids, (std::vector<int32_t>{2, 4, 5, 5, 1, 3}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 0}, {0, 1}, {1, 2}, {2, 3}, {4, 8}, {0, 0}}));
  EXPECT_EQ(tokenizer.vocabulary_size(), 8);
}

TEST(TokenizerJson, AddedTokens) {
  const Tokenizer tokenizer(tokenizer_json(nullptr, nullptr));
  const Encoding encoding = tokenizer.encode("a NEW york <w>  a a<w> [CLS]");
  EXPECT_EQ(encoding.ids, (std::vector<int32_t>{4, 6, 7, 4, 4, 1, 1, 1, 2}));
  EXPECT_EQ(
      encoding.offsets,
      (Offsets{
          {0, 1}, {2, 10}, {11, 16}, {16, 17}, {18, 19}, {19, 20}, {20, 21}, {21, 22}, {23, 28}}));
}

TEST(TokenizerJson, TemplateProcessing) {
  const Tokenizer tokenizer(tokenizer_json("/post_processor", R"({
      "type": "TemplateProcessing",
      "single": [{"Sequence": {"id": "A", "type_id": 0}},
                 {"SpecialToken": {"id": "E", "type_id": 0}}],
      "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 2}}],
      "special_tokens": {"E": {"id": "E", "ids": [3, 0], "tokens": ["[SEP]", "[PAD]"]}}})"));
  EXPECT_EQ(tokenizer.with_special_tokens(tokenizer.encode("a")).ids,
            (std::vector<int32_t>{4, 3, 0}));
  ASSERT_EQ(tokenizer.pair_template().size(), 2u);
  EXPECT_EQ(tokenizer.pair_template()[1].type, 2);
}

TEST(TokenizerJson, WithoutPostProcessorNothingIsAdded) {
  const Tokenizer tokenizer(tokenizer_json("/post_processor", "null"));
  EXPECT_EQ(tokenizer.with_special_tokens(tokenizer.encode("a")).ids, std::vector<int32_t>{4});
}

struct ErrorCase {
  const char* key;
  const char* value;
  const char* message;  // a part of it
};

class TokenizerJsonError : public testing::TestWithParam<ErrorCase> {};

TEST_P(TokenizerJsonError, NamesThePlace) {
  try {
    const Tokenizer tokenizer(tokenizer_json(GetParam().key, GetParam().value));
    FAIL() << "expected a UserError: " << GetParam().message;
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    EXPECT_NE(std::string(error.what()).find(GetParam().message), std::string::npos)
        << error.what();
    EXPECT_EQ(std::string(error.what()).find("tokenizer.json"), 0u) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, TokenizerJsonError,
    testing::Values(
        ErrorCase{"/model/type", R"("WordLevel")",
                  "model of type \"WordLevel\", expected one of BPE, Unigram, WordPiece"},
        ErrorCase{"/model/type", R"("BPE")", "\"merges\": found nothing, expected an array"},
        ErrorCase{"/model", "7", "\"model\" is number"},
        ErrorCase{"/model/vocab", "[]", "\"vocab\" is array"},
        ErrorCase{"/model/vocab/a", "2147483648", "token \"a\" has id 2147483648"},
        ErrorCase{"/model/vocab/a", "-1", "token \"a\" has id -1"},
        ErrorCase{"/model/vocab/a", "1.5", "token \"a\" has id 1.5"},
        ErrorCase{"/model/vocab/a", "0", "id 0 belongs to token \"[PAD]\" and to \"a\""},
        ErrorCase{"/model/vocab", R"({"[UNK]": 0, "a": 1, "[CLS]": 2, "b": 3, "c": 4, "d": 5})",
                  "the sep token \"[SEP]\" is not among the 8 tokens"},
        ErrorCase{"/model/unk_token", R"("?")", "the unk token \"?\""},
        ErrorCase{"/model/max_input_chars_per_word", "-1", "max_input_chars_per_word"},
        ErrorCase{"/normalizer/type", R"("Nmt")",
                  "normalizer of type \"Nmt\", expected one of BertNormalizer, Lowercase"},
        ErrorCase{"/normalizer", R"({"type": "Sequence"})", "\"normalizers\": found nothing"},
        ErrorCase{"/normalizer", R"({"type": "Replace", "content": ""})", "found pattern null"},
        ErrorCase{"/pre_tokenizer/type", R"("ByteLevel")", "pre-tokenizer of type \"ByteLevel\""},
        ErrorCase{"/pre_tokenizer", R"({"type": "Punctuation", "behavior": "Odd"})",
                  "found behavior \"Odd\""},
        ErrorCase{"/pre_tokenizer",
                  R"x({"type": "Split", "pattern": {"Regex": "(?=a)"}, "behavior": "Removed"})x",
                  "regular expression \"(?=a)\""},
        ErrorCase{"/post_processor/type", R"("Padding")", "post-processor of type \"Padding\""},
        ErrorCase{"/post_processor/sep", R"(["[SEP]", 8])",
                  "found token id 8, expected less than 8"},
        ErrorCase{"/post_processor/sep", R"(["[SEP]"])", "expected [token, id]"},
        ErrorCase{"/added_tokens", "{}", "\"added_tokens\": found object, expected an array"},
        ErrorCase{"/added_tokens/1/id", "9000000000", "out of range"},
        ErrorCase{"/added_tokens/1/id", "5", "token \"New York\" has id 5, expected 6"},
        // tokenizers gives it the id 6, as no token is between.
        ErrorCase{"/added_tokens/1/id", "9", "token \"New York\" has id 9, expected 6"}));

TEST(TokenizerJsonErrors, TemplatesThatMakeNoSense) {
  const auto with_single = [](const char* single) {
    return tokenizer_json("/post_processor",
                          fmt::format(R"({{"type": "TemplateProcessing", "single": {}, "pair": [],
                                           "special_tokens": {{}}}})",
                                      single)
                              .c_str());
  };
  for (const char* single :
       {"[]", "[1]", R"([{"Sequence": {"id": "C"}}])", R"([{"SpecialToken": {"id": "[CLS]"}}])",
        R"([{"Sequence": 1}])", R"([{"Sequence": {"id": "A", "type_id": -1}}])",
        R"([{"Sequence": {"id": "A"}}, {"Sequence": {"id": "A"}}])"})
    EXPECT_THROW(Tokenizer{with_single(single)}, UserError) << single;
}

TEST(TokenizerJsonErrors, ATemplateOfTooManyTokens) {
  json ids = json::array();
  for (int i = 0; i < 600; i++) ids.push_back(3);
  const json piece = {{"SpecialToken", {{"id", "E"}}}}, text = {{"Sequence", {{"id", "A"}}}};
  json description = {{"type", "TemplateProcessing"},
                      {"single", {piece, text}},
                      {"pair", {text, {{"Sequence", {{"id", "B"}}}}}},
                      {"special_tokens", {{"E", {{"ids", ids}}}}}};
  const auto tokenizer = [&] {
    return Tokenizer(tokenizer_json("/post_processor", description.dump().c_str()));
  };
  EXPECT_EQ(tokenizer().with_special_tokens(tokenizer().encode("a")).ids.size(), 601u);
  description["single"].push_back(piece);
  const auto failure = test::failure_of(tokenizer);
  test::expect_contains(failure.message, "\"single\" adds more than 1000 tokens to each text");
}

}  // namespace
}  // namespace tutti::data
