// SPDX-License-Identifier: Apache-2.0
#include "task/masked/dataset.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "task/causal/evaluation.h"
#include "task/causal/objective.h"
#include "task/label_names.h"

namespace tutti::task::masked {
namespace {

constexpr uint64_t kEvaluationSeed = 42;
constexpr uint32_t kEvaluationEpoch = UINT32_MAX;  // no training comes to it

template <typename T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

}  // namespace

/// The data set in one epoch.
class MaskedDataset::Source : public data::FeatureSource {
 public:
  Source(const MaskedDataset& data, uint64_t seed, uint32_t epoch)
      : data_(data), seed_(seed), epoch_(epoch) {}

  int64_t size() const override { return static_cast<int64_t>(data_.tokens_.size()); }
  int32_t length(int64_t feature) const override {
    return static_cast<int32_t>(at(feature).ids.size());
  }
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override {
    const MaskedTokens hidden = masked(feature);
    std::copy(hidden.ids.begin(), hidden.ids.end(), ids.begin());
    std::copy(at(feature).types.begin(), at(feature).types.end(), types.begin());
  }
  int32_t padding_id() const override { return data_.padding_; }
  std::vector<data::ArraySpec> labels() const override { return causal::label_arrays(); }
  void write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const override {
    const MaskedTokens hidden = masked(feature);
    std::vector<int32_t>& target = batch.integers("target");
    std::vector<float>& counts = batch.reals("counts");
    for (size_t i = 0; i < hidden.ids.size(); i++) {
      target[slot.begin + i] = at(feature).ids[i];
      counts[slot.begin + i] = hidden.counts[i];
    }
  }
  std::unique_ptr<data::FeatureSource> in_epoch(uint64_t seed, uint32_t epoch) const override {
    return std::make_unique<Source>(data_, seed, epoch);
  }

  MaskedTokens masked(int64_t feature) const {
    return mask_tokens(at(feature).ids, at(feature).kinds, data_.options_,
                       stream_of(seed_, epoch_, feature));
  }

 private:
  const Tokens& at(int64_t feature) const { return data_.tokens_[static_cast<size_t>(feature)]; }

  const MaskedDataset& data_;
  uint64_t seed_;
  uint32_t epoch_;
};

MaskedDataset::MaskedDataset(std::vector<Tokens> tokens, MaskOptions options, int32_t padding)
    : tokens_(std::move(tokens)),
      options_(options),
      padding_(padding),
      fixed_(std::make_unique<Source>(*this, kEvaluationSeed, kEvaluationEpoch)) {}

MaskedDataset::~MaskedDataset() = default;

const data::FeatureSource& MaskedDataset::features() const {
  return *fixed_;
}

std::string MaskedDataset::key() const {
  Sha256 hash;
  for (const Tokens& feature : tokens_) {
    hash.update(bytes_of(feature.ids));
    hash.update(bytes_of(feature.kinds));
  }
  const std::vector<double> options = {options_.probability, options_.whole_words ? 1.0 : 0.0,
                                       static_cast<double>(options_.mask),
                                       static_cast<double>(options_.vocabulary)};
  hash.update(bytes_of(options));
  return hash.hex();
}

std::string MaskedDataset::description() const {
  int64_t tokens = 0;
  for (const Tokens& feature : tokens_) tokens += static_cast<int64_t>(feature.ids.size());
  return fmt::format("{}, {}", counted(fixed_->size(), "feature"), counted(tokens, "token"));
}

Evaluation MaskedDataset::evaluate(const Outputs& outputs) const {
  causal::TokenSums sums;
  for (size_t i = 0; i < tokens_.size(); i++) {
    const MaskedTokens hidden = fixed_->masked(static_cast<int64_t>(i));
    for (size_t token = 0; token < hidden.counts.size(); token++) {
      if (!hidden.counts[token]) continue;
      sums.tokens++;
      sums.loss += outputs[0][i][token];
      sums.hits += outputs[1][i][token];
    }
  }
  if (sums.tokens == 0)
    user_error("no token was masked: expected more text, or a larger --mlm_probability");
  return causal::evaluation_of(sums, /*has_perplexity=*/true, counted(sums.tokens, "masked token"));
}

Answer MaskedDataset::answer(const Outputs& outputs, size_t) const {
  return causal::answer_of(evaluate(outputs));
}

FilledDataset::FilledDataset(const std::string& text, const data::Tokenizer& tokenizer,
                             int64_t max_length)
    : tokenizer_(tokenizer), text_(text) {
  const auto mask = tokenizer.special_id("mask");
  if (!mask) user_error("the tokenizer has no token for a mask, expected a \"mask_token\"");
  const data::Encoding encoding = tokenizer.encode(text);
  constexpr auto kAll = static_cast<size_t>(INT32_MAX);
  tokens_ = data::in_template(tokenizer.single_template(), encoding, nullptr, kAll);
  if (std::cmp_greater(tokens_.ids.size(), max_length))
    user_error("--fill: found {}, expected at most --max_seq_length {}",
               counted(static_cast<int64_t>(tokens_.ids.size()), "token"), max_length);
  for (size_t i = 0; i < tokens_.ids.size(); i++)
    if (tokens_.ids[i] == *mask) masks_.push_back(i);
  if (masks_.empty())
    user_error("--fill: found no {} in the text, expected one or more where a word is missing",
               escaped(tokenizer.token(*mask), 60));
}

void FilledDataset::write(int64_t, std::span<int32_t> ids, std::span<int32_t> types) const {
  std::copy(tokens_.ids.begin(), tokens_.ids.end(), ids.begin());
  std::copy(tokens_.types.begin(), tokens_.types.end(), types.begin());
}

std::vector<data::ArraySpec> FilledDataset::labels() const {
  return causal::label_arrays();
}

Answer FilledDataset::answer(const Outputs& outputs, size_t count) const {
  const std::vector<float>& logits = outputs[0][0];
  const size_t words = logits.size() / tokens_.ids.size();
  Answer answer{{{"text", text_}}, "mask\tprobability\tword\n"};
  for (size_t mask = 0; mask < masks_.size(); mask++) {
    const auto ranked = ranked_labels(std::span(logits).subspan(masks_[mask] * words, words));
    nlohmann::ordered_json found = nlohmann::ordered_json::array();
    for (size_t i = 0; i < std::min(count, ranked.size()); i++) {
      const auto id = static_cast<int32_t>(ranked[i].id);
      if (id >= tokenizer_.vocabulary_size()) continue;  // a row that pads the embedding
      const std::string word = tokenizer_.decode(std::span(&id, 1), false);
      found.push_back({{"word", word}, {"id", id}, {"probability", ranked[i].probability}});
      answer.text +=
          fmt::format("{}\t{:.4f}\t{}\n", mask + 1, ranked[i].probability, escaped(word, 60));
    }
    answer.json["masks"].push_back(std::move(found));
  }
  return answer;
}

}  // namespace tutti::task::masked
