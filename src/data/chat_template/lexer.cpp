// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/lexer.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "data/chat_template/python_text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data::jinja {
namespace {

constexpr size_t kMaxTemplateBytes = size_t{1} << 20;

bool is_digit_byte(char c) {
  return c >= '0' && c <= '9';
}

bool is_name_byte(char c) {
  return c == '_' || is_digit_byte(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         !unicode::is_ascii(c);
}

/// Lines end with \n, and the last line's end is not part of the template.
std::string with_plain_lines(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); i++) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    plain += text[i] == '\r' ? '\n' : text[i];
  }
  if (!plain.empty() && plain.back() == '\n') plain.pop_back();
  return plain;
}

class Lexer {
 public:
  Lexer(std::string text, std::string_view name) : text_(std::move(text)), name_(name) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) {
      const size_t tag = find_tag();
      const std::string_view before = std::string_view(text_).substr(at_, tag - at_);
      if (tag == text_.size()) {
        add_text(before);
        break;
      }
      const char kind = text_[tag + 1];
      const char sign = tag + 2 < text_.size() ? text_[tag + 2] : ' ';
      add_text(cut_before(before, kind, sign));
      skip_to(tag + (sign == '-' || sign == '+' ? 3 : 2));
      if (kind == '#')
        skip_comment();
      else
        read_tag(kind);
    }
    add(Token::Kind::end, "");
    return std::move(tokens_);
  }

 private:
  template <typename... Args>
  [[noreturn]] void fail(int line, fmt::format_string<Args...> format, Args&&... args) const {
    user_error("{}:{}: {}", name_, line, fmt::format(format, std::forward<Args>(args)...));
  }

  std::string_view rest() const { return std::string_view(text_).substr(at_); }
  bool follows(std::string_view part) const { return rest().substr(0, part.size()) == part; }

  void skip_to(size_t end) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }
  void skip(size_t count) { skip_to(at_ + count); }
  void skip_spaces() { skip_to(text_.size() - strip_text(rest(), Side::left).size()); }

  size_t find_tag() const {
    size_t tag = text_.find('{', at_);
    while (tag != std::string::npos) {
      const char next = tag + 1 < text_.size() ? text_[tag + 1] : ' ';
      if (next == '{' || next == '%' || next == '#') return tag;
      tag = text_.find('{', tag + 1);
    }
    return text_.size();
  }

  /// The text before a tag: without white space before {%-, and without that of the tag's own line
  /// before {% and {#.
  std::string_view cut_before(std::string_view before, char kind, char sign) const {
    if (sign == '-') return strip_text(before, Side::right);
    if (sign == '+' || kind == '{') return before;
    const size_t newline = before.rfind('\n');
    if (newline == std::string_view::npos && !starts_line_) return before;
    const std::string_view kept =
        newline == std::string_view::npos ? "" : before.substr(0, newline + 1);
    return strip_text(before.substr(kept.size()), Side::right).empty() ? kept : before;
  }

  void add(Token::Kind kind, std::string text) {
    tokens_.push_back({kind, std::move(text), line_});
  }
  void add_text(std::string_view text) {
    if (!text.empty()) add(Token::Kind::text, std::string(text));
  }

  /// After the last character of a tag's end: what follows of white space belongs to the tag.
  void cut_after(char sign, bool trims_line) {
    const size_t begin = at_;
    if (sign == '-')
      skip_spaces();
    else if (sign != '+' && trims_line && follows("\n"))
      skip(1);
    starts_line_ = at_ > begin && text_[at_ - 1] == '\n';
  }

  void skip_comment() {
    const size_t end = text_.find("#}", at_);
    if (end == std::string::npos) fail(line_, "found a comment without an end, expected \"#}}\"");
    const char sign = end > at_ ? text_[end - 1] : ' ';
    skip_to(end + 2);
    cut_after(sign, true);
  }

  void read_tag(char kind) {
    const int begin_line = line_;
    const bool is_print = kind == '{';
    const std::string_view end = is_print ? "}}" : "%}";
    add(is_print ? Token::Kind::print_begin : Token::Kind::block_begin, is_print ? "{{" : "{%");
    const size_t first = tokens_.size();
    int open = 0;  // brackets: "}}" inside of a dict is two of its ends
    while (true) {
      skip_spaces();
      if (at_ == text_.size())
        fail(line_, "found the end of the template, expected \"{}\" for the tag of line {}", end,
             begin_line);
      const bool is_signed =
          (follows("-") || (!is_print && follows("+"))) && rest().substr(1, 2) == end;
      if (open == 0 && (is_signed || follows(end))) {
        const char sign = is_signed ? text_[at_] : ' ';
        const bool is_raw =
            !is_print && tokens_.size() == first + 1 && tokens_[first].text == "raw";
        add(is_print ? Token::Kind::print_end : Token::Kind::block_end, std::string(end));
        skip(is_signed ? 3 : 2);
        cut_after(sign, !is_print && !is_raw);
        if (is_raw) read_raw();
        return;
      }
      open += read_token();
    }
  }

  /// The first character, which is taken away where it is a sign; a blank where there is none.
  static char take_sign(std::string_view& text) {
    const char sign = text.empty() ? ' ' : text.front();
    if (sign == '-' || sign == '+') text.remove_prefix(1);
    return sign;
  }

  /// Replaces the tag raw by the text up to endraw.
  void read_raw() {
    tokens_.resize(tokens_.size() - 3);
    const int begin_line = line_;
    for (size_t tag = text_.find("{%", at_); tag != std::string::npos;
         tag = text_.find("{%", tag + 2)) {
      std::string_view after = std::string_view(text_).substr(tag + 2);
      const char sign = take_sign(after);
      after = strip_text(after, Side::left);
      if (after.substr(0, 6) != "endraw") continue;
      after = strip_text(after.substr(6), Side::left);
      const char end_sign = take_sign(after);
      if (after.substr(0, 2) != "%}") continue;
      add_text(cut_before(std::string_view(text_).substr(at_, tag - at_), '%', sign));
      skip_to(text_.size() - after.size() + 2);
      cut_after(end_sign, true);
      return;
    }
    fail(begin_line, "found \"raw\" without an end, expected \"endraw\"");
  }

  /// Returns by how much the token changes the number of open brackets.
  int read_token() {
    const char c = text_[at_];
    if (is_digit_byte(c)) return read_number();
    if (c == '"' || c == '\'') return read_string();
    if (is_name_byte(c)) {
      size_t end = at_;
      while (end < text_.size() && is_name_byte(text_[end])) end++;
      add(Token::Kind::name, text_.substr(at_, end - at_));
      skip_to(end);
      return 0;
    }
    static constexpr std::array<std::string_view, 26> kSymbols = {
        "//", "**", "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[",
        "]",  "(",  ")",  "{",  "}",  ">",  "<", "=", ".", ":", "|", ",", ";"};
    for (const std::string_view symbol : kSymbols) {
      if (!follows(symbol)) continue;
      add(Token::Kind::symbol, std::string(symbol));
      skip(symbol.size());
      if (symbol == "(" || symbol == "[" || symbol == "{") return 1;
      return symbol == ")" || symbol == "]" || symbol == "}" ? -1 : 0;
    }
    fail(line_, "found \"{}\", expected a name, a number, a string or an operator",
         escaped(rest().substr(0, 1)));
  }

  int read_number() {
    size_t end = at_;
    const auto digits = [&] {
      while (end < text_.size() && (is_digit_byte(text_[end]) || text_[end] == '_')) end++;
    };
    const auto digit_at = [&](size_t i) { return i < text_.size() && is_digit_byte(text_[i]); };
    digits();
    bool is_real = false;
    // "a.0.b" is an index: a number after a point has no point of its own.
    const bool is_index = !tokens_.empty() && tokens_.back().text == "." &&
                          tokens_.back().kind == Token::Kind::symbol;
    if (!is_index && end < text_.size() && text_[end] == '.' && digit_at(end + 1)) {
      is_real = true;
      end++;
      digits();
    }
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      const bool is_signed =
          end + 1 < text_.size() && (text_[end + 1] == '+' || text_[end + 1] == '-');
      if (digit_at(end + (is_signed ? 2 : 1))) {
        is_real = true;
        end += is_signed ? 2 : 1;
        digits();
      }
    }
    std::string number = text_.substr(at_, end - at_);
    number.erase(std::remove(number.begin(), number.end(), '_'), number.end());
    if (end < text_.size() && is_name_byte(text_[end]))
      fail(line_, "found the number \"{}\", expected a decimal one",
           escaped(text_.substr(at_, end - at_ + 1)));
    add(is_real ? Token::Kind::real : Token::Kind::integer, std::move(number));
    skip_to(end);
    return 0;
  }

  int read_string() {
    const char quote = text_[at_];
    const size_t line_begin = at_;
    std::string value;
    size_t at = at_ + 1;
    while (at < text_.size() && text_[at] != quote) {
      if (text_[at] == '\\' && at + 1 < text_.size())
        read_escape(at, value);
      else
        value += text_[at++];
    }
    if (at >= text_.size()) fail(line_, "found a string without an end, expected {}", quote);
    add(Token::Kind::string, std::move(value));
    skip(at + 1 - line_begin);
    return 0;
  }

  /// Reads the escape at a backslash as Python does; one that it does not know stays as it is.
  void read_escape(size_t& at, std::string& value) {
    const char c = text_[at + 1];
    static constexpr std::string_view kLetters = "\\'\"nrtabfv\n", kCodes = "\\'\"\n\r\t\a\b\f\v";
    const size_t index = kLetters.find(c);
    if (index != std::string_view::npos) {
      if (c != '\n') value += kCodes[index];
      at += 2;
      return;
    }
    if (c == 'N')
      fail(line_, "found the escape \\N in a string, expected \\u and the character's number");
    const size_t size = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (size > 0) {
      read_code(text_.substr(at + 2, size), size, 16, value);
      at += 2 + size;
    } else if (c >= '0' && c <= '7') {
      size_t end = at + 1;
      while (end < text_.size() && end < at + 4 && text_[end] >= '0' && text_[end] <= '7') end++;
      read_code(text_.substr(at + 1, end - at - 1), end - at - 1, 8, value);
      at = end;
    } else {
      value += '\\';
      at++;
    }
  }

  void read_code(const std::string& digits, size_t size, int base, std::string& value) {
    char* end = nullptr;
    const unsigned long code = std::strtoul(digits.c_str(), &end, base);
    const bool is_plain =
        digits.size() == size && std::all_of(digits.begin(), digits.end(), [](char c) {
          return is_digit_byte(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        });
    if (!is_plain || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
      fail(line_, "found the escape of \"{}\" in a string, expected {} digits of a character",
           escaped(digits), size);
    unicode::append_utf8(value, static_cast<char32_t>(code));
  }

  std::string text_;
  std::string_view name_;
  size_t at_ = 0;
  int line_ = 1;
  bool starts_line_ = true;  // only white space of tags is before at_ in its line
  std::vector<Token> tokens_;
};

}  // namespace

std::string shown(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the template";
  if (token.kind == Token::Kind::text) return "text";
  return '"' + escaped(token.text, 40) + '"';
}

std::vector<Token> read_tokens(std::string_view text, std::string_view name) {
  if (text.size() > kMaxTemplateBytes)
    user_error("{}: found a chat template of {} bytes, expected at most {}", name, text.size(),
               kMaxTemplateBytes);
  if (!is_valid_utf8(text))
    user_error("{}: found a chat template that is not UTF-8, expected UTF-8", name);
  return Lexer(with_plain_lines(text), name).run();
}

}  // namespace tutti::data::jinja
