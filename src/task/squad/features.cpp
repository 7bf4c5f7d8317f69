// SPDX-License-Identifier: Apache-2.0
#include "task/squad/features.h"

#include "base/checked.h"
#include "base/log.h"
#include "base/rounding.h"
#include "base/text.h"
#include "task/squad/unicode.h"

namespace tutti::task::squad {
namespace {

using PieceKind = data::TemplatePiece::Kind;

void check_options(const FeatureOptions& options, int64_t special_tokens) {
  if (options.max_length <= special_tokens)
    user_error("--max_seq_length {}: expected more than the {} special tokens of a pair",
               options.max_length, special_tokens);
  if (options.stride < 0 || options.stride >= options.max_length - special_tokens)
    user_error("--doc_stride {}: expected 0 to {} (less than --max_seq_length {} leaves for text)",
               options.stride, options.max_length - special_tokens - 1, options.max_length);
}

std::span<const int32_t> piece_tokens(const data::TemplatePiece& piece,
                                      std::span<const int32_t> question,
                                      std::span<const int32_t> window) {
  if (piece.kind == PieceKind::first) return question;
  if (piece.kind == PieceKind::second) return window;
  return piece.ids;
}

/// Tokenises texts on all workers; the work is cut by the texts, so the result is the same for any
/// team.
std::vector<data::Encoding> encode_all(const std::vector<std::string_view>& texts,
                                       const Encoder& encoder, Team& team) {
  constexpr size_t kTextsPerTask = 64;
  std::vector<data::Encoding> encodings(texts.size());
  auto encode_some = [&](int64_t task, int) {
    const size_t begin = static_cast<size_t>(task) * kTextsPerTask;
    const size_t end = std::min(begin + kTextsPerTask, texts.size());
    for (size_t i = begin; i < end; i++) encodings[i] = encoder.encode(texts[i]);
  };
  const size_t tasks = divide_up(texts.size(), kTextsPerTask);
  team.run(static_cast<int64_t>(tasks), encode_some);
  return encodings;
}

TokenTable table_of(const std::vector<data::Encoding>& encodings) {
  TokenTable table;
  size_t tokens = 0;
  for (const auto& encoding : encodings) tokens += encoding.ids.size();
  table.ids.reserve(tokens);
  table.begin.reserve(encodings.size() + 1);
  for (const auto& encoding : encodings) {
    table.ids.insert(table.ids.end(), encoding.ids.begin(), encoding.ids.end());
    table.begin.push_back(static_cast<int64_t>(table.ids.size()));
  }
  return table;
}

TokenTable encode_questions(const Corpus& corpus, const Encoder& encoder, Team& team) {
  std::vector<std::string_view> texts;
  texts.reserve(corpus.questions.size());
  for (const Question& question : corpus.questions) texts.push_back(python_lstrip(question.text));
  return table_of(encode_all(texts, encoder, team));
}

std::vector<Offsets> offsets_of(const std::vector<data::Encoding>& encodings, size_t tokens) {
  std::vector<Offsets> offsets;
  offsets.reserve(tokens);
  for (const auto& encoding : encodings)
    for (const auto& [begin, end] : encoding.offsets) offsets.push_back({begin, end});
  return offsets;
}

struct Window {
  int32_t begin;
  int32_t length;
};

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

class FeatureBuilder {
 public:
  FeatureBuilder(const Corpus& corpus, const FeatureOptions& options, int32_t cls_id,
                 FeatureSet::Content& content)
      : corpus_(corpus),
        options_(options),
        cls_id_(cls_id),
        content_(content),
        layout_(content.pair) {}

  void build() {
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
          "{}none of the {} questions has an answer that stands in its context; train on a file "
          "with answers",
          place(), corpus_.questions.size());
  }

 private:
  /// "file: ", for errors.
  std::string place() const { return corpus_.file.empty() ? "" : corpus_.file + ": "; }

