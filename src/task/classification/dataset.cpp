// SPDX-License-Identifier: Apache-2.0
#include "task/classification/dataset.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "task/classification/objective.h"
#include "task/samples.h"

namespace tutti::task::classification {
namespace {

/// All texts, the two of a pair one after the other.
std::vector<std::string_view> texts_of(const std::vector<Example>& examples) {
  std::vector<std::string_view> texts;
  for (const Example& example : examples) {
    texts.push_back(example.text);
    if (example.pair) texts.push_back(*example.pair);
  }
  return texts;
}

}  // namespace

TextDataset::TextDataset(std::vector<Example> examples, const data::Tokenizer& tokenizer,
                         LabelNames labels, const Reading& reading)
    : examples_(std::move(examples)), labels_(std::move(labels)), padding_id_(tokenizer.pad_id()) {
  keep_samples(examples_, reading);
  const std::vector<data::Encoding> encodings =
      tokenizer.encode_all(texts_of(examples_), reading.threads);
  size_t next = 0;
  for (const Example& example : examples_) {
    const data::Encoding& first = encodings[next++];
    const data::Encoding* const second = example.pair ? &encodings[next++] : nullptr;
    features_.push_back(
        data::in_template(second ? tokenizer.pair_template() : tokenizer.single_template(), first,
                          second, static_cast<size_t>(reading.max_length)));
    if (features_.back().ids.empty()) user_error("{}: found no token in the text", example.where);
    targets_.push_back(labels_.id_of(example.label, example.where));
  }
}

std::string TextDataset::key() const {
  Sha256 hash;
  for (const data::TypedTokens& feature : features_)
    hash.update(std::as_bytes(std::span(feature.ids)));
  hash.update(std::as_bytes(std::span(targets_)));
  return hash.hex();
}

/// Each label with how many texts have it; of many the first ones.
std::vector<std::pair<std::string, std::string>> TextDataset::particulars() const {
  constexpr size_t kMost = 30;
  std::vector<int64_t> counts(labels_.size());
  for (const int32_t target : targets_) counts[static_cast<size_t>(target)]++;
  std::string text = fmt::format("{}:", labels_.size());
  for (size_t id = 0; id < std::min(counts.size(), kMost); id++)
    text += fmt::format("{} {} ({})", id == 0 ? "" : ",", escaped(labels_[id], 60), counts[id]);
  if (counts.size() > kMost) text += fmt::format(" and {} more", counts.size() - kMost);
  return {{"labels", std::move(text)}};
}

void TextDataset::write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const {
  std::copy(at(feature).ids.begin(), at(feature).ids.end(), ids.begin());
  std::copy(at(feature).types.begin(), at(feature).types.end(), types.begin());
}

std::vector<data::ArraySpec> TextDataset::labels() const {
  return label_arrays();
}

void TextDataset::write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const {
  const auto row = static_cast<int32_t>(slot.feature * labels_.size());
  batch.integers("first")[slot.feature] = static_cast<int32_t>(slot.begin);
  batch.integers("target")[slot.feature] = row + targets_[static_cast<size_t>(feature)];
  batch.integers("feature")[slot.feature] = static_cast<int32_t>(feature);
  batch.reals("weight")[slot.feature] = 1;
}

Evaluation TextDataset::evaluate(const Outputs& outputs) const {
  std::vector<int32_t> found;
  nlohmann::ordered_json names = nlohmann::ordered_json::array();
  for (size_t i = 0; i < features_.size(); i++) {
    const std::vector<float>& logits = outputs[0][i];
    if (!std::all_of(logits.begin(), logits.end(), [](float x) { return std::isfinite(x); }))
      user_error("{}: the model's logits are not finite", examples_[i].where);
    found.push_back(
        static_cast<int32_t>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
    names.push_back(labels_[static_cast<size_t>(found.back())]);
  }
  Evaluation evaluation = score_labels(found, targets_, labels_.size());
  evaluation.files = {{"predictions.json", names.dump(1) + "\n"}};
  return evaluation;
}

Answer TextDataset::answer(const Outputs& outputs, size_t count) const {
  const std::vector<float>& logits = outputs[0][0];
  Answer answer{{{"text", examples_[0].text}}, ""};
  for (const auto& [id, probability] : ranked_labels(logits)) {
    if (count-- == 0) break;
    answer.json["answers"].push_back(
        {{"answer", labels_[id]}, {"score", logits[id]}, {"probability", probability}});
  }
  return answer;
}

Evaluation score_labels(std::span<const int32_t> found, std::span<const int32_t> expected,
                        size_t labels) {
  Evaluation evaluation{accuracy_and_f1(found, expected, labels), "", {}};
  evaluation.text = fmt::format(
      "accuracy {:.4f}  F1 {:.4f}  ({})\n", evaluation.metrics["accuracy"].get<double>(),
      evaluation.metrics["f1"].get<double>(), counted(static_cast<int64_t>(found.size()), "text"));
  return evaluation;
}

}  // namespace tutti::task::classification
