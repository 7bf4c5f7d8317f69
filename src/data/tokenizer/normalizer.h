// SPDX-License-Identifier: Apache-2.0
// Normalizers turn text into the form in which the vocabulary is written.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "data/tokenizer/aligned_text.h"

namespace tutti::data {

/// Appends a part of `text` in normalized form to `result`, which is another object. Thread-safe.
using Normalizer =
    std::function<void(const AlignedText& text, ByteRange part, AlignedText& result)>;

struct BertNormalizerOptions {
  bool clean_text = true;             // removes control characters, makes all white space " "
  bool handle_chinese_chars = true;   // puts spaces around each
  std::optional<bool> strip_accents;  // unset: like `lowercase`
  bool lowercase = true;
};
Normalizer bert_normalizer(const BertNormalizerOptions& options);

/// The normalizer of a tokenizer.json; null makes one that copies. Throws UserError for a kind that
/// is not supported.
Normalizer parse_normalizer(const nlohmann::json& description, std::string_view where);

}  // namespace tutti::data
