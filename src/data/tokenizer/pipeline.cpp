// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/pipeline.h"

#include "base/error.h"
#include "data/tokenizer/description.h"
#include "data/tokenizer/word_list.h"

namespace tutti::data {

namespace {

/// Puts the added tokens into a pipeline that has its normalizer and its vocabulary.
void find_added_tokens(Pipeline& pipeline, const ExtendedVocabulary& vocabulary) {
  for (const auto& [id, token] : vocabulary.added()) {
    if (!token.normalized) {
      pipeline.raw_tokens.add(token, token.content);
      continue;
    }
    AlignedText content, normalized;
    align(token.content, content);
    pipeline.normalizer(content, {0, content.size()}, normalized);
    pipeline.normalized_tokens.add(token, normalized.bytes);
    // As in Hugging Face, that is what it is decoded to.
    if (!normalized.bytes.empty()) pipeline.vocabulary.set_text(id, normalized.bytes);
  }
  for (const std::string& content : vocabulary.without_row())
    pipeline.raw_tokens.add({.id = kNoRow, .content = content}, content);
  pipeline.raw_tokens.prepare();
  pipeline.normalized_tokens.prepare();
}

}  // namespace

Pipeline make_pipeline(const TokenizerFiles& files) {
  if (!files.words.content.empty()) return word_list_pipeline(files.words);
  TokenizerDescription description(files);
  const std::string& where = description.where();
  const nlohmann::json& pre_tokenizer = description.part("pre_tokenizer");
  const bool bytes = makes_bytes(pre_tokenizer, where);
  if (bytes && !description.is_bpe())
    user_error("{}: found pre-tokenizer of type \"ByteLevel\", expected it with a BPE model only",
               where);
  Pipeline pipeline;
  const Vocabulary& of_model = description.vocabulary().tokens();
  const nlohmann::json& model = description.part("model");
  if (description.model() == TokenizerModel::unigram)
    pipeline.model = parse_unigram(model, of_model, where);
  else
    pipeline.model = description.is_bpe() ? parse_bpe(model, of_model, bytes, where)
                                          : parse_word_piece(model, of_model, where);
  pipeline.normalizer = parse_normalizer(description.part("normalizer"), where);
  pipeline.pre_tokenizer = parse_pre_tokenizer(pre_tokenizer, where);
  description.add_tokens();
  pipeline.vocabulary = description.vocabulary().tokens();
  find_added_tokens(pipeline, description.vocabulary());
  pipeline.special_ids = description.vocabulary().special_ids();
  pipeline.specials = description.roles();
  pipeline.templates =
      parse_templates(description.part("post_processor"), pipeline.vocabulary, where);
  pipeline.decoder = parse_decoder(description.part("decoder"), where);
  return pipeline;
}

}  // namespace tutti::data
