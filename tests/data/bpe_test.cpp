// SPDX-License-Identifier: Apache-2.0
// Byte pair encoding, its pre-tokenizers and decoders, on small vocabularies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "data/tokenizer/pre_tokenizer.h"
#include "data/tokenizer/tokenizer.h"

namespace tutti::data {
namespace {

using nlohmann::json;
using Ids = std::vector<int32_t>;
using Offsets = std::vector<std::pair<int32_t, int32_t>>;
using Words = std::vector<std::string>;

/// A byte-level tokenizer.json with parts replaced. "\u0120" is a space.
Tokenizer byte_level(const json& patch = json::object(), const std::string& config = "") {
  json root = json::parse(R"({
    "added_tokens": [{"id": 9, "content": "<end>", "special": true},
                     {"id": 10, "content": "<note>", "special": false, "normalized": false,
                      "lstrip": true}],
    "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false},
    "decoder": {"type": "ByteLevel"},
    "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "\u0120": 2, "ab": 3, "\u0120a": 4, "ba": 5,
                                       "\u00c3": 6, "\u00a9": 7, "\u00c3\u00a9": 8},
              "merges": ["a b", "\u0120 a", "b a"]}})");
  root.merge_patch(patch);
  return Tokenizer(TokenizerFiles{.tokenizer_json = {"tokenizer.json", root.dump()},
                                  .config = {"tokenizer_config.json", config}});
}

std::string error_of(const json& patch) {
  try {
    byte_level(patch);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Bpe, MergesTheLowestRankFirstAndThenTheLeftmost) {
  const Tokenizer tokenizer = byte_level();
  EXPECT_EQ(tokenizer.encode("bab").ids, (Ids{1, 3}));  // "a b" before "b a"
  EXPECT_EQ(tokenizer.encode("aba").ids, (Ids{3, 0}));
  EXPECT_EQ(tokenizer.encode("baba").ids, (Ids{1, 3, 0}));
  EXPECT_EQ(tokenizer.encode("b a").ids, (Ids{1, 4}));
  EXPECT_EQ(tokenizer.encode("").ids, Ids{});
}

TEST(Bpe, BytesOfACodePointHaveItsOffsets) {
  const Encoding encoding = byte_level().encode("\u00e9a");
  EXPECT_EQ(encoding.ids, (Ids{6, 7, 0}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 1}, {0, 1}, {1, 2}}));
}

TEST(Bpe, MergesAsPairs) {
  const json merges = json::parse(R"([["a", "b"], ["\u0120", "a"]])");
  EXPECT_EQ(byte_level({{"model", {{"merges", merges}}}}).encode("ab aba").ids, (Ids{3, 2, 3, 0}));
}

TEST(Bpe, MergesMayBeginWithTheVersionOfTheirFile) {
  const json merges = {"#version: 0.2", "a b"};
  EXPECT_EQ(byte_level({{"model", {{"merges", merges}}}}).encode("ab").ids, Ids{3});
}

TEST(Bpe, AWordOfTheVocabularyMayIgnoreMerges) {
  EXPECT_EQ(byte_level().encode("\u00e9").ids, (Ids{6, 7}));
  EXPECT_EQ(byte_level({{"model", {{"ignore_merges", true}}}}).encode("\u00e9").ids, Ids{8});
}

TEST(Bpe, UnknownBytes) {
  EXPECT_EQ(byte_level().encode("axxb").ids, Ids{3});  // dropped, as in Hugging Face
  json model = {{"unk_token", "ba"}};
  EXPECT_EQ(byte_level({{"model", model}}).encode("axxb").ids, (Ids{0, 5, 5, 1}));
  model["fuse_unk"] = true;
  const Encoding fused = byte_level({{"model", model}}).encode("axxb");
  EXPECT_EQ(fused.ids, (Ids{0, 5, 1}));
  EXPECT_EQ(fused.offsets, (Offsets{{0, 1}, {1, 3}, {3, 4}}));
}

