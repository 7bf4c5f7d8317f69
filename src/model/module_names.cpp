// SPDX-License-Identifier: Apache-2.0
#include "model/module_names.h"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/text.h"

namespace tutti::model {
namespace {

/// A regular expression of a file, in RE2's syntax, which takes a time linear in the name. `prefix`
/// and `suffix` surround it.
RE2 expression(std::string_view prefix, const std::string& pattern, std::string_view suffix) {
  RE2::Options options;
  options.set_log_errors(false);
  return {fmt::format("{}(?:{}){}", prefix, pattern, suffix), options};
}

}  // namespace

bool matches_all(std::string_view name, std::string_view prefix, const std::string& pattern,
                 std::string_view suffix) {
  const RE2 compiled = expression(prefix, pattern, suffix);
  if (!compiled.ok())
    user_error(
        "the pattern \"{}\": {}; expected a regular expression without look-around and "
        "back-references",
        escaped(pattern), compiled.error());
  return RE2::FullMatch(re2::StringPiece(name.data(), name.size()), compiled);
}

bool ends_with_module(std::string_view name, std::string_view last) {
  return name == last || (name.size() > last.size() && name.ends_with(last) &&
                          name[name.size() - last.size() - 1] == '.');
}

bool is_listed(const std::vector<std::string>& list, std::string_view name) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& last) { return ends_with_module(name, last); });
}

bool is_named(const ModuleNames& names, std::string_view name) {
  return names.pattern.empty() ? is_listed(names.list, name) : matches_all(name, "", names.pattern);
}

std::optional<int64_t> layer_number(std::string_view name, const std::string& before) {
  const RE2 compiled = expression("(?:|.*?\\.)", before, "\\.(?P<number>\\d+)\\.");
  if (!compiled.ok()) user_error("layers_pattern \"{}\": {}", escaped(before), compiled.error());
  const int group = compiled.NamedCapturingGroups().at("number");
  std::vector<re2::StringPiece> groups(static_cast<size_t>(group) + 1);
  const re2::StringPiece text(name.data(), name.size());
  if (!compiled.Match(text, 0, text.size(), RE2::ANCHOR_START, groups.data(), group + 1))
    return std::nullopt;
  const re2::StringPiece digits = groups.back();
  int64_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  return number;
}

}  // namespace tutti::model
