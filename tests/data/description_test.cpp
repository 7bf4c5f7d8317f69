// SPDX-License-Identifier: Apache-2.0
// Folders as people save them. The values are those of transformers 5.23 for the same files.
#include "data/tokenizer/description.h"

#include <gtest/gtest.h>

#include "base/log.h"
#include "data/tokenizer/tokenizer.h"
#include "support/errors.h"

namespace tutti::data {
namespace {

using nlohmann::json;
using Ids = std::vector<int32_t>;
using Offsets = std::vector<std::pair<int32_t, int32_t>>;

json special(int id, const char* content) {
  return {{"id", id}, {"content", content}, {"special", true}, {"normalized", false}};
}

/// GPT-2's kind, with seven tokens.
json byte_level() {
  json root = json::parse(R"({
    "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "use_regex": true},
    "post_processor": {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true},
    "decoder": {"type": "ByteLevel"},
    "model": {"type": "BPE", "merges": ["a b", "\u0120 a", "\u0120a b"], "vocab": {
      "<|endoftext|>": 0, "a": 1, "b": 2, "\u0120": 3, "ab": 4, "\u0120a": 5, "\u0120ab": 6}}})");
  root["added_tokens"] = json::array({special(0, "<|endoftext|>")});
  return root;
}

/// An uncased BERT's.
json word_piece() {
  json root = json::parse(R"({
    "normalizer": {"type": "BertNormalizer", "lowercase": true},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
    "model": {"type": "WordPiece", "unk_token": "[UNK]", "vocab": {"[PAD]": 0, "[UNK]": 1,
      "[CLS]": 2, "[SEP]": 3, "a": 4, "A": 5, "\u00e9": 6, "e": 7, "\u4e2da": 8, "\u4e2d": 9}}})");
  root["added_tokens"] = json::array(
      {special(0, "[PAD]"), special(1, "[UNK]"), special(2, "[CLS]"), special(3, "[SEP]")});
  return root;
}

/// Llama 2's kind.
json sentence_piece() {
  json root = json::parse(R"({
    "normalizer": {"type": "Sequence", "normalizers": [
      {"type": "Prepend", "prepend": "\u2581"},
      {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}]},
    "post_processor": {"type": "TemplateProcessing", "special_tokens": {"<s>": {"ids": [1]}},
      "single": [{"SpecialToken": {"id": "<s>"}}, {"Sequence": {"id": "A"}}],
      "pair": [{"Sequence": {"id": "A"}}, {"Sequence": {"id": "B"}}]},
    "model": {"type": "BPE", "unk_token": "<unk>", "fuse_unk": true, "byte_fallback": true,
      "vocab": {"<unk>": 0, "<s>": 1, "</s>": 2, "\u2581": 3, "a": 4, "b": 5, "\u2581a": 6,
                "<0x0A>": 7}, "merges": ["\u2581 a"]}})");
  root["added_tokens"] = json::array({special(0, "<unk>"), special(1, "<s>"), special(2, "</s>")});
  return root;
}

TokenizerFiles json_files(const json& root, const json& config) {
  return {.tokenizer_json = {"tokenizer.json", root.dump()},
          .config = {"tokenizer_config.json", config.dump()}};
}

/// A vocab.json and a merges.txt of the same tokens as byte_level().
TokenizerFiles slow_files(const json& config) {
  return {.vocabulary_json = {"vocab.json", byte_level()["model"]["vocab"].dump()},
          .merges = {"merges.txt", "#version: 0.2\na b\n\u0120 a\r\n\u0120a b\n"},
          .config = {"tokenizer_config.json", config.dump()},
          .model_config = {"config.json", "{}"}};
}

Encoding encode(const TokenizerFiles& files, const char* text) {
  const Tokenizer tokenizer(files);
  return tokenizer.with_special_tokens(tokenizer.encode(text));
}

void expect_refused(const TokenizerFiles& files, const std::string& message) {
  const auto failure = test::failure_of([&] { const Tokenizer tokenizer(files); });
  test::expect_contains(failure.message, message);
}

