// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/pattern.h"

#include <re2/re2.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

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
  static constexpr const char* kBeforeWord = "before_word";

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

  /// Alternatives of white space, of which the first leaves the code point before a word alone. RE2
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

  /// Copies a class, whose [ is read.
  void open_class() {
    append({take("^") ? "[^" : "["});
    if (take("]")) result_ += "]";  // there it is a member
    while (!take("]")) {
      const auto* posix =
          std::find_if(std::begin(kPosixClasses), std::end(kPosixClasses),
                       [this](const PosixClass& each) { return rest_.starts_with(each.name); });
      if (posix != std::end(kPosixClasses)) {
        rest_.remove_prefix(posix->name.size());
        append({posix->members});
        continue;
      }
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

std::shared_ptr<const re2::RE2> compile(const std::string& expression, std::string_view where) {
  RE2::Options options;
  options.set_log_errors(false);
  auto compiled = std::make_shared<const RE2>("(?m)" + to_re2_syntax(expression, where), options);
  if (!compiled->ok())
    user_error(
        "{}: regular expression \"{}\": {}, expected RE2 syntax (no look-around, no back "
        "references, nothing after a possessive quantifier); rewrite it",
        where, escaped(expression), escaped(compiled->error()));
  return compiled;
}

}  // namespace

std::string to_re2_syntax(std::string_view expression, std::string_view where) {
  return Translation(expression, where).run();
}

Pattern::Pattern(const std::string& expression, std::string_view where)
    : expression_(compile(expression, where)) {
  const auto& groups = expression_->NamedCapturingGroups();
  const auto found = groups.find(Translation::kBeforeWord);
  if (found != groups.end()) before_word_ = found->second;
}

Pattern::Pattern(const nlohmann::json& description, std::string_view where) {
  const bool is_object = description.is_object();
  if (is_object && description.contains("Regex")) {
    *this = Pattern(format::json_string(description, "Regex", where), where);
  } else if (is_object && description.contains("String")) {
    literal_ = format::json_string(description, "String", where);
  } else {
    user_error("{}: found pattern {}, expected {{\"String\": ...}} or {{\"Regex\": ...}}", where,
               escaped(description.dump()));
  }
}

/// The next match at or after `at`.
std::optional<ByteRange> Pattern::next(std::string_view text, size_t at) const {
  const re2::StringPiece subject(text.data(), text.size());
  re2::StringPiece found;
  // A splitting expression matches everywhere, and an anchored search needs one pass, not two.
  if (!expression_->Match(subject, at, text.size(), RE2::ANCHOR_START, &found, 1) &&
      !expression_->Match(subject, at, text.size(), RE2::UNANCHORED, &found, 1))
    return std::nullopt;
  const auto begin = static_cast<size_t>(found.data() - text.data());
  const ByteRange match = {begin, begin + found.size()};
  if (before_word_ == 0 || found.empty() || match.end == text.size()) return match;
  const size_t last = unicode::last_begin(text.substr(begin, found.size()));
  if (last == 0 || !unicode::is_whitespace(unicode::decode(text.substr(begin + last)).code))
    return match;
  // To learn which alternative matched takes a slower search, but few matches get here.
  std::vector<re2::StringPiece> groups(static_cast<size_t>(before_word_) + 1);
  expression_->Match(subject, begin, text.size(), RE2::ANCHOR_START, groups.data(),
                     before_word_ + 1);
  return groups.back().data() == nullptr ? match : ByteRange{begin, begin + last};
}

std::vector<ByteRange> Pattern::matches(const AlignedText& text, ByteRange part) const {
  std::vector<ByteRange> result;
  const std::string_view view = text.view(part);
  if (!expression_) {
    if (literal_.empty()) return result;
    for (size_t at = 0; (at = view.find(literal_, at)) != view.npos; at += literal_.size())
      result.push_back({part.begin + at, part.begin + at + literal_.size()});
    return result;
  }
  if (view.empty()) return result;
  constexpr size_t kNowhere = static_cast<size_t>(-1);
  size_t end = kNowhere;  // of the last match
  for (size_t at = 0; at <= view.size();) {
    const auto found = next(view, at);
    if (!found) break;
    if (found->begin == found->end && found->begin == end) {
      // No empty match right after a match; the search goes on after the next code point.
      at += at < view.size() ? unicode::decode(view.substr(at)).size : 1;
      continue;
    }
    result.push_back({part.begin + found->begin, part.begin + found->end});
    at = end = found->end;
  }
  return result;
}

}  // namespace tutti::data