  void add_windows(int32_t index, const Question& question, const Answer* answer) {
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

  template <typename T>
  static std::span<const T> window_of(std::span<const T> tokens, const Window& window) {
    return tokens.subspan(static_cast<size_t>(window.begin), static_cast<size_t>(window.length));
  }

  std::optional<Label> label_with_answer(const Question& question, size_t question_tokens,
                                         const Window& window, const Answer& answer) const {
    const auto begin = content_.contexts.begin[static_cast<size_t>(question.context)];
    const auto offsets =
        std::span<const Offsets>(content_.offsets).subspan(static_cast<size_t>(begin));
    const auto first = static_cast<int32_t>(layout_.first_context_token(question_tokens));
    const auto size = static_cast<int32_t>(code_point_offsets(answer.text).size() - 1);
    return label_of(window_of(offsets, window), first, answer.start, answer.start + size);
  }

  Label label_without_answer(std::span<const int32_t> question,
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

  const Corpus& corpus_;
  const FeatureOptions& options_;
  int32_t cls_id_;
  FeatureSet::Content& content_;
  PairLayout layout_;
  int64_t labelled_ = 0;
};

}  // namespace

Encoder encoder_of(const data::Tokenizer& tokenizer) {
  return {[&tokenizer](std::string_view text) { return tokenizer.encode(text); },
          tokenizer.pair_template(), tokenizer.cls_id(), tokenizer.pad_id()};
}

PairLayout::PairLayout(const data::Template& pair) {
  bool is_before = true;
  for (const data::TemplatePiece& piece : pair) {
    const auto size = static_cast<int64_t>(piece.ids.size());
    special_tokens += size;
    if (is_before) special_before += size;
    if (piece.kind == PieceKind::first) question_before = is_before;
    if (piece.kind == PieceKind::second) is_before = false;
  }
}

int32_t FeatureSet::length(int64_t feature) const {
  const Feature& item = at(feature);
  const auto question = content_.questions.of(static_cast<size_t>(item.question));
  return static_cast<int32_t>(layout_.special_tokens + static_cast<int64_t>(question.size())) +
         item.window_length;
}

void FeatureSet::write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const {
  const Feature& item = at(feature);
  const auto question_index = static_cast<size_t>(item.question);
  const auto question = content_.questions.of(question_index);
  const auto context = static_cast<size_t>(content_.question_context[question_index]);
  const auto window = content_.contexts.of(context).subspan(
      static_cast<size_t>(item.window_begin), static_cast<size_t>(item.window_length));
  check(ids.size() == static_cast<size_t>(length(feature)) && types.size() == ids.size(),
        "feature {}: {} tokens asked for", feature, ids.size());
  auto id = ids.begin();
  auto type = types.begin();
  for (const data::TemplatePiece& piece : content_.pair) {
    const auto tokens = piece_tokens(piece, question, window);
    id = std::copy(tokens.begin(), tokens.end(), id);
    type = std::fill_n(type, tokens.size(), piece.type);
  }
}

std::optional<Offsets> FeatureSet::offsets(int64_t feature, int64_t token) const {
  check(!content_.offsets.empty() || content_.contexts.ids.empty(),
        "offsets are kept for evaluation only");
  const Feature& item = at(feature);
  const auto question = static_cast<size_t>(item.question);
  const int64_t in_window =
      token - layout_.first_context_token(content_.questions.of(question).size());
  if (in_window < 0 || in_window >= item.window_length) return std::nullopt;
  const auto context = static_cast<size_t>(content_.question_context[question]);
  const int64_t index = content_.contexts.begin[context] + item.window_begin + in_window;
  return content_.offsets[static_cast<size_t>(index)];
}

FeatureSet build_features(const Corpus& corpus, const Encoder& encoder,
                          const FeatureOptions& options, Team& team) {
  check_options(options, PairLayout(encoder.pair).special_tokens);
  FeatureSet::Content content;
  content.pair = encoder.pair;
  content.padding_id = encoder.padding_id;
  content.misplaced_answers = corpus.misplaced_answers;
  content.has_impossible = corpus.has_impossible;
  content.questions = encode_questions(corpus, encoder, team);
  {
    const std::vector<std::string_view> contexts(corpus.contexts.begin(), corpus.contexts.end());
    const auto encodings = encode_all(contexts, encoder, team);
    content.contexts = table_of(encodings);
    content.offsets = offsets_of(encodings, content.contexts.ids.size());
  }
  FeatureBuilder(corpus, options, encoder.cls_id, content).build();
  if (options.purpose == Purpose::train) content.offsets = {};
  return FeatureSet(std::move(content));
}

}  // namespace tutti::task::squad
