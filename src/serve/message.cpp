// SPDX-License-Identifier: Apache-2.0
#include "serve/message.h"

#include <algorithm>

#include "base/ascii.h"

namespace tutti::serve {
namespace {

constexpr size_t kMostHeaders = 100;

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// RFC 9110, section 5.6.2.
bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/// Empty where a % is not followed by two hexadecimal digits, or a byte of value 0 results.
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

bool parse_target(std::string_view target, Request& request) {
  const auto is_shown = [](char c) { return c > ' ' && c < 0x7f; };
  if (!target.starts_with('/') || !std::all_of(target.begin(), target.end(), is_shown))
    return false;
  const size_t mark = std::min(target.find('?'), target.size());
  request.path = target.substr(0, mark);
  return parse_pairs(target.substr(std::min(mark + 1, target.size())), request.query);
}

bool parse_first_line(std::string_view line, Request& request) {
  const size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return false;
  request.method = line.substr(0, first);
  const std::string_view version = line.substr(last + 1);
  return is_token(request.method) && (version == "HTTP/1.1" || version == "HTTP/1.0") &&
         parse_target(line.substr(first + 1, last - first - 1), request);
}

bool parse_header(std::string_view line, Request& request) {
  const size_t colon = std::min(line.find(':'), line.size());
  const std::string name = in_lower_case(std::string(line.substr(0, colon)));
  if (colon == line.size() || !is_token(name)) return false;
  std::string_view value = line.substr(colon + 1);
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!value.empty() && is_blank(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; };
  if (std::any_of(value.begin(), value.end(), is_control)) return false;
  return request.headers.size() < kMostHeaders && request.headers.emplace(name, value).second;
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

std::optional<Request> parse_request(std::string_view head) {
  Request request;
  bool first = true;
  while (!head.empty()) {
    const size_t end = head.find("\r\n");
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end + 2);
    if (line.empty()) break;
    if (!(first ? parse_first_line(line, request) : parse_header(line, request)))
      return std::nullopt;
    first = false;
  }
  if (first || !head.empty()) return std::nullopt;
  return request;
}

std::optional<size_t> body_length(const Request& request) {
  if (request.headers.contains("transfer-encoding")) return std::nullopt;
  const std::string length = request.header("content-length");
  if (length.empty()) return 0;
  const bool is_number =
      std::all_of(length.begin(), length.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number || length.size() > 9) return std::nullopt;
  return std::stoul(length);
}

bool parse_form(std::string_view body, Request& request) {
  std::string type = in_lower_case(request.header("content-type"));
  type.resize(std::min(type.find(';'), type.size()));
  return type == "application/x-www-form-urlencoded" && parse_pairs(body, request.form);
}

}  // namespace tutti::serve
