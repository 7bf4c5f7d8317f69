// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/tokenizer.h"

#include <algorithm>

#include "base/error.h"
#include "base/rounding.h"
#include "base/text.h"
#include "base/threads.h"
#include "data/tokenizer/pipeline.h"
#include "data/tokenizer/tokenizer_files.h"

namespace tutti::data {

struct Tokenizer::State {
  Pipeline pipeline;
  Path path;
  std::vector<Path> files;

  void encode_normalized(AlignedText& text, ByteRange part, std::vector<ByteRange>& words,
                         Encoding& result) const;
  void add_token(const AlignedText& text, const TextPart& token, Encoding& result) const;
  int32_t required_id(std::string_view role) const;
};

void Tokenizer::State::encode_normalized(AlignedText& text, ByteRange part,
                                         std::vector<ByteRange>& words, Encoding& result) const {
  words.clear();
  pipeline.pre_tokenizer(text, part, words);
  size_t i = result.ids.size();
  pipeline.model(text, words, result);
  if (!pipeline.templates.trims_offsets) return;
  for (; i < result.ids.size(); i++)
    trim_offsets(pipeline.vocabulary.token(static_cast<size_t>(result.ids[i])), i == 0,
                 pipeline.templates.keeps_prefix_space, result.offsets[i]);
}

void Tokenizer::State::add_token(const AlignedText& text, const TextPart& token,
                                 Encoding& result) const {
  if (*token.id == kNoRow)
    user_error(
        "a text contains \"{}\", a token of the tokenizer's class that its vocabulary lacks; "
        "transformers gives it an id for which the model has no row; take it out of the text",
        escaped(text.view(token.range), 60));
  const Span source = text.source(token.range);
  result.offsets.emplace_back(source.begin, source.end);
  if (pipeline.templates.trims_offsets)
    trim_offsets(text.view(token.range), result.ids.empty(), pipeline.templates.keeps_prefix_space,
                 result.offsets.back());
  result.ids.push_back(*token.id);
}

Tokenizer::Tokenizer(const Path& folder)
    : state_(
          new State{make_pipeline(read_tokenizer_files(folder)), folder, present_files(folder)}) {}

Tokenizer::Tokenizer(const TokenizerFiles& files)
    : state_(new State{make_pipeline(files), {}, {}}) {}

Tokenizer::~Tokenizer() = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;

Encoding Tokenizer::encode(std::string_view text) const {
  const Pipeline& pipeline = state_->pipeline;
  AlignedText original;
  AlignedText normalized;
  std::vector<TextPart> raw_parts;
  std::vector<TextPart> parts;
  std::vector<ByteRange> words;
  Encoding result;

  align(text, original);
  pipeline.raw_tokens.split(original, {0, original.size()}, raw_parts);
  for (const TextPart& raw : raw_parts) {
    if (raw.id) {
      state_->add_token(original, raw, result);
      continue;
    }
    normalized.clear();
    pipeline.normalizer(original, raw.range, normalized);
    parts.clear();
    pipeline.normalized_tokens.split(normalized, {0, normalized.size()}, parts);
    for (const TextPart& part : parts) {
      if (part.id)
        state_->add_token(normalized, part, result);
      else
        state_->encode_normalized(normalized, part.range, words, result);
    }
  }
  return result;
}

std::vector<Encoding> Tokenizer::encode_all(std::span<const std::string_view> texts,
                                            int threads) const {
  constexpr size_t kTextsPerTask = 64;
  std::vector<Encoding> encodings(texts.size());
  auto encode_some = [&](int64_t task, int) {
    const size_t begin = static_cast<size_t>(task) * kTextsPerTask;
    const size_t end = std::min(begin + kTextsPerTask, texts.size());
    for (size_t i = begin; i < end; i++) encodings[i] = encode(texts[i]);
  };
  const size_t tasks = divide_up(texts.size(), kTextsPerTask);
  Team(threads).run(static_cast<int64_t>(tasks), encode_some);
  return encodings;
}

Encoding Tokenizer::with_special_tokens(const Encoding& encoding) const {
  Encoding result;
  for (const TemplatePiece& piece : single_template()) {
    const bool is_text = piece.kind == TemplatePiece::Kind::first;
    const std::vector<int32_t>& ids = is_text ? encoding.ids : piece.ids;
    result.ids.insert(result.ids.end(), ids.begin(), ids.end());
    if (is_text)
      result.offsets.insert(result.offsets.end(), encoding.offsets.begin(), encoding.offsets.end());
    else
      result.offsets.resize(result.ids.size());
  }
  return result;
}

const Template& Tokenizer::single_template() const {
  return state_->pipeline.templates.single;
}
const Template& Tokenizer::pair_template() const {
  return state_->pipeline.templates.pair;
}

int32_t Tokenizer::vocabulary_size() const {
  return static_cast<int32_t>(state_->pipeline.vocabulary.size());
}

std::string_view Tokenizer::token(int32_t id) const {
  if (id < 0 || id >= vocabulary_size())
    user_error("found token id {}, expected 0 to {}; the ids come from another vocabulary", id,
               vocabulary_size() - 1);
  return state_->pipeline.vocabulary.token(static_cast<size_t>(id));
}

std::optional<int32_t> Tokenizer::id_of(std::string_view token) const {
  return state_->pipeline.vocabulary.find(token);
}

std::optional<int32_t> Tokenizer::special_id(std::string_view role) const {
  const SpecialIds& ids = state_->pipeline.specials;
  const auto found = ids.find(role);
  if (found == ids.end()) return std::nullopt;
  return found->second;
}

int32_t Tokenizer::State::required_id(std::string_view role) const {
  const auto found = pipeline.specials.find(role);
  if (found == pipeline.specials.end())
    user_error("the tokenizer has no {0} token, expected one; name it in {1} as \"{0}_token\"",
               role, kTokenizerConfig);
  return found->second;
}

int32_t Tokenizer::cls_id() const {
  return state_->required_id("cls");
}
int32_t Tokenizer::pad_id() const {
  return state_->required_id("pad");
}

bool Tokenizer::is_special(int32_t id) const {
  return state_->pipeline.special_ids.contains(id);
}

std::string Tokenizer::decode(std::span<const int32_t> ids, bool skip_special_tokens) const {
  std::string text;
  DecodingSteps steps(state_->pipeline.decoder, false);
  for (const int32_t id : ids) {
    const std::string_view text_of_token = token(id);
    if (!skip_special_tokens || !is_special(id)) steps.push(text_of_token, text);
  }
  steps.finish(text);
  return text;
}

const Path& Tokenizer::path() const {
  return state_->path;
}

const std::vector<Path>& Tokenizer::files() const {
  return state_->files;
}

std::vector<Path> Tokenizer::sources() const {
  std::vector<Path> sources = state_->files;
  const Path model_config = state_->path / kModelConfig;
  std::error_code ignored;
  if (!state_->path.empty() && std::filesystem::exists(model_config, ignored))
    sources.push_back(model_config);
  return sources;
}

struct TextStream::State {
  const Tokenizer& tokenizer;
  bool skip_special_tokens;
  DecodingSteps steps;
};

TextStream::TextStream(const Tokenizer& tokenizer, bool skip_special_tokens)
    : state_(new State{tokenizer, skip_special_tokens,
                       DecodingSteps(tokenizer.state_->pipeline.decoder, true)}) {}
TextStream::~TextStream() = default;
TextStream::TextStream(TextStream&&) noexcept = default;
TextStream& TextStream::operator=(TextStream&&) noexcept = default;

std::string TextStream::push(int32_t id) {
  std::string text;
  const std::string_view token = state_->tokenizer.token(id);
  if (!state_->skip_special_tokens || !state_->tokenizer.is_special(id))
    state_->steps.push(token, text);
  return text;
}

std::string TextStream::finish() {
  std::string text;
  state_->steps.finish(text);
  state_->steps = DecodingSteps(state_->tokenizer.state_->pipeline.decoder, true);
  return text;
}

}  // namespace tutti::data
