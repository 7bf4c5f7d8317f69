// SPDX-License-Identifier: Apache-2.0
// Regular expressions of tokenizer files in RE2's syntax.
#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/pattern.h"

namespace tutti::data {
namespace {

struct PosixClass {
  std::string_view name;
  std::string_view members;  // of a class in RE2's syntax
};

// Sets as Oniguruma has them, observed over all code points. Its \w has six more outside of [].
constexpr std::string_view kWord = R"(\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{24B6}-\x{24E9})"
                                   R"(\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189})";
constexpr std::string_view kWordOutside = R"(\x{B2}\x{B3}\x{B9}\x{BC}-\x{BE})";
constexpr std::string_view kSpace = R"(\t-\r\x{85}\p{Z})";
constexpr std::string_view kNoSpace =
    R"(\x00-\x08\x0E-\x1F!-\x{84}\x{86}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027})"
    R"(\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{10FFFF})";

constexpr PosixClass kPosixClasses[] = {
    {"[:punct:]", R"(\p{P}\p{S})"}, {"[:space:]", kSpace},
    {"[:digit:]", R"(\p{Nd})"},     {"[:word:]", kWord},
    {"[:blank:]", R"(\t\p{Zs})"},   {"[:cntrl:]", R"(\p{Cc})"},
    {"[:xdigit:]", "0-9A-Fa-f"},
};

/// The members that an escape means inside of [], or nothing.
std::string_view class_members(char escape) {
  switch (escape) {
    case 'w':
      return kWord;
    case 'd':
      return R"(\p{Nd})";
    case 'D':
      return R"(\P{Nd})";
    case 's':
      return kSpace;
    case 'S':
      return kNoSpace;
    case 'h':
      return "0-9A-Fa-f";
    default:
      return {};
  }
}

/// From Oniguruma's syntax, which tokenizer files have, to RE2's. What both read alike stays.
class Translation {
 public:
  Translation(std::string_view expression, std::string_view where)
      : rest_(expression), expression_(expression), where_(where) {}

  std::string run() {
    while (!rest_.empty()) {
      if (before_word())
        continue;
      else if (take("\\"))
        escape();
      else if (take("["))
        open_class();
      else if (!possessive() && !option())
        other();
    }
    return std::move(result_);
  }

 private:
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  char next() {
    if (rest_.empty()) refuse("an end after \\ or [");
    const char first = rest_.front();
    rest_.remove_prefix(1);
    return first;
  }

  [[noreturn]] void refuse(std::string_view what) const {
    user_error(
        "{}: regular expression \"{}\": {} is not supported: it takes more than linear time or "
        "RE2 has no Unicode form of it; write it another way",
        where_, escaped(expression_), what);
  }

  /// \uHHHH, which RE2 writes as \x{HHHH}.
  void code_point() {
    if (rest_.size() < 4) refuse("\\u without four digits");
    result_.append("\\x{").append(rest_.substr(0, 4)).append("}");
    rest_.remove_prefix(4);
  }

  /// Alternatives of white space. The first one leaves the code point before a word alone. RE2
  /// has no look-ahead: a named group tells the reader of a match to leave the last code point out.
  bool before_word() {
    constexpr std::string_view kAlternatives = R"(\s+(?!\S)|\s+)";
    if (depth_ != 0 || !rest_.starts_with(kAlternatives) || has_before_word_) return false;
    const std::string_view after = rest_.substr(kAlternatives.size());
    const size_t done = expression_.size() - rest_.size();
    const bool is_first = done == 0 || expression_.substr(0, done).ends_with('|');
    if (!is_first || !(after.empty() || after.starts_with('|'))) return false;
    has_before_word_ = true;
    append({"(?P<", kBeforeWord, ">[", kSpace, "]+)"});
    rest_ = after;
    return true;
  }

