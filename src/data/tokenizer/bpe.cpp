// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/checked.h"
#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/byte_level.h"
#include "data/tokenizer/component.h"
#include "data/tokenizer/merge_table.h"
#include "data/tokenizer/merged_word.h"
#include "data/tokenizer/model.h"
#include "data/tokenizer/special_tokens.h"
#include "data/tokenizer/unicode.h"
#include "format/json.h"

namespace tutti::data {

namespace {

using nlohmann::json;

class Bpe {
 public:
  Bpe(const json& description, const Vocabulary& vocabulary, bool byte_level,
      std::string_view where);

  void encode(const AlignedText& text, ByteRange word, Scratch& scratch, Encoding& result) const;

 private:
  void read_alphabet(const Vocabulary& vocabulary);
  void read_merges(const json& merges, const Vocabulary& vocabulary, std::string_view where);
  int32_t whole_word(std::string_view word, Scratch& scratch) const;
  void add_bytes(std::string_view word, std::vector<Symbol>& symbols) const;
  void add_code_points(std::string_view word, std::vector<Symbol>& symbols) const;
  void merge(Scratch& scratch) const;

  bool byte_level_, byte_fallback_, fuse_unknown_, ignore_merges_;
  int32_t unknown_ = kNoToken;
  std::array<int32_t, 256> byte_ids_;  // of bytes: in their alphabet, or of tokens like <0x0A>
  std::unordered_map<char32_t, int32_t> code_point_ids_;
  std::unordered_map<std::string, int32_t> words_;  // whole words, if merges may be ignored
  MergeTable merges_;
};

void refuse_option(const json& description, const char* key, std::string_view where) {
  const auto found = description.find(key);
  if (found == description.end() || found->is_null()) return;
  if (found->is_string() && found->get_ref<const std::string&>().empty()) return;
  if (found->is_number() && found->get<double>() == 0) return;
  user_error("{}: \"model\" has \"{}\" {}, which is not supported; expected null", where, key,
             escaped(found->dump()));
}

size_t merge_count(const json& description, std::string_view where) {
  return json_array(description, "merges", where).size();
}

Bpe::Bpe(const json& description, const Vocabulary& vocabulary, bool byte_level,
         std::string_view where)
    : byte_level_(byte_level),
      byte_fallback_(format::json_bool(description, "byte_fallback", where, false)),
      fuse_unknown_(format::json_bool(description, "fuse_unk", where, false)),
      ignore_merges_(format::json_bool(description, "ignore_merges", where, false)),
      merges_(merge_count(description, where)) {
  for (const char* option : {"continuing_subword_prefix", "end_of_word_suffix", "dropout"})
    refuse_option(description, option, where);
  const std::string unknown = format::json_string(description, "unk_token", where, "");
  if (!unknown.empty()) unknown_ = special_id(vocabulary, unknown, "unk", where);
  read_alphabet(vocabulary);
  read_merges(description.at("merges"), vocabulary, where);
}

void Bpe::read_alphabet(const Vocabulary& vocabulary) {
  for (size_t byte = 0; byte < byte_ids_.size(); byte++) {
    std::string token;
    if (byte_level_)
      unicode::append_utf8(token, code_point_of_byte(static_cast<unsigned char>(byte)));
    else
      token = fmt::format("<0x{:02X}>", byte);
    byte_ids_[byte] = vocabulary.find(token).value_or(kNoToken);
  }
  for (size_t id = 0; id < vocabulary.size(); id++) {
    const std::string& token = vocabulary.token(id);
    if (token.empty()) continue;
    if (ignore_merges_) words_.emplace(token, static_cast<int32_t>(id));
    const auto [code, size] = unicode::decode(token);
    if (size == token.size()) code_point_ids_.emplace(code, static_cast<int32_t>(id));
  }
}

/// The two tokens of a merge: "a b" or ["a", "b"].
std::pair<std::string, std::string> parse_merge(const json& merge, std::string_view where) {
  if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
    return {merge[0].get<std::string>(), merge[1].get<std::string>()};
  if (merge.is_string()) {
    const std::string& text = merge.get_ref<const std::string&>();
    const size_t space = text.find(' ');
    if (space != text.npos && text.find(' ', space + 1) == text.npos)
      return {text.substr(0, space), text.substr(space + 1)};
  }
  user_error("{}: \"merges\" has {}, expected two tokens: \"a b\" or [\"a\", \"b\"]", where,
             escaped(merge.dump()));
}

void Bpe::read_merges(const json& merges, const Vocabulary& vocabulary, std::string_view where) {
  const auto id_of = [&](const std::string& token) {
    const auto id = vocabulary.find(token);
    if (!id)
      user_error("{}: \"merges\" needs the token \"{}\", which \"vocab\" lacks; restore the file",
                 where, escaped(token));
    return *id;
  };
  uint32_t rank = 0;
  for (const json& each : merges) {
    // The first line of a merges.txt, as in Hugging Face.
    if (each.is_string() && each.get_ref<const std::string&>().starts_with("#version")) continue;
    const auto [left, right] = parse_merge(each, where);
    merges_.set(id_of(left), id_of(right), {rank++, id_of(left + right)});
  }
}

int32_t Bpe::whole_word(std::string_view word, Scratch& scratch) const {
  scratch.text.clear();
  if (byte_level_)
    for (const char byte : word)
      unicode::append_utf8(scratch.text, code_point_of_byte(static_cast<unsigned char>(byte)));
  else
    scratch.text = word;
  const auto found = words_.find(scratch.text);
  return found == words_.end() ? kNoToken : found->second;
}

void Bpe::add_bytes(std::string_view word, std::vector<Symbol>& symbols) const {
  SymbolList list(symbols, unknown_, fuse_unknown_);
  for (const char byte : word) {
    const int32_t id = byte_ids_[static_cast<unsigned char>(byte)];
    if (id == kNoToken) {
      list.add_unknown(1);
      continue;
    }
    list.end_unknown();
    list.add(id, 1);
  }
  list.end_unknown();
}

void Bpe::add_code_points(std::string_view word, std::vector<Symbol>& symbols) const {
  SymbolList list(symbols, unknown_, fuse_unknown_);
  const auto id_of_byte = [this](char byte) { return byte_ids_[static_cast<unsigned char>(byte)]; };
  for (size_t at = 0; at < word.size();) {
    const auto [code, size] = unicode::decode(word.substr(at));
    const std::string_view bytes = word.substr(at, size);
    at += size;
    if (const auto found = code_point_ids_.find(code); found != code_point_ids_.end()) {
      list.end_unknown();
      list.add(found->second, size);
    } else if (byte_fallback_ && std::none_of(bytes.begin(), bytes.end(), [&](char byte) {
                 return id_of_byte(byte) == kNoToken;
               })) {
      for (const char byte : bytes) list.add(id_of_byte(byte), 1);
    } else {
      list.add_unknown(size);
    }
  }
  list.end_unknown();
}

void Bpe::merge(Scratch& scratch) const {
  std::vector<Symbol>& symbols = scratch.symbols;
  std::vector<uint64_t>& heap = scratch.heap;
  heap.clear();
  const auto find_merge = [&](uint32_t index) {
    Symbol& left = symbols[index];
    left.merge = left.next == kNoSymbol ? Merge{} : merges_.find(left.id, symbols[left.next].id);
    return left.merge.rank != kNoRank;
  };
  const auto key_of = [&](uint32_t index) {
    return uint64_t{symbols[index].merge.rank} << 32 | index;
  };
  const auto push = [&](uint32_t index) {
    if (index == kNoSymbol || !find_merge(index)) return;
    heap.push_back(key_of(index));
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  };
  symbols.back().next = kNoSymbol;
  for (uint32_t i = 0; i < symbols.size(); i++)
    if (find_merge(i)) heap.push_back(key_of(i));
  std::make_heap(heap.begin(), heap.end(), std::greater<>());
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const uint64_t best = heap.back();
    heap.pop_back();
    const auto index = static_cast<uint32_t>(best);
    Symbol& left = symbols[index];
    if (left.merge.rank != best >> 32) continue;  // one of the two was merged with another
    Symbol& right = symbols[left.next];
    left.id = left.merge.id;
    left.end = right.end;
    left.next = right.next;
    right.merge = {};
    if (left.next != kNoSymbol) symbols[left.next].previous = index;
    push(index);
    push(left.previous);
  }
}

void Bpe::encode(const AlignedText& text, ByteRange word, Scratch& scratch,
                 Encoding& result) const {
  const std::string_view view = text.view(word);
  const auto add = [&](int32_t id, size_t begin, size_t end) {
    const Span source = text.source({word.begin + begin, word.begin + end});
    result.ids.push_back(id);
    result.offsets.emplace_back(source.begin, source.end);
  };
  if (view.empty()) return;
  if (const int32_t id = ignore_merges_ ? whole_word(view, scratch) : kNoToken; id != kNoToken)
    return add(id, 0, view.size());
  scratch.symbols.clear();
  if (byte_level_)
    add_bytes(view, scratch.symbols);
  else
    add_code_points(view, scratch.symbols);
  if (scratch.symbols.empty()) return;
  merge(scratch);
  size_t begin = 0;
  for (uint32_t i = 0; i != kNoSymbol; i = scratch.symbols[i].next) {
    add(scratch.symbols[i].id, begin, scratch.symbols[i].end);
    begin = scratch.symbols[i].end;
  }
}

}  // namespace

Model parse_bpe(const json& description, const Vocabulary& vocabulary, bool byte_level,
                std::string_view where) {
  const auto model = std::make_shared<const Bpe>(description, vocabulary, byte_level, where);
  return [model](const AlignedText& text, std::span<const ByteRange> words, Encoding& result) {
    Scratch scratch;
    for (const ByteRange word : words) model->encode(text, word, scratch, result);
  };
}

}  // namespace tutti::data