json of_class(const char* name, json config = json::object()) {
  config["tokenizer_class"] = name;
  return config;
}

constexpr const char* kGeneric = "PreTrainedTokenizerFast";

TEST(Description, ReadsTokensThatOnlyTheConfigurationLists) {
  const json decoder = json::parse(R"({
    "0": {"content": "<|endoftext|>", "special": true, "normalized": false},
    "7": {"content": "<x>", "special": true, "normalized": false},
    "8": {"content": "<y>", "lstrip": true, "normalized": false},
    "9": {"content": "A B", "single_word": true, "normalized": true}})");
  const json config = of_class(kGeneric, {{"added_tokens_decoder", decoder}, {"eos_token", "<x>"}});
  const TokenizerFiles files = json_files(byte_level(), config);
  const Encoding encoding = encode(files, "a<x>b  <y>ab A B aA Ba");
  EXPECT_EQ(encoding.ids, (Ids{1, 7, 2, 8, 4, 3, 9, 5, 5}));
  // The offsets of <y> leave out the white space that it takes.
  EXPECT_EQ(
      encoding.offsets,
      (Offsets{{0, 1}, {1, 4}, {4, 5}, {7, 10}, {10, 12}, {13, 13}, {13, 16}, {17, 18}, {20, 21}}));
  const Tokenizer tokenizer(files);
  EXPECT_EQ(tokenizer.special_id("eos"), 7);
  EXPECT_TRUE(tokenizer.is_special(7));
  EXPECT_FALSE(tokenizer.is_special(9));
}

TEST(Description, TheConfigurationsFlagsOfATokenCount) {
  const json decoder = json::parse(R"({"0": {"content": "<|endoftext|>", "special": true,
                                             "lstrip": true, "rstrip": true}})");
  const Encoding encoding =
      encode(json_files(byte_level(), of_class(kGeneric, {{"added_tokens_decoder", decoder}})),
             "a <|endoftext|> b");
  EXPECT_EQ(encoding.ids, (Ids{1, 0, 2}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 1}, {2, 15}, {16, 17}}));
}

TEST(Description, ReadsAddedTokensJson) {
  TokenizerFiles files = json_files(byte_level(), of_class(kGeneric, {{"eos_token", "<x>"}}));
  files.added_tokens = {"added_tokens.json", R"({"<y>": 8, "<x>": 7})"};
  EXPECT_EQ(encode(files, "a<x>b<y>").ids, (Ids{1, 7, 2, 8}));
  EXPECT_EQ(Tokenizer(files).special_id("eos"), 7);

  // Those that only the older list of special_tokens_map.json names are found in lower case too.
  TokenizerFiles bert = {
      .vocabulary = {"vocab.txt",
                     "[PAD]\n[UNK]\n[CLS]\n[SEP]\na\nA\n\u00e9\ne\n\u4e2da\n\u4e2d\n"}};
  bert.added_tokens = {"added_tokens.json", R"({"<drug>": 10, "<Gene>": 11})"};
  bert.special_tokens = {"special_tokens_map.json", R"({"additional_special_tokens": ["<drug>"]})"};
  EXPECT_EQ(encode(bert, "a <drug> <gene> <Gene>a <DRUG>").ids, (Ids{2, 4, 10, 11, 11, 4, 10, 3}));
}

// transformers gives such tokens other ids without a word: 7 here.
TEST(Description, RefusesIdsThatTransformersWouldNotGive) {
  const json decoder = json::parse(R"({"9": {"content": "<x>"}})");
  expect_refused(json_files(byte_level(), of_class(kGeneric, {{"added_tokens_decoder", decoder}})),
                 "tokenizer_config.json: added token \"<x>\" has id 9, expected 7");
  TokenizerFiles files = json_files(byte_level(), of_class(kGeneric));
  files.added_tokens = {"added_tokens.json", R"({"<x>": 8})"};
  expect_refused(files, "added token \"<x>\" has id 8, expected 7");
  files.added_tokens.content = R"({"<x>": -1})";
  expect_refused(files, "added_tokens.json: token \"<x>\" has id -1");
}

