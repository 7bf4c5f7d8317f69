// SPDX-License-Identifier: Apache-2.0
// Unigram models (Kudo, arXiv:1804.10959): of all ways to split a word, the one whose tokens have
// the largest sum of scores, found from left to right (Viterbi) in a time linear in the word's
// length.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/component.h"
#include "data/tokenizer/model.h"
#include "format/json.h"

namespace tutti::data {
namespace {

constexpr double kUnknownPenalty = 10;  // below the least score of a token
constexpr int32_t kUnknownPiece = -2;

class Unigram {
 public:
  Unigram(const nlohmann::json& description, const Vocabulary& vocabulary, std::string_view where)
      : where_(where) {
    double least = std::numeric_limits<double>::infinity();
    for (const nlohmann::json& each : json_array(description, "scores", where)) {
      scores_.push_back(each.get<double>());
      least = std::min(least, scores_.back());
    }
    unknown_score_ = least - kUnknownPenalty;
    for (size_t id = 0; id < scores_.size(); id++)
      if (!vocabulary.token(id).empty())
        tokens_.insert(vocabulary.token(id), static_cast<int32_t>(id));
    if (const auto unknown = description.find("unk_id");
        unknown != description.end() && !unknown->is_null())
      unknown_ = format::json_int(description, "unk_id", where);
    if (unknown_ && (*unknown_ < 0 || *unknown_ >= static_cast<int64_t>(scores_.size())))
      user_error("{}: \"unk_id\" is {}, expected null or an id of the {} tokens", where, *unknown_,
                 scores_.size());
    if (!format::json_bool(description, "byte_fallback", where, false)) return;
    for (int byte = 0; byte < 256; byte++)
      byte_ids_.push_back(vocabulary.find(fmt::format("<0x{:02X}>", byte)).value_or(Trie::kNoId));
  }

  /// A place between two code points: the best way to get there.
  struct Place {
    double score = -std::numeric_limits<double>::infinity();
    size_t begin = 0;  // of the last token
    int32_t id = Trie::kNoId;
  };

  void encode(const AlignedText& text, ByteRange word, std::vector<Place>& places,
              Encoding& result) const {
    const std::string_view view = text.view(word);
    find_best(view, places);
    std::vector<ByteRange> pieces;
    bool is_open = false;  // the last piece is unknown, and takes one before it
    for (size_t end = view.size(); end > 0; end = places[end].begin) {
      const bool is_unknown = places[end].id == kUnknownPiece || places[end].id == unknown_;
      if (is_unknown && is_open)
        pieces.back().begin = places[end].begin;
      else
        pieces.push_back({places[end].begin, end});
      is_open = is_unknown;
    }
    std::reverse(pieces.begin(), pieces.end());
    for (const ByteRange piece : pieces) add(text, word, piece, result);
  }

 private:
  void find_best(std::string_view view, std::vector<Place>& places) const {
    places.assign(view.size() + 1, {});
    places[0].score = 0;
    for (size_t begin = 0; begin < view.size();) {
      const size_t size = unicode::decode(view.substr(begin)).size;
      const double before = places[begin].score;
      const auto offer = [&](size_t end, int32_t id, double score) {
        Place& place = places[end];
        if (place.id == Trie::kNoId || score > place.score) place = {score, begin, id};
      };
      bool has_single = false;
      uint32_t node = Trie::kRoot;
      for (size_t end = begin; end < view.size();) {
        node = tokens_.child(node, view[end++]);
        if (node == Trie::kNoNode) break;
        const int32_t id = tokens_.id(node);
        if (id == Trie::kNoId) continue;
        offer(end, id, before + scores_[static_cast<size_t>(id)]);
        has_single |= end - begin == size;
      }
      if (!has_single) offer(begin + size, kUnknownPiece, before + unknown_score_);
      begin += size;
    }
  }

  void add(const AlignedText& text, ByteRange word, ByteRange piece, Encoding& result) const {
    const std::string_view view = text.view({word.begin + piece.begin, word.begin + piece.end});
    const auto push = [&](int32_t id, ByteRange part) {
      const Span source = text.source({word.begin + part.begin, word.begin + part.end});
      result.ids.push_back(id);
      result.offsets.emplace_back(source.begin, source.end);
    };
    if (const uint32_t node = tokens_.find(view); node != Trie::kNoNode)
      if (const int32_t id = tokens_.id(node); id != Trie::kNoId) return push(id, piece);
    const auto id_of = [&](char byte) { return byte_ids_[static_cast<unsigned char>(byte)]; };
    if (!byte_ids_.empty() && std::none_of(view.begin(), view.end(),
                                           [&](char byte) { return id_of(byte) == Trie::kNoId; })) {
      for (const char byte : view) push(id_of(byte), piece);
      return;
    }
    if (!unknown_)
      user_error(
          "{}: a text contains \"{}\", of which the vocabulary has no token, and there is no "
          "\"unk_id\"",
          where_, escaped(view, 60));
    push(static_cast<int32_t>(*unknown_), piece);
  }

  std::string where_;
  Trie tokens_;
  std::vector<double> scores_;
  double unknown_score_ = 0;
  std::optional<int64_t> unknown_;
  std::vector<int32_t> byte_ids_;  // by byte; empty where unknown pieces are not written as bytes
};

}  // namespace

Model parse_unigram(const nlohmann::json& description, const Vocabulary& vocabulary,
                    std::string_view where) {
  const auto model = std::make_shared<const Unigram>(description, vocabulary, where);
  return [model](const AlignedText& text, std::span<const ByteRange> words, Encoding& result) {
    std::vector<Unigram::Place> places;
    for (const ByteRange word : words) model->encode(text, word, places, result);
  };
}

}  // namespace tutti::data
