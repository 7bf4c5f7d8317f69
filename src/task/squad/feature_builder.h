// SPDX-License-Identifier: Apache-2.0
// The windows of a passage as features.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "task/squad/corpus.h"
#include "task/squad/features.h"
#include "task/squad/labels.h"

namespace tutti::task::squad {

/// The tokens of a piece: its own, or instead those of the question or the window.
std::span<const int32_t> piece_tokens(const data::TemplatePiece& piece,
                                      std::span<const int32_t> question,
                                      std::span<const int32_t> window);

struct Window {
  int32_t begin;
  int32_t length;
};

class FeatureBuilder {
 public:
  FeatureBuilder(const Corpus& corpus, const FeatureOptions& options, int32_t cls_id,
                 FeatureSet::Content& content);

  void build();

 private:
  /// "file: ", for errors.
  std::string place() const { return corpus_.file.empty() ? "" : corpus_.file + ": "; }

  void add_windows(int32_t index, const Question& question, const Answer* answer);

  template <typename T>
  static std::span<const T> window_of(std::span<const T> tokens, const Window& window) {
    return tokens.subspan(static_cast<size_t>(window.begin), static_cast<size_t>(window.length));
  }

  std::optional<Label> label_with_answer(const Question& question, size_t question_tokens,
                                         const Window& window, const Answer& answer) const;

  Label label_without_answer(std::span<const int32_t> question,
                             std::span<const int32_t> window) const;

  const Corpus& corpus_;
  const FeatureOptions& options_;
  int32_t cls_id_;
  FeatureSet::Content& content_;
  PairLayout layout_;
  int64_t labelled_ = 0;
};

}  // namespace tutti::task::squad
