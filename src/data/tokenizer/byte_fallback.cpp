// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/byte_fallback.h"

#include "base/text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data {

bool starts_code_point(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  if (lead < 0xC2 || lead > 0xF4) return false;
  const size_t needed = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return bytes.size() < needed && unicode::decode(bytes).size == bytes.size();
}

void ByteFallbackStep::push(std::string token, std::vector<std::string>& result) {
  const auto byte = byte_of(token);
  if (!byte) {
    finish(result);
    result.push_back(std::move(token));
    return;
  }
  run_.push_back(*byte);
  if (!eager_) return;
  if (is_valid_utf8(run_) && !is_ill_formed_) {
    result.push_back(std::move(run_));
    run_.clear();
  } else if (is_ill_formed_ || !starts_code_point(run_)) {
    is_ill_formed_ = true;
    replace(result);
  }
}

void ByteFallbackStep::finish(std::vector<std::string>& result) {
  if (!run_.empty() && is_valid_utf8(run_) && !is_ill_formed_)
    result.push_back(std::move(run_));
  else
    replace(result);
  run_.clear();
  is_ill_formed_ = false;
}

std::optional<char> ByteFallbackStep::byte_of(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return std::nullopt;
  int value = 0;
  for (const char digit : token.substr(3, 2)) {
    const bool is_decimal = digit >= '0' && digit <= '9';
    const char letter = static_cast<char>(digit | 0x20);
    if (!is_decimal && (letter < 'a' || letter > 'f')) return std::nullopt;
    value = value * 16 + (is_decimal ? digit - '0' : letter - 'a' + 10);
  }
  return static_cast<char>(value);
}

void ByteFallbackStep::replace(std::vector<std::string>& result) {
  for (size_t i = 0; i < run_.size(); i++) result.emplace_back(kReplacementText);
  run_.clear();
}

}  // namespace tutti::data
