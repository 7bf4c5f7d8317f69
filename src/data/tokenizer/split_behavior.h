// SPDX-License-Identifier: Apache-2.0
// What happens to the matches of a pattern at which a text is split.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "data/tokenizer/aligned_text.h"

namespace tutti::data {

/// A stretch of a text that is, or is not, what a pattern looks for.
struct Stretch {
  ByteRange range;
  bool matched;
};

/// The text of `part` as matches and what lies between them.
std::vector<Stretch> stretches_of(ByteRange part, const std::vector<ByteRange>& matches);

/// What happens to the matches of a splitting pattern; the names are those of tokenizer.json.
using Behavior = void (*)(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words);

/// Matches and what is between them are words of their own.
void isolate(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words);

/// The same, with neighbouring matches as one word.
void join_contiguous(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words);

/// A match begins the word of what follows it.
void merge_with_next(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words);

/// By "behavior", or by the fallback where the description has none.
Behavior parse_behavior(const nlohmann::json& description, std::string_view where,
                        const char* fallback);

}  // namespace tutti::data
