// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/precompiled.h"

#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "data/tokenizer/characters.h"
#include "format/json.h"

namespace tutti::data {
namespace {

/// The bytes of a base64 text, or nothing if it is none.
std::optional<std::string> bytes_of_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char digit : text) {
    const size_t value = kDigits.find(digit);
    if (value == kDigits.npos) return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> count & 0xFF));
  }
  return bytes;
}

uint32_t offset_of(uint32_t unit) {
  return (unit >> 10) << ((unit & 0x200) >> 6);
}

/// A normalized text that grows by parts of the old one and what replaces them.
class Replacing {
 public:
  explicit Replacing(const AlignedText& text) : text_(text) {}

  void keep(ByteRange part) {
    for_each_code_point(text_, part, [&](char32_t code, ByteRange) {
      changes_.push_back({code, 0});
    });
  }
  void replace(ByteRange part, std::string_view by) {
    int old_count = 0, count = 0;
    for_each_code_point(text_, part, [&](char32_t, ByteRange) { old_count++; });
    for (size_t at = 0; at < by.size(); count++) {
      const auto [code, size] = unicode::decode(by.substr(at));
      changes_.push_back({code, count < old_count ? 0 : 1});
      at += size;
    }
    // As in Hugging Face, what is removed goes with what is before it, if anything is.
    if (count < old_count && !changes_.empty()) changes_.back().change += count - old_count;
  }
  const std::vector<unicode::Change>& changes() const { return changes_; }

 private:
  const AlignedText& text_;
  std::vector<unicode::Change> changes_;
};

}  // namespace

CharactersMap::CharactersMap(std::string_view bytes, std::string_view where) {
  uint32_t size = 0;
  if (bytes.size() >= sizeof(size)) std::memcpy(&size, bytes.data(), sizeof(size));
  if (size == 0 || size % sizeof(uint32_t) || size > bytes.size() - sizeof(size))
    user_error(
        "{}: precompiled_charsmap: found {} bytes of which {} are its table, expected a map "
        "that SentencePiece compiled",
        where, bytes.size(), size);
  units_.resize(size / sizeof(uint32_t));
  std::memcpy(units_.data(), bytes.data() + sizeof(size), size);
  replacements_ = bytes.substr(sizeof(size) + size);
  replacements_.push_back('\0');
}

const char* CharactersMap::find(std::string_view text) const {
  uint32_t at = offset_of(units_[0]);
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (code == 0) return nullptr;
    at ^= code;
    if (at >= units_.size() || (units_[at] & 0x800000FF) != code) return nullptr;
    const uint32_t unit = units_[at];
    at ^= offset_of(unit);
    if (!(unit >> 8 & 1)) continue;
    if (at >= units_.size()) return nullptr;
    const uint32_t value = units_[at] & 0x7FFFFFFF;
    return value < replacements_.size() ? replacements_.c_str() + value : nullptr;
  }
  return nullptr;
}

Normalizer parse_precompiled(const nlohmann::json& description, std::string_view where) {
  const auto bytes =
      bytes_of_base64(format::json_string(description, "precompiled_charsmap", where));
  if (!bytes) user_error("{}: precompiled_charsmap: expected base64", where);
  const auto map = std::make_shared<const CharactersMap>(*bytes, where);
  return [map](const AlignedText& text, ByteRange part, AlignedText& result) {
    if (part.begin == part.end) return;
    constexpr size_t kShort = 6;
    Replacing replacing(text);
    for (size_t at = part.begin; at < part.end;) {
      const size_t size = unicode::cluster_size(text.view({at, part.end}));
      const ByteRange cluster = {at, at + size};
      at += size;
      const char* whole = size < kShort ? map->find(text.view(cluster)) : nullptr;
      if (whole) {
        replacing.replace(cluster, whole);
        continue;
      }
      for_each_code_point(text, cluster, [&](char32_t, ByteRange one) {
        if (const char* by = map->find(text.view(one)))
          replacing.replace(one, by);
        else
          replacing.keep(one);
      });
    }
    Characters characters = characters_of(text, part);
    rewrite(characters, replacing.changes());
    append(result, characters);
  };
}

}  // namespace tutti::data
