// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/gguf_merges.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/text.h"
#include "data/tokenizer/gguf_vocabulary.h"

namespace tutti::data {
namespace {

using nlohmann::json;

constexpr size_t kLongestGgufPiece = 1000;  // bytes of a token whose merges are looked for

}  // namespace

json merges_of_scores(const GgufVocabulary& vocabulary, const std::vector<float>& scores) {
  struct Found {
    float score;
    size_t left_characters, right_characters;
    std::string left, right;
  };
  std::unordered_map<std::string_view, size_t> ids;
  for (size_t i = 0; i < vocabulary.size(); i++)
    if (vocabulary.kinds[i] == GgufTokenKind::normal) ids.emplace(vocabulary.tokens[i], i);
  std::vector<Found> all;
  for (size_t i = 0; i < vocabulary.size(); i++) {
    if (vocabulary.kinds[i] != GgufTokenKind::normal) continue;
    const std::string_view token = vocabulary.tokens[i];
    if (token.size() > kLongestGgufPiece)
      user_error("{}: key tokenizer.ggml.tokens: found a token of {} bytes, expected at most {}",
                 vocabulary.where, token.size(), kLongestGgufPiece);
    const auto is_start = [&](size_t at) { return (token[at] & 0xC0) != 0x80; };
    size_t characters = 0;
    for (size_t at = 0; at < token.size(); at++) characters += is_start(at);
    std::vector<std::tuple<size_t, size_t, size_t, size_t>> splits;  // ids, bytes, characters
    size_t before = 0;
    for (size_t at = 0; at < token.size(); at++) {
      if (!is_start(at)) continue;
      const auto left = ids.find(token.substr(0, at)), right = ids.find(token.substr(at));
      if (at > 0 && left != ids.end() && right != ids.end())
        splits.emplace_back(left->second, right->second, at, before);
      before++;
    }
    std::sort(splits.begin(), splits.end());
    for (const auto& [left, right, at, first] : splits)
      all.push_back({scores[i], first, characters - first, std::string(token.substr(0, at)),
                     std::string(token.substr(at))});
  }
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
    return std::tie(a.score, a.left_characters, a.right_characters) >
           std::tie(b.score, b.left_characters, b.right_characters);
  });
  json merges = json::array();
  for (Found& found : all) merges.push_back({std::move(found.left), std::move(found.right)});
  return merges;
}

json checked_merges(const format::GgufKeys& keys, std::string_view where) {
  const char* key = "tokenizer.ggml.merges";
  json merges = json::array();
  for (const std::string& merge : format::gguf_list<std::string>(keys, key, where)) {
    if (!is_valid_utf8(merge))
      user_error("{}: key {}: found \"{}\", expected UTF-8", where, key, escaped(merge));
    merges.push_back(merge);
  }
  return merges;
}

std::vector<float> checked_scores(const format::GgufKeys& keys, const GgufVocabulary& vocabulary) {
  const char* key = "tokenizer.ggml.scores";
  const auto& scores = format::gguf_list<float>(keys, key, vocabulary.where);
  if (scores.size() != vocabulary.size())
    user_error("{}: key {}: found {} scores, expected one for each of {} tokens", vocabulary.where,
               key, scores.size(), vocabulary.size());
  bool differ = false;
  for (const float score : scores) {
    if (!std::isfinite(score))
      user_error("{}: key {}: found {}, expected numbers", vocabulary.where, key, score);
    differ |= score != scores.front();
  }
  // llama.cpp's converter writes such a list where it has no SentencePiece model.
  if (!differ && scores.size() > 1)
    user_error("{}: key {}: all tokens have the score {}, expected scores by which they are merged",
               vocabulary.where, key, scores.front());
  return scores;
}

}  // namespace tutti::data
