// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/pattern.h"

#include <re2/re2.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::data {

namespace {

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

Pattern::Pattern(const std::string& expression, std::string_view where)
    : expression_(compile(expression, where)) {
  const auto& groups = expression_->NamedCapturingGroups();
  const auto found = groups.find(kBeforeWord);
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
