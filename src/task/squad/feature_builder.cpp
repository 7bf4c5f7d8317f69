// SPDX-License-Identifier: Apache-2.0
#include "task/squad/feature_builder.h"

#include "base/checked.h"
#include "base/text.h"
#include "task/squad/unicode.h"

namespace tutti::task::squad {
namespace {

/// Windows of at most `room` tokens that overlap by `stride`; the last one ends with the text.
std::vector<Window> windows_of(int32_t tokens, int32_t room, int32_t stride) {
  std::vector<Window> windows;
  for (int32_t begin = 0;; begin += room - stride) {
    const int32_t length = std::min(room, tokens - begin);
    windows.push_back({begin, length});
    if (begin + length == tokens) return windows;
  }
}

/// The tokens of the window that contain code points [begin, end), as run_qa finds them, or nothing
/// if the window does not contain them all. Unlike run_qa, an answer that begins in the window's
/// last token is labelled with that token: run_qa's loop runs on over [SEP] and the padding there.
std::optional<Label> label_of(std::span<const Offsets> window, int32_t first_token, int32_t begin,
                              int32_t end) {
  if (window.empty() || window.front()[0] > begin || window.back()[1] < end) return std::nullopt;
  size_t start_token = 0;
  while (start_token + 1 < window.size() && window[start_token + 1][0] <= begin) start_token++;
  size_t end_token = window.size() - 1;
  while (end_token > 0 && window[end_token - 1][1] >= end) end_token--;
  return Label{first_token + static_cast<int32_t>(start_token),
               first_token + static_cast<int32_t>(end_token)};
}

const Answer* first_placed(const Question& question) {
  for (const Answer& answer : question.answers)
    if (answer.start != kNotThere) return &answer;
  return nullptr;
}

}  // namespace

std::span<const int32_t> piece_tokens(const data::TemplatePiece& piece,
                                      std::span<const int32_t> question,
                                      std::span<const int32_t> window) {
  if (piece.kind == data::TemplatePiece::Kind::first) return question;
  if (piece.kind == data::TemplatePiece::Kind::second) return window;
  return piece.ids;
}

FeatureBuilder::FeatureBuilder(const Corpus& corpus, const FeatureOptions& options, int32_t cls_id,
                               FeatureSet::Content& content)
    : corpus_(corpus),
      options_(options),
      cls_id_(cls_id),
      content_(content),
      layout_(content.pair) {}

void FeatureBuilder::build() {
  for (size_t q = 0; q < corpus_.questions.size(); q++) {
    const Question& question = corpus_.questions[q];
    content_.question_context.push_back(question.context);
    const Answer* answer = first_placed(question);
    const bool misplaced = answer == nullptr && !question.answers.empty();
    if (options_.purpose == Purpose::train && misplaced)
      content_.questions_left_out++;
    else
      add_windows(static_cast<int32_t>(q), question, answer);
    if (answer != nullptr || question.is_impossible) labelled_++;
  }
  if (options_.purpose == Purpose::train && labelled_ == 0)
    user_error(
        "{}none of the {} questions has an answer in its context; train on a file with answers",
        place(), corpus_.questions.size());
}

void FeatureBuilder::add_windows(int32_t index, const Question& question, const Answer* answer) {
  const auto context = static_cast<size_t>(question.context);
  const std::span<const int32_t> asked = content_.questions.of(static_cast<size_t>(index));
  const std::span<const int32_t> told = content_.contexts.of(context);
  const int64_t room =
      options_.max_length - layout_.special_tokens - static_cast<int64_t>(asked.size());
  const auto tokens = checked_cast<int32_t>(told.size(), "tokens of a context");
  if (tokens > room && room <= options_.stride)
    user_error(
        "{}question \"{}\": its {} tokens leave {} of --max_seq_length {} for the context, "
        "which must be more than --doc_stride {}; shorten it or change those",
        place(), escaped(question.id), asked.size(), std::max<int64_t>(room, 0),
        options_.max_length, options_.stride);
  if (layout_.special_tokens == 0 && asked.empty() && told.empty())
    user_error(
        "{}question \"{}\": found no token in it, its context and the tokenizer's template "
        "of a pair, expected one or more; remove the question",
        place(), escaped(question.id));
  for (const Window& window : windows_of(tokens, static_cast<int32_t>(room), options_.stride)) {
    Feature feature{index, window.begin, window.length, {}};
    if (options_.purpose == Purpose::train) {
      std::optional<Label> label;
      if (answer != nullptr) label = label_with_answer(question, asked.size(), window, *answer);
      feature.label = label ? *label : label_without_answer(asked, window_of(told, window));
    }
    content_.features.push_back(feature);
  }
}

std::optional<Label> FeatureBuilder::label_with_answer(const Question& question,
                                                       size_t question_tokens, const Window& window,
                                                       const Answer& answer) const {
  const auto begin = content_.contexts.begin[static_cast<size_t>(question.context)];
  const auto offsets =
      std::span<const Offsets>(content_.offsets).subspan(static_cast<size_t>(begin));
  const auto first = static_cast<int32_t>(layout_.first_context_token(question_tokens));
  const auto size = static_cast<int32_t>(code_point_offsets(answer.text).size() - 1);
  return label_of(window_of(offsets, window), first, answer.start, answer.start + size);
}

Label FeatureBuilder::label_without_answer(std::span<const int32_t> question,
                                           std::span<const int32_t> window) const {
  int32_t position = 0;
  for (const data::TemplatePiece& piece : content_.pair) {
    const auto tokens = piece_tokens(piece, question, window);
    const auto found = std::find(tokens.begin(), tokens.end(), cls_id_);
    position += static_cast<int32_t>(found - tokens.begin());
    if (found != tokens.end()) return {position, position};
  }
  return {0, 0};
}

}  // namespace tutti::task::squad
