// SPDX-License-Identifier: Apache-2.0
// Unigram models and SentencePiece's maps of characters, where a file is wrong or a text is
// unknown.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "data/tokenizer/model.h"
#include "data/tokenizer/normalizer.h"
#include "support/errors.h"

namespace tutti::data {
namespace {

using nlohmann::json;
using test::expect_contains;
using test::failure_of;

std::vector<int32_t> ids_of(const json& entries, const json& changes, const std::string& word) {
  json description = {{"type", "Unigram"}, {"unk_id", 0}};
  description.update(changes);
  std::vector<double> scores;
  const Vocabulary vocabulary = parse_vocabulary_list(entries, "t.json", scores);
  description["scores"] = scores;
  const Model model = parse_unigram(description, vocabulary, "t.json");
  AlignedText text;
  align(word, text);
  const ByteRange whole = {0, text.size()};
  Encoding result;
  model(text, {&whole, 1}, result);
  return result.ids;
}

std::string refusal_of(const json& entries, const json& changes, const std::string& word = "a") {
  const auto failure = failure_of([&] { ids_of(entries, changes, word); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

using Ids = std::vector<int32_t>;
const json kEntries =
    json::parse(R"([["<unk>", 0], ["a", -1], ["b", -2], ["ab", -4], ["abc", -3]])");

TEST(Unigram, TakesTheTokensOfTheLargestSum) {
  EXPECT_EQ(ids_of(kEntries, json::object(), "ab"), (Ids{1, 2}));  // -3 rather than -4
  EXPECT_EQ(ids_of(kEntries, json::object(), "abc"), (Ids{4}));
  EXPECT_EQ(ids_of(kEntries, json::object(), "axyb"), (Ids{1, 0, 2}));  // unknown ones become one
}

TEST(Unigram, WritesUnknownTextAsBytesWhereAllHaveTokens) {
  json entries = kEntries;
  entries.push_back(json::array({"<0xC3>", -9}));
  entries.push_back(json::array({"<0xA9>", -9}));
  EXPECT_EQ(ids_of(entries, {{"byte_fallback", true}}, "a\u00e9"), (Ids{1, 5, 6}));
  EXPECT_EQ(ids_of(entries, {{"byte_fallback", true}}, "ax"), (Ids{1, 0}));
}

TEST(Unigram, RefusesWhatHasNoToken) {
  expect_contains(refusal_of(kEntries, {{"unk_id", nullptr}}, "ax"), "a text contains \"x\"");
  expect_contains(refusal_of(kEntries, {{"unk_id", 5}}), "\"unk_id\" is 5");
  expect_contains(refusal_of(json::parse(R"([["a", "b"]])"), json::object()),
                  "entry 0 is [\"a\",\"b\"], expected a token");
  expect_contains(refusal_of(json::object(), json::object()),
                  "\"vocab\" is object, expected a list");
}

TEST(Precompiled, RefusesWhatIsNoMap) {
  for (const char* map : {"", "AAAA", "/////w==", "BAAAAA=="}) {
    const json description = {{"type", "Precompiled"}, {"precompiled_charsmap", map}};
    expect_contains(failure_of([&] { parse_normalizer(description, "t.json"); }).message,
                    "precompiled_charsmap: found");
  }
  const json wrong = {{"type", "Precompiled"}, {"precompiled_charsmap", "a?"}};
  expect_contains(failure_of([&] { parse_normalizer(wrong, "t.json"); }).message,
                  "expected base64");
}

}  // namespace
}  // namespace tutti::data
