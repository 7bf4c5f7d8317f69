// SPDX-License-Identifier: Apache-2.0
#include "serve/message.h"

#include <algorithm>

#include "base/ascii.h"

namespace tutti::serve {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/// Empty if a % is not followed by two hexadecimal digits, or a byte of value 0 results.
std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); i++) {
    if (text[i] != '%') {
      result += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = digit_of(text[i + 1]), low = digit_of(text[i + 2]);
    if (high < 0 || low < 0 || high + low == 0) return std::nullopt;
    result += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return result;
}

/// "a=1&b=2".
bool parse_pairs(std::string_view text, NamedValues& pairs) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('&', begin), text.size());
    const std::string_view pair = text.substr(begin, end - begin);
    const size_t equals = std::min(pair.find('='), pair.size());
    const auto name = decoded(pair.substr(0, equals));
    const auto value = decoded(pair.substr(std::min(equals + 1, pair.size())));
    if (!name || !value) return false;
    pairs.emplace_back(*name, *value);
    begin = end + 1;
  }
  return true;
}

}  // namespace

std::string value_of(const NamedValues& values, std::string_view name) {
  for (const auto& [known, value] : values)
    if (known == name) return value;
  return "";
}

std::string Request::value(std::string_view name) const {
  return value_of(query, name);
}

std::string Request::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

std::optional<Request> request_of(std::string_view method, std::string_view target) {
  const size_t mark = std::min(target.find('?'), target.size());
  Request request{.method = std::string(method), .path = std::string(target.substr(0, mark))};
  const auto query = target.substr(std::min(mark + 1, target.size()));
  if (!target.starts_with('/') || !parse_pairs(query, request.query)) return std::nullopt;
  return request;
}

bool parse_form(std::string_view body, Request& request) {
  std::string type = in_lower_case(request.header("content-type"));
  type.resize(std::min(type.find(';'), type.size()));
  return type == "application/x-www-form-urlencoded" && parse_pairs(body, request.form);
}

Response plain_response(int status, std::string_view text) {
  return {status, "text/plain; charset=utf-8", std::string(text) + "\n"};
}

Response redirect_to(const std::string& target) {
  return {303, "text/plain; charset=utf-8", "", {{"Location", target}}};
}

}  // namespace tutti::serve