TEST(Bpe, WhatIsNotSupportedIsRefusedByName) {
  for (const auto& [key, value] : {std::pair<const char*, json>{"continuing_subword_prefix", "##"},
                                   {"end_of_word_suffix", "</w>"},
                                   {"dropout", 0.1},
                                   {"merges", json::array({"ab"})},
                                   {"merges", json::array({"a b b"})},
                                   {"merges", json::array({json::array({"a"})})},
                                   {"unk_token", "?"}})
    EXPECT_NE(error_of({{"model", {{key, value}}}})
                  .find(std::string(key) == "unk_token" ? "the unk token" : key),
              std::string::npos)
        << key;
  EXPECT_NE(error_of({{"model", {{"merges", {"a a"}}}}}).find("needs the token \"aa\""),
            std::string::npos);
  const json after = json::parse(
      R"({"type": "Sequence", "pretokenizers": [{"type": "ByteLevel"}, {"type": "Digits"}]})");
  EXPECT_NE(error_of({{"pre_tokenizer", after}}).find("after ByteLevel"), std::string::npos);
  EXPECT_NE(error_of({{"decoder", {{"type", "CTC"}}}}).find("decoder of type \"CTC\""),
            std::string::npos);
}

TEST(Bpe, SpecialTokensAreNoneButThoseThatTheFilesName) {
  const Tokenizer plain = byte_level();
  EXPECT_EQ(plain.special_id("pad"), std::nullopt);
  EXPECT_THROW(plain.pad_id(), UserError);
  EXPECT_THROW(plain.cls_id(), UserError);
  const Tokenizer named =
      byte_level(json::object(), R"({"eos_token": "<end>", "pad_token": "<end>"})");
  EXPECT_EQ(named.special_id("eos"), 9);
  EXPECT_EQ(named.pad_id(), 9);
  EXPECT_EQ(named.special_id("bos"), std::nullopt);
  EXPECT_TRUE(named.is_special(9));
  EXPECT_FALSE(named.is_special(10));
  EXPECT_EQ(named.vocabulary_size(), 11);
}

TEST(Bpe, AddedTokensAreCutOutFirst) {
  const Encoding encoding = byte_level().encode("a<end>b  <note> a");
  EXPECT_EQ(encoding.ids, (Ids{0, 9, 1, 10, 4}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 1}, {1, 6}, {6, 7}, {7, 15}, {15, 17}}));
}

TEST(Bpe, ASpaceBeforeTheTextAndTrimmedOffsets) {
  const json patch = json::parse(R"({"pre_tokenizer": {"add_prefix_space": true},
      "post_processor": {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true}})");
  const Encoding encoding = byte_level(patch).encode("a a");
  EXPECT_EQ(encoding.ids, (Ids{4, 4}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 1}, {2, 3}}));
  EXPECT_EQ(byte_level(patch).encode(" a<end>a").ids, (Ids{4, 9, 4}));
}

TEST(Bpe, ATemplateInASequenceOfPostProcessors) {
  const json patch = json::parse(R"({"post_processor": {"type": "Sequence", "processors": [
      {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true},
      {"type": "TemplateProcessing", "special_tokens": {"<end>": {"id": "<end>", "ids": [9]}},
       "single": [{"SpecialToken": {"id": "<end>"}}, {"Sequence": {"id": "A"}}],
       "pair": [{"Sequence": {"id": "A"}}, {"Sequence": {"id": "B"}}]}]}})");
  const Tokenizer tokenizer = byte_level(patch);
  const Encoding encoding = tokenizer.with_special_tokens(tokenizer.encode("b a"));
  EXPECT_EQ(encoding.ids, (Ids{9, 1, 4}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 0}, {0, 1}, {2, 3}}));
}

TEST(Bpe, AStreamEndsNoCharacterInTheMiddle) {
  const Tokenizer tokenizer = byte_level();
  EXPECT_EQ(tokenizer.decode(Ids{0, 6, 7, 9, 4}, false), "a\u00e9<end> a");
  EXPECT_EQ(tokenizer.decode(Ids{0, 6, 7, 9, 4}, true), "a\u00e9 a");
  EXPECT_EQ(tokenizer.decode(Ids{6, 0, 7, 6}, true), "\ufffda\ufffd\ufffd");
  EXPECT_THROW(tokenizer.decode(Ids{11}, true), UserError);
  TextStream stream(tokenizer, true);
  EXPECT_EQ(stream.push(6), "");
  EXPECT_EQ(stream.push(9), "");
  EXPECT_EQ(stream.push(7), "\u00e9");
  EXPECT_EQ(stream.push(6), "");
  EXPECT_EQ(stream.push(0), "\ufffda");
  EXPECT_EQ(stream.push(6), "");
  EXPECT_EQ(stream.finish(), "\ufffd");
  EXPECT_EQ(stream.push(0), "a");
}

