// SPDX-License-Identifier: Apache-2.0
#include "task/classification/dataset.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/hash.h"
#include "task/classification/objective.h"

namespace tutti::task::classification {
TextDataset::TextDataset(std::vector<Example> examples, const data::Tokenizer& tokenizer,
                         std::vector<std::string> labels, const Reading& reading)
    : examples_(std::move(examples)), labels_(std::move(labels)), padding_id_(tokenizer.pad_id()) {
  if (reading.max_samples && *reading.max_samples < static_cast<int64_t>(examples_.size()))
    examples_.resize(static_cast<size_t>(*reading.max_samples));
  std::vector<std::string_view> texts;
  for (const Example& example : examples_) {
    texts.push_back(example.text);
    if (example.pair) texts.push_back(*example.pair);
  }
  const std::vector<data::Encoding> encodings = tokenizer.encode_all(texts, reading.threads);
  size_t next = 0;
  for (const Example& example : examples_) {
    const data::Encoding& first = encodings[next++];
    const data::Encoding* const second = example.pair ? &encodings[next++] : nullptr;
    features_.push_back(
        data::in_template(second ? tokenizer.pair_template() : tokenizer.single_template(), first,
                          second, static_cast<size_t>(reading.max_length)));
    if (features_.back().ids.empty()) user_error("{}: found no token in the text", example.where);
    targets_.push_back(label_index(example, labels_));
  }
}

std::string TextDataset::key() const {
  Sha256 hash;
  for (const data::TypedTokens& feature : features_)
    hash.update(std::as_bytes(std::span(feature.ids)));
  hash.update(std::as_bytes(std::span(targets_)));
  return hash.hex();
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
  const float largest = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - largest);
  std::vector<size_t> order(logits.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return logits[a] > logits[b]; });
  Answer answer{{{"text", examples_[0].text}}, ""};
  for (size_t i = 0; i < std::min(count, order.size()); i++) {
    const double probability = std::exp(static_cast<double>(logits[order[i]]) - largest) / sum;
    answer.json["answers"].push_back(
        {{"answer", labels_[order[i]]}, {"score", logits[order[i]]}, {"probability", probability}});
    answer.text += fmt::format("{:.4f}  {}\n", probability, escaped(labels_[order[i]]));
  }
  return answer;
}

int32_t label_index(const Example& example, const std::vector<std::string>& labels) {
  const auto named = std::find(labels.begin(), labels.end(), example.label);
  for (size_t i = 0; i < labels.size(); i++)
    if (named == labels.end() && example.label == std::to_string(i)) return static_cast<int32_t>(i);
  if (named == labels.end())
    user_error("{}: the label is \"{}\", expected one of {}", example.where, escaped(example.label),
               fmt::join(labels, ", "));
  return static_cast<int32_t>(named - labels.begin());
}

Evaluation score_labels(const std::vector<int32_t>& found, const std::vector<int32_t>& expected,
                        size_t labels) {
  std::vector<double> hits(labels), guesses(labels), there(labels), f1(labels);
  for (size_t i = 0; i < found.size(); i++) {
    guesses[static_cast<size_t>(found[i])]++;
    there[static_cast<size_t>(expected[i])]++;
    if (found[i] == expected[i]) hits[static_cast<size_t>(found[i])]++;
  }
  for (size_t label = 0; label < labels; label++)
    if (guesses[label] + there[label] > 0)
      f1[label] = 2 * hits[label] / (guesses[label] + there[label]);
  const double mean = std::accumulate(f1.begin(), f1.end(), 0.0) / static_cast<double>(labels);
  const double accuracy =
      std::accumulate(hits.begin(), hits.end(), 0.0) / static_cast<double>(found.size());
  const double score = labels == 2 ? f1[1] : mean;
  return {{{"accuracy", accuracy}, {"f1", score}},
          fmt::format("accuracy {:.4f}  F1 {:.4f}  ({})\n", accuracy, score,
                      counted(static_cast<int64_t>(found.size()), "text")),
          {}};
}

}  // namespace tutti::task::classification
