// SPDX-License-Identifier: Apache-2.0
#include "task/classification/dataset.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "task/classification/objective.h"
#include "task/classification/scores.h"
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

TextDataset::TextDataset(std::vector<Example> examples, const data::Tokenizer& tokenizer, Head head,
                         const Reading& reading)
    : examples_(std::move(examples)), head_(std::move(head)), padding_id_(tokenizer.pad_id()) {
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
    add_target(example);
  }
}

void TextDataset::add_target(const Example& example) {
  if (head_.problem == Problem::regression) {
    goals_.push_back(static_cast<float>(number_of(example)));
    return;
  }
  const size_t begin = goals_.size();
  if (head_.problem == Problem::multi_label) goals_.resize(begin + head_.labels.size());
  for (const std::string& name : classes_of(example, head_.problem)) {
    const int32_t id = head_.labels.id_of(name, example.where);
    if (head_.problem == Problem::single_label)
      targets_.push_back(id);
    else
      goals_[begin + static_cast<size_t>(id)] = 1;
  }
}

std::string TextDataset::key() const {
  Sha256 hash;
  for (const data::TypedTokens& feature : features_)
    hash.update(std::as_bytes(std::span(feature.ids)));
  hash.update(std::as_bytes(std::span(targets_)));
  hash.update(std::as_bytes(std::span(goals_)));
  hash.update(std::as_bytes(std::span(head_.class_weights)));
  return hash.hex();
}

/// Each label with how many texts have it; of many the first ones. Or the range of the numbers.
std::vector<std::pair<std::string, std::string>> TextDataset::particulars() const {
  constexpr size_t kMost = 30;
  if (head_.problem == Problem::regression) {
    const auto [least, most] = std::minmax_element(goals_.begin(), goals_.end());
    return {{"labels", fmt::format("numbers from {:g} to {:g} (regression)", *least, *most)}};
  }
  std::vector<int64_t> counts(head_.labels.size());
  for (const int32_t target : targets_) counts[static_cast<size_t>(target)]++;
  for (size_t i = 0; i < goals_.size(); i++) counts[i % counts.size()] += goals_[i] > 0 ? 1 : 0;
  std::string text = fmt::format("{}:", counts.size());
  for (size_t id = 0; id < std::min(counts.size(), kMost); id++)
    text +=
        fmt::format("{} {} ({})", id == 0 ? "" : ",", escaped(head_.labels[id], 60), counts[id]);
  if (counts.size() > kMost) text += fmt::format(" and {} more", counts.size() - kMost);
  if (head_.problem == Problem::multi_label) text += ", any number of them a text";
  std::vector<std::pair<std::string, std::string>> lines = {{"labels", std::move(text)}};
  if (!head_.class_weights.empty())
    lines.emplace_back("weights", fmt::format("{:.4g}", fmt::join(head_.class_weights, ", ")));
  return lines;
}

void TextDataset::write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const {
  std::copy(at(feature).ids.begin(), at(feature).ids.end(), ids.begin());
  std::copy(at(feature).types.begin(), at(feature).types.end(), types.begin());
}

std::vector<data::ArraySpec> TextDataset::labels() const {
  return label_arrays(head_.problem, static_cast<int64_t>(head_.labels.size()));
}

void TextDataset::write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const {
  const auto at = static_cast<size_t>(feature);
  const size_t labels = head_.labels.size();
  batch.integers("first")[slot.feature] = static_cast<int32_t>(slot.begin);
  batch.integers("feature")[slot.feature] = static_cast<int32_t>(feature);
  float& weight = batch.reals("weight")[slot.feature];
  weight = 1;
  if (head_.problem == Problem::single_label) {
    const int32_t target = targets_[at];
    batch.integers("target")[slot.feature] = static_cast<int32_t>(slot.feature * labels) + target;
    if (!head_.class_weights.empty()) weight = head_.class_weights[static_cast<size_t>(target)];
    return;
  }
  for (size_t k = 0; k < labels; k++)
    batch.reals(goal_name(static_cast<int64_t>(k)))[slot.feature] = goals_[at * labels + k];
}

const std::vector<float>& TextDataset::logits_of(const Outputs& outputs, size_t feature) const {
  const std::vector<float>& logits = outputs[0][feature];
  if (!std::all_of(logits.begin(), logits.end(), [](float x) { return std::isfinite(x); }))
    user_error("{}: the model's logits are not finite", examples_[feature].where);
  return logits;
}

nlohmann::ordered_json TextDataset::prediction(const std::vector<float>& logits) const {
  if (head_.problem == Problem::regression) return logits[0];
  if (head_.problem == Problem::single_label)
    return head_.labels[static_cast<size_t>(std::max_element(logits.begin(), logits.end()) -
                                            logits.begin())];
  auto names = nlohmann::ordered_json::array();
  for (size_t k = 0; k < logits.size(); k++)
    if (logits[k] > 0) names.push_back(head_.labels[k]);
  return names;
}

Evaluation TextDataset::scored(const Outputs& outputs) const {
  std::vector<int32_t> found;
  std::vector<uint8_t> sets, expected_sets;
  std::vector<double> numbers;
  for (size_t i = 0; i < features_.size(); i++) {
    const std::vector<float>& logits = logits_of(outputs, i);
    found.push_back(
        static_cast<int32_t>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
    for (const float logit : logits) sets.push_back(logit > 0);
    numbers.push_back(logits[0]);
  }
  for (const float goal : goals_) expected_sets.push_back(goal > 0);
  const std::vector<double> goals(goals_.begin(), goals_.end());
  switch (head_.problem) {
    case Problem::single_label:
      return score_labels(found, targets_, head_.labels.size());
    case Problem::multi_label:
      return score_label_sets(sets, expected_sets, head_.labels.size());
    case Problem::regression:
      return score_numbers(numbers, goals);
  }
  check(false, "a problem without a score");
  return {};
}

Evaluation TextDataset::evaluate(const Outputs& outputs) const {
  Evaluation evaluation = scored(outputs);
  nlohmann::ordered_json predictions = nlohmann::ordered_json::array();
  for (size_t i = 0; i < features_.size(); i++)
    predictions.push_back(prediction(logits_of(outputs, i)));
  evaluation.files = {{"predictions.json", predictions.dump(1) + "\n"}};
  return evaluation;
}

Answer TextDataset::answer(const Outputs& outputs, size_t count) const {
  const std::vector<float>& logits = outputs[0][0];
  Answer answer{{{"text", examples_[0].text}}, ""};
  if (head_.problem == Problem::regression) {
    answer.json["value"] = logits[0];
    answer.text = fmt::format("{:.4f}\n", logits[0]);
    return answer;
  }
  if (head_.problem == Problem::multi_label) answer.json["labels"] = prediction(logits);
  for (const auto& [id, probability] : ranked_labels(logits)) {
    if (count-- == 0) break;
    const double alone = 1 / (1 + std::exp(-static_cast<double>(logits[id])));
    answer.json["answers"].push_back(
        {{"answer", head_.labels[id]},
         {"score", logits[id]},
         {"probability", head_.problem == Problem::multi_label ? alone : probability}});
  }
  return answer;
}

}  // namespace tutti::task::classification