TEST(Description, AClassTakesItsFlagsFromTheConfiguration) {
  const auto ids = [](const json& config) {
    return encode(json_files(word_piece(), config), "A \u00e9 \u4e2da").ids;
  };
  const char* bert = "BertTokenizer";
  EXPECT_EQ(ids(of_class(bert)), (Ids{2, 4, 7, 9, 4, 3}));
  EXPECT_EQ(ids(of_class(bert, {{"do_lower_case", false}})), (Ids{2, 5, 6, 9, 4, 3}));
  EXPECT_EQ(ids(of_class(bert, {{"do_lower_case", false}, {"strip_accents", true}})),
            (Ids{2, 5, 7, 9, 4, 3}));
  EXPECT_EQ(ids(of_class(bert, {{"strip_accents", false}})), (Ids{2, 4, 6, 9, 4, 3}));
  EXPECT_EQ(ids(of_class(bert, {{"tokenize_chinese_chars", false}})), (Ids{2, 4, 7, 8, 3}));
  EXPECT_EQ(ids(of_class(kGeneric, {{"do_lower_case", false}})), (Ids{2, 4, 7, 9, 4, 3}));
}

TEST(Description, TheTypeOfAModelNamesAClass) {
  TokenizerFiles files = json_files(word_piece(), {{"do_lower_case", false}});
  EXPECT_EQ(encode(files, "A").ids, (Ids{2, 4, 3}));
  files.model_config = {"config.json", R"({"model_type": "bert"})"};
  EXPECT_EQ(encode(files, "A").ids, (Ids{2, 5, 3}));

  // Mistral's files name a class of Llama's that transformers does not take.
  TokenizerFiles llama = json_files(sentence_piece(), of_class("LlamaTokenizer"));
  EXPECT_EQ(encode(llama, "a a\n</s>a").ids, (Ids{1, 6, 6, 7, 2, 4}));
  llama.model_config = {"config.json", R"({"model_type": "mistral"})"};
  EXPECT_EQ(encode(llama, "a a\n</s>a").ids, (Ids{1, 6, 6, 7, 2, 6}));
}

TEST(Description, PrefixSpaces) {
  const auto found = [](const char* name, const char* text) {
    return encode(json_files(byte_level(), of_class(name, {{"add_prefix_space", true}})), text);
  };
  EXPECT_EQ(found("GPT2Tokenizer", "ab a").ids, (Ids{3, 4, 5}));
  EXPECT_EQ(found("GPT2Tokenizer", "ab a").offsets, (Offsets{{0, 0}, {0, 2}, {3, 4}}));
  EXPECT_EQ(found("GPT2TokenizerFast", "<|endoftext|>a").ids, (Ids{0, 5}));
  EXPECT_EQ(found(kGeneric, "ab a").ids, (Ids{4, 5}));
  const auto llama = [](const json& config) {
    return encode(json_files(sentence_piece(), of_class("LlamaTokenizer", config)), "a a\n</s>a")
        .ids;
  };
  EXPECT_EQ(llama({{"legacy", true}}), (Ids{1, 6, 6, 7, 2, 6}));
  EXPECT_EQ(llama({{"legacy", false}}), (Ids{1, 6, 6, 7, 2, 4}));
  EXPECT_EQ(llama({{"add_prefix_space", false}}), (Ids{1, 4, 6, 7, 2, 4}));
}

/// The ids of a text, and the warnings of the tokenizer's files.
std::pair<Ids, std::vector<std::string>> ids_and_warnings(const json& root, const json& config,
                                                          const char* text) {
  std::pair<Ids, std::vector<std::string>> result;
  set_log_sink([&](LogLevel, const std::string& line) { result.second.push_back(line); });
  result.first = encode(json_files(root, config), text).ids;
  set_log_sink({});
  return result;
}

