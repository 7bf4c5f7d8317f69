// SPDX-License-Identifier: Apache-2.0
#include "task/embedding/tuples.h"

#include <algorithm>

#include "base/checked.h"
#include "base/hash.h"
#include "base/text.h"
#include "task/data_kinds.h"
#include "task/samples.h"

namespace tutti::task::embedding {

std::vector<data::TypedTokens> tokens_of_texts(const std::vector<std::string_view>& texts,
                                               const data::Tokenizer& tokenizer, int64_t max_length,
                                               int threads,
                                               const std::function<std::string(size_t)>& where) {
  std::vector<data::TypedTokens> found;
  found.reserve(texts.size());
  for (const data::Encoding& encoding : tokenizer.encode_all(texts, threads)) {
    found.push_back(data::in_template(tokenizer.single_template(), encoding, nullptr,
                                      static_cast<size_t>(max_length)));
    if (found.back().ids.empty())
      user_error("{}: found no token in the text", where(found.size() - 1));
  }
  return found;
}

void mark_text(data::Batch& batch, Pooling pooling, size_t begin, size_t tokens, size_t index) {
  std::vector<int32_t>&text = batch.integers("text"), &share = batch.integers("share");
  for (size_t i = 0; i < tokens; i++) {
    text[begin + i] = static_cast<int32_t>(index) + 1;
    share[begin + i] = share_of(pooling, static_cast<int32_t>(i), static_cast<int32_t>(tokens));
  }
}

Tuples::Tuples(Examples examples, const data::Tokenizer& tokenizer, EmbeddingForm form,
               const Reading& reading)
    : form_(std::move(form)),
      columns_(std::move(examples.columns)),
      padding_id_(tokenizer.pad_id()) {
  keep_samples(examples.rows, reading);
  std::vector<std::string_view> texts;
  for (const Example& example : examples.rows) {
    scores_.push_back(example.score);
    texts.insert(texts.end(), example.texts.begin(), example.texts.end());
  }
  const auto columns = static_cast<size_t>(form_.columns);
  texts_ = tokens_of_texts(texts, tokenizer, reading.max_length, reading.threads,
                           [&](size_t i) { return examples.rows[i / columns].where; });
  for (size_t i = 0; i < texts_.size(); i += columns) {
    int64_t tokens = 0;
    for (size_t k = 0; k < columns; k++) tokens += static_cast<int64_t>(texts_[i + k].ids.size());
    lengths_.push_back(checked_cast<int32_t>(tokens, "tokens of a row"));
  }
  checked_cast<int32_t>(static_cast<int64_t>(texts_.size()), "texts");
}

std::span<const data::TypedTokens> Tuples::texts_of(int64_t feature) const {
  const auto columns = static_cast<size_t>(form_.columns);
  return std::span(texts_).subspan(static_cast<size_t>(feature) * columns, columns);
}

std::string Tuples::key() const {
  Sha256 hash;
  for (const data::TypedTokens& text : texts_) hash.update(std::as_bytes(std::span(text.ids)));
  hash.update(std::as_bytes(std::span(scores_)));
  hash.update(std::as_bytes(std::span(lengths_)));
  return hash.hex();
}

std::string Tuples::description() const {
  return fmt::format("{} of {} texts", counted(size(), "row"), form_.columns);
}

std::vector<std::pair<std::string, std::string>> Tuples::particulars() const {
  std::string loss = name_of(form_.loss.kind);
  if (!form_.loss.dims.empty())
    loss += fmt::format(" of the first {} numbers", fmt::join(form_.loss.dims, ", "));
  return {{"texts", quoted_names(columns_)},
          {"embedding",
           name_of(form_.pooling) + (form_.normalizes ? " of tokens, normalised" : " of tokens")},
          {"loss", std::move(loss)}};
}

std::vector<data::Segment> Tuples::segments(int64_t feature) const {
  std::vector<data::Segment> segments;
  auto sample = static_cast<int32_t>(feature * form_.columns);
  for (const data::TypedTokens& text : texts_of(feature))
    segments.push_back({static_cast<int32_t>(text.ids.size()), sample++});
  return segments;
}

void Tuples::write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const {
  auto id = ids.begin(), type = types.begin();
  for (const data::TypedTokens& text : texts_of(feature)) {
    id = std::copy(text.ids.begin(), text.ids.end(), id);
    type = std::copy(text.types.begin(), text.types.end(), type);
  }
}

void Tuples::write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const {
  size_t begin = slot.begin, index = slot.feature * static_cast<size_t>(form_.columns);
  for (const data::TypedTokens& text : texts_of(feature)) {
    mark_text(batch, form_.pooling, begin, text.ids.size(), index++);
    begin += text.ids.size();
  }
  batch.reals("score")[slot.feature] = scores_[static_cast<size_t>(feature)];
  batch.reals("weight")[slot.feature] = 1;
}

Evaluation Tuples::evaluate(const Outputs&) const {
  throw InternalError("rows of texts to train on are not evaluated");
}

Answer Tuples::answer(const Outputs&, size_t) const {
  throw InternalError("rows of texts to train on have no answer");
}

}  // namespace tutti::task::embedding