/// A tokenizer in SentencePiece's manner, of the given tokens after <unk> and three bytes.
Tokenizer sentence_piece(const json& patch = json::object()) {
  json root = json::parse(R"({
    "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "\u2581"},
        {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}]},
    "decoder": {"type": "Sequence", "decoders": [
        {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "},
        {"type": "ByteFallback"}, {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
    "model": {"type": "BPE", "unk_token": "<unk>", "fuse_unk": true, "byte_fallback": true,
              "vocab": {"<unk>": 0, "<0xC3>": 1, "<0xA9>": 2, "<0x0A>": 3, "\u2581": 4, "a": 5,
                        "\u2581a": 6, "\u2581\u2581": 7},
              "merges": ["\u2581 a", "\u2581 \u2581"]}})");
  root.merge_patch(patch);
  return Tokenizer(TokenizerFiles{.tokenizer_json = {"tokenizer.json", root.dump()}});
}

TEST(Bpe, ByteFallback) {
  const Encoding encoding = sentence_piece().encode("a \u00e9\u4e2d\u6587a");
  EXPECT_EQ(encoding.ids, (Ids{6, 4, 1, 2, 0, 5}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 1}, {1, 2}, {2, 3}, {2, 3}, {3, 5}, {5, 6}}));
}

TEST(Bpe, DecodesBytesThatFallBack) {
  const Tokenizer tokenizer = sentence_piece();
  EXPECT_EQ(tokenizer.decode(Ids{7, 6, 1, 2, 5}, false), "  a\u00e9a");
  // A run of bytes that is not UTF-8 as a whole.
  EXPECT_EQ(tokenizer.decode(Ids{5, 3, 1, 5}, false), "a\ufffd\ufffda");
  TextStream stream(tokenizer, false);
  EXPECT_EQ(stream.push(6), "a");
  EXPECT_EQ(stream.push(3), "\n");
  EXPECT_EQ(stream.push(1), "");
  EXPECT_EQ(stream.push(2), "\u00e9");
  EXPECT_EQ(stream.push(2), "\ufffd");
  EXPECT_EQ(stream.push(3), "\ufffd");  // in one run with it
  EXPECT_EQ(stream.push(6), " a");
}

TEST(Bpe, Metaspace) {
  const auto with = [](const char* options) {
    json metaspace = json::parse(options);
    metaspace["type"] = "Metaspace";
    metaspace["replacement"] = "\u2581";
    return sentence_piece(
        {{"normalizer", nullptr},
         {"pre_tokenizer", metaspace},
         {"decoder", metaspace},
         {"added_tokens", json::parse(R"([{"id": 8, "content": "<x>", "special": true}])")}});
  };
  EXPECT_EQ(with(R"({"prepend_scheme": "always"})").encode("a  a<x>a").ids, (Ids{6, 4, 6, 8, 6}));
  EXPECT_EQ(with(R"({"prepend_scheme": "first"})").encode("a a<x>a").ids, (Ids{6, 6, 8, 5}));
  EXPECT_EQ(with(R"({"prepend_scheme": "never"})").encode("a a").ids, (Ids{5, 6}));
  EXPECT_EQ(with(R"({"add_prefix_space": false})").encode("a a").ids, (Ids{5, 6}));
  EXPECT_EQ(with(R"({"split": false})").encode("  ").ids, (Ids{7}));
  EXPECT_EQ(with(R"({"split": true})").encode("  ").ids, (Ids{4, 4}));
  EXPECT_EQ(with(R"({})").decode(Ids{6, 6, 4, 5}, false), "a a a");
  EXPECT_EQ(with(R"({"prepend_scheme": "never"})").decode(Ids{6, 6}, false), " a a");
}