// As SmolLM2's, which was trained with single digits. The ids are those of tokenizers 0.23 by the
// file alone.
TEST(Description, KeepsAStepThatTheClassWouldDropAndSaysSo) {
  json root = byte_level();
  root["model"]["vocab"].update({{"1", 7}, {"2", 8}, {"12", 9}});
  root["model"]["merges"].push_back("1 2");
  const auto plain = ids_and_warnings(root, of_class("GPT2Tokenizer"), "a12");
  EXPECT_EQ(plain.first, (Ids{1, 9}));
  EXPECT_TRUE(plain.second.empty());
  const json digits = {{"type", "Digits"}, {"individual_digits", true}};
  root["pre_tokenizer"] = {{"type", "Sequence"},
                           {"pretokenizers", {digits, root["pre_tokenizer"]}}};
  const auto kept = ids_and_warnings(root, of_class("GPT2Tokenizer"), "a12");
  EXPECT_EQ(kept.first, (Ids{1, 7, 8}));
  ASSERT_EQ(kept.second.size(), 1u);
  test::expect_contains(kept.second[0], "its step Digits, which transformers 5 leaves out");
  // What both have is as the class makes it.
  const json prefix = of_class("GPT2Tokenizer", {{"add_prefix_space", true}});
  EXPECT_EQ(ids_and_warnings(root, prefix, "a").first, Ids{5});
  EXPECT_TRUE(ids_and_warnings(root, of_class(kGeneric), "a").second.empty());
  // Llama's files say in two ways what the class does.
  EXPECT_TRUE(ids_and_warnings(sentence_piece(), of_class("LlamaTokenizer"), "a").second.empty());
}

TEST(Description, ReadsVocabJsonAndMerges) {
  const char* gpt2 = "GPT2Tokenizer";
  const Encoding encoding = encode(slow_files(of_class(gpt2)), "ab a<|endoftext|>");
  EXPECT_EQ(encoding.ids, (Ids{4, 5, 0}));
  EXPECT_EQ(encoding.offsets, (Offsets{{0, 2}, {2, 4}, {4, 17}}));  // nothing trims them
  EXPECT_EQ(encode(slow_files(of_class(gpt2, {{"add_bos_token", true}})), "ab a").ids,
            (Ids{0, 4, 5}));
  TokenizerFiles qwen = slow_files(json::object());
  qwen.model_config.content = R"({"model_type": "qwen2"})";
  qwen.added_tokens = {"added_tokens.json", R"({"<x>": 7})"};
  EXPECT_EQ(encode(qwen, "ab a<x>").ids, (Ids{4, 5, 7}));
  EXPECT_EQ(Tokenizer(qwen).special_id("eos"), 0);
}

TEST(Description, ReadsRobertasFiles) {
  const auto found = [](const json& config, const char* text) {
    const char* vocabulary = R"({"<s>": 0, "</s>": 1, "<unk>": 2, "<pad>": 3, "<mask>": 4, "a": 5,
                                 "b": 6, "\u0120": 7, "ab": 8})";
    return encode(
        {.vocabulary_json = {"vocab.json", vocabulary},
         .merges = {"merges.txt", "a b\n"},
         .config = {"tokenizer_config.json", of_class("RobertaTokenizer", config).dump()}},
        text);
  };
  const Encoding plain = found(json::object(), "ab  a<mask>");
  EXPECT_EQ(plain.ids, (Ids{0, 8, 7, 7, 5, 4, 1}));
  EXPECT_EQ(plain.offsets, (Offsets{{0, 0}, {0, 2}, {3, 3}, {4, 4}, {4, 5}, {5, 11}, {0, 0}}));
  const Encoding untrimmed = found({{"add_prefix_space", true}, {"trim_offsets", false}}, "ab  a");
  EXPECT_EQ(untrimmed.ids, (Ids{0, 7, 8, 7, 7, 5, 1}));
  EXPECT_EQ(untrimmed.offsets, (Offsets{{0, 0}, {0, 1}, {0, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 0}}));
  const json mask = {{"content", "<mask>"}, {"lstrip", true}, {"normalized", false}};
  const Encoding masked = found({{"mask_token", mask}}, "ab  <mask>");
  EXPECT_EQ(masked.ids, (Ids{0, 8, 4, 1}));
  EXPECT_EQ(masked.offsets, (Offsets{{0, 0}, {0, 2}, {4, 10}, {0, 0}}));
}

