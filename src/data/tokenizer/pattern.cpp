// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/pattern.h"

#include <re2/re2.h>

#include <ctime>
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

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The processor time that a search of a text may take: some ten times what a slow machine needs
/// for an expression whose matches are no longer than what it reads for them.
class SearchTime {
 public:
  explicit SearchTime(size_t bytes) : most_(0.2 + 2e-6 * static_cast<double>(bytes)) {}

  /// Whether it is over, looked at once in some matches, for the clock costs as much as a few.
  bool is_over() {
    constexpr int64_t kMatchesPerLook = 32;
    if (++matches_ % kMatchesPerLook != 0) return false;
    const double now = thread_seconds();
    if (matches_ == kMatchesPerLook) begin_ = now;
    return now - begin_ > most_;
  }

 private:
  double most_;
  int64_t matches_ = 0;
  double begin_ = 0;
};

}  // namespace

Pattern::Pattern(const std::string& expression, std::string_view where)
    : source_(expression), expression_(compile(expression, where)) {
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

bool Pattern::matches_nothing() const {
  return expression_ && RE2::FullMatch("", *expression_);
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
  SearchTime time(view.size());
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
    if (time.is_over())
      user_error(
          "regular expression \"{}\": a text of {} bytes takes too long, for it reads on after its "
          "matches; expected an expression whose matches end where it stops reading",
          escaped(source_), view.size());
  }
  return result;
}

}  // namespace tutti::data
