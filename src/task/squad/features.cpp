// SPDX-License-Identifier: Apache-2.0
#include "task/squad/features.h"

#include "base/log.h"
#include "base/rounding.h"
#include "task/squad/feature_builder.h"
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