  void escape() {
    const char letter = next();
    switch (letter) {
      case 'w':
      case 'W':
        return append({letter == 'w' ? "[" : "[^", kWord, kWordOutside, "]"});
      case 'H':
        return append({"[^", class_members('h'), "]"});
      case 'R':
        return append({R"((?:\r\n|[\n-\r\x{85}\x{2028}\x{2029}]))"});
      case 'e':
        return append({R"(\x1B)"});
      case 'u':
        return code_point();
      case 'b':
      case 'B':
      case 'C':
      case 'Q':
        refuse(fmt::format("\\{}", letter));
      case 'p':
        return append({take("{Punct}") ? R"(\p{P})" : R"(\p)"});
      default:
        break;
    }
    const std::string_view members = class_members(letter);
    if (members.empty())
      result_.append({'\\', letter});
    else
      append({"[", members, "]"});
  }

  /// [:NAME:] inside of a class, as its members.
  bool posix_class() {
    const auto* posix =
        std::find_if(std::begin(kPosixClasses), std::end(kPosixClasses),
                     [this](const PosixClass& each) { return rest_.starts_with(each.name); });
    if (posix == std::end(kPosixClasses)) return false;
    rest_.remove_prefix(posix->name.size());
    append({posix->members});
    return true;
  }

  /// Copies a class, whose [ is read.
  void open_class() {
    append({take("^") ? "[^" : "["});
    if (take("]")) result_ += "]";  // there it is a member
    while (!take("]")) {
      if (posix_class()) continue;
      if (rest_.starts_with("&&")) refuse("&& inside []");
      if (rest_.starts_with("[")) refuse(fmt::format("{} inside []", rest_.substr(0, 9)));
      if (take("\\"))
        class_escape(next());
      else
        result_ += next();
    }
    result_ += "]";
  }

  void class_escape(char letter) {
    const std::string_view members = class_members(letter);
    if (letter == 'W' || letter == 'H' || letter == 'R' || letter == 'Q')
      refuse(fmt::format("\\{} inside []", letter));
    if (letter == 'u')
      code_point();
    else if (letter == 'b')
      append({R"(\x08)"});
    else if (letter == 'p' && take("{Punct}"))
      append({R"(\p{P})"});
    else if (members.empty())
      result_.append({'\\', letter});
    else
      append({members});
  }

  /// A possessive quantifier means the same as a greedy one where nothing follows it.
  bool possessive() {
    const bool is_quantifier =
        rest_.starts_with("*+") || rest_.starts_with("++") || rest_.starts_with("?+");
    if (!is_quantifier) return false;
    const std::string_view after = rest_.substr(2);
    if (depth_ != 0 || !(after.empty() || after.starts_with('|'))) return false;
    result_ += next();
    next();
    return true;
  }

  /// (?m), whose m lets . match a line feed: s in RE2.
  bool option() {
    if (!rest_.starts_with("(?")) return false;
    const size_t end = std::min(rest_.find_first_not_of("imx-", 2), rest_.size());
    std::string flags(rest_.substr(0, end));
    std::replace(flags.begin(), flags.end(), 'm', 's');
    result_ += flags;
    rest_.remove_prefix(end);
    depth_++;
    return true;
  }

  void other() {
    // {,n} counts from 0; RE2 takes it for text.
    const bool is_count =
        rest_.size() > 2 && rest_.starts_with("{,") && rest_[2] >= '0' && rest_[2] <= '9';
    if (is_count && take("{,")) return append({"{0,"});
    const char here = next();
    depth_ += here == '(' ? 1 : here == ')' ? -1 : 0;
    result_ += here;
  }

  void append(std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts) result_ += part;
  }

  std::string_view rest_;
  std::string_view expression_;
  std::string_view where_;
  std::string result_;
  int depth_ = 0;  // of groups
  bool has_before_word_ = false;
};

}  // namespace

std::string to_re2_syntax(std::string_view expression, std::string_view where) {
  return Translation(expression, where).run();
}

}  // namespace tutti::data
