// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/byte_level.h"

#include <array>

#include "data/tokenizer/unicode.h"

namespace tutti::data {

namespace {

constexpr char32_t kFirstOfOthers = 0x100;
constexpr size_t kBytes = 256;

constexpr bool is_printable_latin1(size_t byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

struct Alphabet {
  std::array<char32_t, kBytes> code_points = {};
  std::array<int16_t, 2 * kBytes> bytes = {};  // by code point; -1 for none

  constexpr Alphabet() {
    for (int16_t& byte : bytes) byte = -1;
    char32_t next = kFirstOfOthers;
    for (size_t byte = 0; byte < kBytes; byte++) {
      const char32_t code = is_printable_latin1(byte) ? static_cast<char32_t>(byte) : next++;
      code_points[byte] = code;
      bytes[code] = static_cast<int16_t>(byte);
    }
  }
};
constexpr Alphabet kAlphabet;

}  // namespace

char32_t code_point_of_byte(unsigned char byte) {
  return kAlphabet.code_points[byte];
}

std::optional<unsigned char> byte_of_code_point(char32_t code) {
  if (code >= kAlphabet.bytes.size() || kAlphabet.bytes[code] < 0) return std::nullopt;
  return static_cast<unsigned char>(kAlphabet.bytes[code]);
}

std::optional<std::string> bytes_of_token(std::string_view token) {
  std::string bytes;
  for (size_t at = 0; at < token.size();) {
    const auto [code, size] = unicode::decode(token.substr(at));
    const auto byte = byte_of_code_point(code);
    if (!byte) return std::nullopt;
    bytes.push_back(static_cast<char>(*byte));
    at += size;
  }
  return bytes;
}

}  // namespace tutti::data
