// SPDX-License-Identifier: Apache-2.0
#include "task/lm/dataset.h"

#include "base/hash.h"
#include "base/rounding.h"
#include "base/text.h"
#include "task/causal/evaluation.h"
#include "task/causal/objective.h"

namespace tutti::task::lm {

WordDataset::WordDataset(const std::vector<std::string>& lines, const data::Tokenizer& tokenizer,
                         const Reading& reading, bool sees_later_words)
    : block_(reading.max_length), sees_later_words_(sees_later_words) {
  const auto end = tokenizer.special_id("eos");
  if (!end)
    user_error(
        "the tokenizer has no token for the end of a line, expected <eos> in words.txt or an "
        "\"eos_token\" in tokenizer_config.json");
  ids_.push_back(*end);
  const std::vector<std::string_view> views(lines.begin(), lines.end());
  for (const data::Encoding& encoding : tokenizer.encode_all(views, reading.threads)) {
    ids_.insert(ids_.end(), encoding.ids.begin(), encoding.ids.end());
    ids_.push_back(*end);
  }
  if (words() == 0) user_error("the files have no lines, expected words to learn");
}

int64_t WordDataset::size() const {
  return divide_up(words(), block_);
}

int32_t WordDataset::length(int64_t feature) const {
  return static_cast<int32_t>(std::min(block_, words() - feature * block_));
}

std::span<const int32_t> WordDataset::inputs(int64_t feature) const {
  return std::span(ids_).subspan(static_cast<size_t>(feature * block_),
                                 static_cast<size_t>(length(feature)));
}

std::string WordDataset::key() const {
  Sha256 hash;
  hash.update(std::as_bytes(std::span(ids_)));
  hash.update(std::as_bytes(std::span(&block_, 1)));
  return hash.hex();
}

std::string WordDataset::description() const {
  return fmt::format("{} in {}", counted(words(), "word"), counted(size(), "block"));
}

void WordDataset::write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const {
  const auto words = inputs(feature);
  std::copy(words.begin(), words.end(), ids.begin());
  std::fill(types.begin(), types.end(), 0);
}

std::vector<data::ArraySpec> WordDataset::labels() const {
  return causal::label_arrays();
}

void WordDataset::write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const {
  std::vector<int32_t>& target = batch.integers("target");
  std::vector<float>& counts = batch.reals("counts");
  const auto words = inputs(feature);
  for (size_t i = 0; i < words.size(); i++) {
    target[slot.begin + i] = words.data()[i + 1];  // ids_ has one more
    counts[slot.begin + i] = 1;
  }
}

Evaluation WordDataset::evaluate(const Outputs& outputs) const {
  causal::TokenSums sums;
  sums.tokens = words();
  for (size_t i = 0; i < static_cast<size_t>(size()); i++)
    for (size_t word = 0; word < static_cast<size_t>(length(static_cast<int64_t>(i))); word++) {
      sums.loss += outputs[0][i][word];
      sums.hits += outputs[1][i][word];
    }
  return causal::evaluation_of(sums, !sees_later_words_,
                               fmt::format("{} in blocks of {}", counted(words(), "word"), block_));
}

Answer WordDataset::answer(const Outputs& outputs, size_t) const {
  return causal::answer_of(evaluate(outputs));
}

}  // namespace tutti::task::lm
