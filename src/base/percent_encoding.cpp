// SPDX-License-Identifier: Apache-2.0
#include "base/percent_encoding.h"

#include <fmt/format.h>

namespace tutti {
namespace {

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

}  // namespace

std::string percent_encoded(std::string_view text, bool keeps_slash) {
  std::string encoded;
  for (const char c : text) {
    if (is_unreserved(c) || (keeps_slash && c == '/'))
      encoded += c;
    else
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return encoded;
}

}  // namespace tutti
