// SPDX-License-Identifier: Apache-2.0
#include "op/rules/sharding_lexer.h"

#include <algorithm>
#include <charconv>

#include "base/checked.h"
#include "base/text.h"
#include "op/rules/axes.h"

namespace tutti::op {
namespace {

using ir::Lexer;
using ir::Token;

constexpr int64_t kMostDevices = 1 << 16;

}  // namespace

int64_t read_number(Lexer& lexer) {
  const Token token = lexer.next();
  const char* const end = token.text.data() + token.text.size();
  int64_t value = 0;
  const auto [stop, failure] = std::from_chars(token.text.data(), end, value);
  if (token.kind != Token::Kind::integer || failure != std::errc() || stop != end || value < 0)
    lexer.error_at(token.offset, "expected a number");
  return value;
}

std::vector<int64_t> read_numbers(Lexer& lexer, std::string_view open, std::string_view close) {
  std::vector<int64_t> numbers;
  lexer.expect(open);
  while (!lexer.take(close)) {
    if (!numbers.empty()) lexer.expect(",");
    numbers.push_back(read_number(lexer));
  }
  return numbers;
}

int64_t device_count(const Lexer& lexer, const Shape& sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) count = checked_multiply(count, size, "a mesh");
  if (count < 1 || count > kMostDevices)
    lexer.error(fmt::format("a mesh of {} devices, expected 1 to {}", count, kMostDevices));
  return count;
}

void expect_all_devices(const Lexer& lexer, const std::vector<int64_t>& devices) {
  if (!is_permutation(devices, devices.size()))
    lexer.error(fmt::format("the devices are not the numbers from 0 to {}", devices.size() - 1));
}

void expect_end(const Lexer& lexer) {
  if (lexer.peek().kind != Token::Kind::end)
    lexer.error(fmt::format("expected nothing more, found '{}'", escaped(lexer.peek().text, 60)));
}

void expect_once(const Lexer& lexer, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    lexer.error(fmt::format("axis \"{}\" occurs twice", escaped(*twice, 60)));
}

std::string read_name(Lexer& lexer) {
  const Token token = lexer.next();
  if (token.kind != Token::Kind::string)
    lexer.error_at(token.offset, fmt::format("expected the name of an axis in quotes, found '{}'",
                                             escaped(token.text, 60)));
  return lexer.unescape(token);
}

}  // namespace tutti::op
