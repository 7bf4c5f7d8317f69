// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/split_behavior.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::data {
namespace {

using nlohmann::json;

void remove(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words) {
  for (const Stretch& each : stretches)
    if (!each.matched) words.push_back(each.range);
}

// Of several matches in a row only the first is merged, as in Hugging Face.
void merge_with_previous(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words) {
  for (size_t i = 0; i < stretches.size(); i++) {
    if (i > 0 && stretches[i].matched && !stretches[i - 1].matched)
      words.back().end = stretches[i].range.end;
    else
      words.push_back(stretches[i].range);
  }
}

}  // namespace

std::vector<Stretch> stretches_of(ByteRange part, const std::vector<ByteRange>& matches) {
  std::vector<Stretch> result;
  size_t done = part.begin;
  for (const ByteRange match : matches) {
    if (done < match.begin) result.push_back({{done, match.begin}, false});
    result.push_back({match, true});
    done = match.end;
  }
  if (done < part.end) result.push_back({{done, part.end}, false});
  return result;
}

void isolate(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words) {
  for (const Stretch& each : stretches) words.push_back(each.range);
}

void join_contiguous(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words) {
  for (size_t i = 0; i < stretches.size(); i++) {
    if (i > 0 && stretches[i].matched == stretches[i - 1].matched)
      words.back().end = stretches[i].range.end;
    else
      words.push_back(stretches[i].range);
  }
}

void merge_with_next(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words) {
  const auto first = static_cast<std::ptrdiff_t>(words.size());
  for (size_t i = stretches.size(); i-- > 0;) {
    const bool is_last = i + 1 == stretches.size();
    if (!is_last && stretches[i].matched && !stretches[i + 1].matched)
      words.back().begin = stretches[i].range.begin;
    else
      words.push_back(stretches[i].range);
  }
  std::reverse(words.begin() + first, words.end());
}

Behavior parse_behavior(const json& description, std::string_view where, const char* fallback) {
  const std::string name = format::json_string(description, "behavior", where, fallback);
  if (name == "Removed") return remove;
  if (name == "Isolated") return isolate;
  if (name == "Contiguous") return join_contiguous;
  if (name == "MergedWithPrevious") return merge_with_previous;
  if (name == "MergedWithNext") return merge_with_next;
  user_error(
      "{}: found behavior \"{}\", expected one of Removed, Isolated, Contiguous, "
      "MergedWithPrevious, MergedWithNext",
      where, escaped(name));
}

}  // namespace tutti::data