TEST(Decoder, OfWordPieceAndOfNone) {
  const auto tokenizer = [](const char* decoder) {
    return Tokenizer(TokenizerFiles{
        .tokenizer_json = {"tokenizer.json", fmt::format(R"({{"decoder": {}, "model": {{"vocab": {{
             "[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "a": 4, "##b": 5, ".": 6}}}}}})",
                                                         decoder)}});
  };
  const Ids ids = {4, 5, 4, 6};
  EXPECT_EQ(tokenizer(R"({"type": "WordPiece"})").decode(ids, true), "ab a.");
  EXPECT_EQ(tokenizer(R"({"type": "WordPiece", "cleanup": false})").decode(ids, true), "ab a .");
  EXPECT_EQ(tokenizer("null").decode(ids, true), "a ##b a .");
}

Words words_of(const json& description, const std::string& content) {
  AlignedText text;
  align(content, text);
  std::vector<ByteRange> ranges;
  parse_pre_tokenizer(description, "file")(text, {0, text.size()}, ranges);
  Words words;
  for (const ByteRange range : ranges) words.emplace_back(text.view(range));
  return words;
}

json split(const char* expression) {
  return {{"type", "Split"}, {"pattern", {{"Regex", expression}}}, {"behavior", "Isolated"}};
}

constexpr const char* kLlama3 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|)"
    R"(\s*[\r\n]+|\s+(?!\S)|\s+)";

TEST(CausalSplit, WhiteSpaceLeavesItsLastToTheNextWord) {
  EXPECT_EQ(words_of(split(kLlama3), "a   b \n\n  c12345 \t"),
            (Words{"a", "  ", " b", " \n\n", " ", " c", "123", "45", " \t"}));
  EXPECT_EQ(words_of(split(kLlama3), "I'LL!!\r\n  \u3000x"),
            (Words{"I", "'LL", "!!\r\n", "  ", "\u3000x"}));
  EXPECT_EQ(words_of({{"type", "ByteLevel"}, {"add_prefix_space", false}}, "a\n\nb 's's  1"),
            (Words{"a", "\n", "\n", "b", " '", "s", "'s", " ", " 1"}));
  // That of GPT-4o, whose words begin with a capital.
  constexpr const char* kCapitals =
      R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)"
      R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+)"
      R"([\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}|)"
      R"( ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
  EXPECT_EQ(words_of(split(kCapitals), "fooBar's  HTTPGet//\n 1234"),
            (Words{"foo", "Bar's", " ", " HTTPGet", "//\n", " ", "123", "4"}));
  EXPECT_THROW(words_of(split(R"((\s+(?!\S)|\s+)x)"), "a"), UserError);
  EXPECT_THROW(words_of(split(R"(\s+(?!\S)|\s*)"), "a"), UserError);
}

TEST(CausalSplit, Digits) {
  const json smol = json::parse(R"({"type": "Sequence", "pretokenizers": [
      {"type": "Digits", "individual_digits": true},
      {"type": "ByteLevel", "add_prefix_space": false, "use_regex": true}]})");
  EXPECT_EQ(words_of(smol, "a 12 b"), (Words{"a", " ", "1", "2", " b"}));
  EXPECT_EQ(words_of({{"type", "Digits"}}, "a12\u00bd b"), (Words{"a", "12\u00bd", " b"}));
}

TEST(Bpe, HostileTextsTakeBoundedTime) {
  const json last = {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", false}};
  const Tokenizer bytes = byte_level(
      {{"pre_tokenizer",
        {{"type", "Sequence"}, {"pretokenizers", json::array({split(kLlama3), last})}}}});
  const Tokenizer pieces = sentence_piece();
  const size_t size = 1 << 20;
  std::string mixed, spaced;
  while (mixed.size() < size) mixed += " \n";
  while (spaced.size() < size) spaced += "  x";
  const std::clock_t start = std::clock();
  for (const std::string& text : {std::string(size, 'a'), std::string(size, ' '), mixed + "x",
                                  spaced, std::string(size, '\''), std::string(size, '\xC3')}) {
    bytes.encode(text);
    pieces.encode(text);
  }
  // Quadratic work would take hours.
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 60);
}

}  // namespace
}  // namespace tutti::data