// transformers adds <|endoftext|> first, whose id no model has a row for.
TEST(Description, ATokenOfTheClassThatTheVocabularyLacksTakesAnId) {
  const json config = of_class("GPT2Tokenizer", {{"extra_special_tokens", {"<x>"}}});
  const TokenizerFiles files = {.vocabulary_json = {"vocab.json", R"({"a": 0, "b": 1})"},
                                .merges = {"merges.txt", "#version: 0.2\n"},
                                .config = {"tokenizer_config.json", config.dump()}};
  EXPECT_EQ(encode(files, "a<x>b").ids, (Ids{0, 3, 1}));
  const auto failure = test::failure_of([&] { encode(files, "a<|endoftext|>"); });
  test::expect_contains(failure.message, "a text contains \"<|endoftext|>\"");
}

// So do tokenizers 0.23, which also decode it so.
TEST(Description, ANormalizedTokenIsShownAsItIsFound) {
  json root = word_piece();
  root["added_tokens"].push_back({{"id", 10}, {"content", "New York"}, {"normalized", true}});
  const Tokenizer tokenizer(json_files(root, json::object()));
  EXPECT_EQ(tokenizer.encode("NEW york").ids, Ids{10});
  EXPECT_EQ(tokenizer.token(10), "new york");
  EXPECT_EQ(tokenizer.id_of("New York"), 10);
}

TEST(Description, OffsetsOfSeveralSpacesAtTheStartOfAText) {
  json root = byte_level();
  root["pre_tokenizer"]["use_regex"] = false;
  root["added_tokens"].push_back(
      {{"id", 7}, {"content", "<m>"}, {"lstrip", true}, {"rstrip", true}, {"normalized", false}});
  const auto offsets = [&](const char* text) {
    return encode(json_files(root, json::object()), text).offsets;
  };
  EXPECT_EQ(offsets(" <m> b"), (Offsets{{0, 4}, {5, 6}}));
  EXPECT_EQ(offsets("  <m> b"), (Offsets{{2, 5}, {6, 7}}));
}

TEST(Description, RefusesWhatItDoesNotApply) {
  for (const char* key : {"split_special_tokens", "fix_mistral_regex"})
    expect_refused(json_files(byte_level(), {{key, true}}), key);
  expect_refused(json_files(byte_level(), {{"fast_tokenizer_files", {"tokenizer.4.0.0.json"}}}),
                 "fast_tokenizer_files");
  expect_refused(json_files(byte_level(), of_class("CohereTokenizer")),
                 "tokenizer_config.json: \"tokenizer_class\": found the class CohereTokenizer");
  TokenizerFiles files = json_files(byte_level(), json::object());
  files.model_config = {"config.json", R"({"model_type": "cohere"})"};
  expect_refused(files, "config.json: \"model_type\": found the class CohereTokenizer");
  expect_refused(json_files(byte_level(), of_class("BertTokenizer")),
                 "found a model of BPE, but the class BertTokenizer has one of WordPiece");
}

TEST(Description, RefusesFilesThatAreIncomplete) {
  expect_refused(slow_files(json::object()), "vocab.json: found no class");
  TokenizerFiles files = slow_files(of_class("GPT2Tokenizer"));
  files.merges.content = "a b\nab\n";
  expect_refused(files, "merges.txt:2: found \"ab\", expected two tokens");
  files.merges.content = "";
  expect_refused(files, "merges.txt: it is missing");
}

}  // namespace
}  // namespace tutti::data
