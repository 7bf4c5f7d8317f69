// SPDX-License-Identifier: Apache-2.0
// Sets of code points as sorted ranges, for the predicates of unicode.h.
#pragma once

#include <span>

namespace tutti::data::unicode {

struct CodePointRange {
  char32_t first;
  char32_t last;
};

extern const std::span<const CodePointRange> kPunctuation;
extern const std::span<const CodePointRange> kNonspacingMarks;
extern const std::span<const CodePointRange> kControls;
/// Marks whose combining class is newer than Hugging Face's tables.
extern const std::span<const CodePointRange> kLaterMarks;

}  // namespace tutti::data::unicode
