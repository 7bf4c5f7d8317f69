// SPDX-License-Identifier: Apache-2.0
#include "task/tagging/dataset.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "task/samples.h"
#include "task/tagging/objective.h"

namespace tutti::task::tagging {
namespace {

std::vector<std::string> names_of(const LabelNames& labels) {
  std::vector<std::string> names;
  for (size_t id = 0; id < labels.size(); id++) names.push_back(labels[id]);
  return names;
}

/// How many special tokens stand before a text, and around it.
std::pair<size_t, size_t> special_tokens(const data::Template& pieces) {
  size_t before = 0, all = 0;
  for (const data::TemplatePiece& piece : pieces) {
    if (piece.kind == data::TemplatePiece::Kind::first) before = all;
    if (piece.kind == data::TemplatePiece::Kind::special) all += piece.ids.size();
  }
  return {before, all};
}

/// A tag of the tokens after the first one of a word with this tag: B-X becomes I-X.
int32_t inner(const LabelNames& labels, int32_t id) {
  const std::string& name = labels[static_cast<size_t>(id)];
  if (!name.starts_with("B-")) return id;
  return labels.find_name("I-" + name.substr(2)).value_or(id);
}

}  // namespace

TagDataset::TagDataset(std::vector<Sentence> sentences, const data::Tokenizer& tokenizer,
                       LabelNames labels, const TagArguments& arguments, const Reading& reading,
                       bool has_tags)
    : sentences_(std::move(sentences)),
      labels_(std::move(labels)),
      arguments_(arguments),
      scheme_(scheme_of(names_of(labels_))),
      padding_id_(tokenizer.pad_id()) {
  keep_samples(sentences_, reading);
  split_ = split_sentences(sentences_, tokenizer, scheme_.value_or(Scheme::iob2), reading.threads);
  if (!has_tags)
    for (SplitSentence& split : split_)
      for (size_t i = 0; i < split.tags.size(); i++) split.tags[i] = labels_[i % labels_.size()];
  for (size_t i = 0; i < sentences_.size(); i++) add_feature(i, tokenizer, reading);
  if (left_out_ > 0 && !reading.files.empty())
    log_warning("{}: {} beyond --max_seq_length {} left out; their tags do not count",
                escaped(reading.files[0].string(), 1000), counted(left_out_, "word"),
                reading.max_length);
}

void TagDataset::add_feature(size_t sentence, const data::Tokenizer& tokenizer,
                             const Reading& reading) {
  const SplitSentence& split = split_[sentence];
  const auto [before, special] = special_tokens(tokenizer.single_template());
  Feature feature;
  feature.tokens = data::in_template(tokenizer.single_template(), split.encoding, nullptr,
                                     static_cast<size_t>(reading.max_length));
  if (feature.tokens.ids.empty())
    user_error("{}: found no token in the text", sentences_[sentence].where);
  feature.targets.assign(feature.tokens.ids.size(), -1);
  const size_t kept = feature.tokens.ids.size() - special;
  for (size_t word = 0; word < split.words.size(); word++) {
    if (split.words[word].tokens == 0) continue;
    if (split.words[word].first >= kept) {
      left_out_++;
      continue;
    }
    feature.words.push_back(word);
    feature.first.push_back(before + split.words[word].first);
    set_targets(split, sentence, word, feature, before + kept);
  }
  features_.push_back(std::move(feature));
}

/// Of the tokens of a word that come before `end`.
void TagDataset::set_targets(const SplitSentence& split, size_t sentence, size_t word,
                             Feature& feature, size_t end) const {
  const Sentence& source = sentences_[sentence];
  const std::string place = source.words.empty() ? "" : fmt::format("[{}]", word);
  const int32_t id = labels_.id_of(
      split.tags[word], fmt::format("{}: \"{}\"{}", source.where, escaped(source.field), place));
  const size_t first = feature.first.back(), count = split.words[word].tokens;
  feature.targets[first] = id;
  if (arguments_.label_all_tokens)
    for (size_t i = first + 1; i < std::min(first + count, end); i++)
      feature.targets[i] = inner(labels_, id);
}

std::string TagDataset::key() const {
  Sha256 hash;
  for (const Feature& feature : features_) {
    hash.update(std::as_bytes(std::span(feature.tokens.ids)));
    hash.update(std::as_bytes(std::span(feature.targets)));
  }
  return hash.hex();
}

std::string TagDataset::description() const {
  int64_t words = 0;
  for (const Feature& feature : features_) words += static_cast<int64_t>(feature.words.size());
  return fmt::format("{}, {}", counted(size(), "sentence"), counted(words, "word"));
}

std::vector<std::pair<std::string, std::string>> TagDataset::particulars() const {
  return {{"tags", fmt::format("{}: {}", labels_.size(), labels_.text())}};
}

int32_t TagDataset::counted_tokens(int64_t feature) const {
  const std::vector<int32_t>& targets = at(feature).targets;
  return static_cast<int32_t>(
      std::count_if(targets.begin(), targets.end(), [](int32_t target) { return target >= 0; }));
}

void TagDataset::write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const {
  const data::TypedTokens& tokens = at(feature).tokens;
  std::copy(tokens.ids.begin(), tokens.ids.end(), ids.begin());
  std::copy(tokens.types.begin(), tokens.types.end(), types.begin());
}

std::vector<data::ArraySpec> TagDataset::labels() const {
  return label_arrays();
}

void TagDataset::write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const {
  std::vector<int32_t>& target = batch.integers("target");
  std::vector<float>& counts = batch.reals("counts");
  const std::vector<int32_t>& targets = at(feature).targets;
  for (size_t i = 0; i < targets.size(); i++) {
    target[slot.begin + i] = std::max(targets[i], 0);
    counts[slot.begin + i] = targets[i] >= 0 ? 1 : 0;
  }
}

TagDataset::Tagged TagDataset::tagged(size_t sentence, std::span<const float> logits) const {
  if (!std::all_of(logits.begin(), logits.end(), [](float x) { return std::isfinite(x); }))
    user_error("{}: the model's logits are not finite", sentences_[sentence].where);
  const size_t words = split_[sentence].words.size();
  Tagged tagged{std::vector<std::string>(words, "O"), std::vector<double>(words, 0)};
  const Feature& feature = features_[sentence];
  for (size_t i = 0; i < feature.words.size(); i++) {
    const RankedLabel best =
        ranked_labels(logits.subspan(feature.first[i] * labels_.size(), labels_.size()))[0];
    tagged.tags[feature.words[i]] = labels_[best.id];
    tagged.probabilities[feature.words[i]] = best.probability;
  }
  return tagged;
}

/// The entities as a user reads them: characters of the text, and the mean probability of the tags.
nlohmann::ordered_json TagDataset::spans_of(size_t sentence, const Tagged& tagged) const {
  const std::string& text = sentences_[sentence].text;
  nlohmann::ordered_json spans = nlohmann::ordered_json::array();
  for (const Entity& entity : entities_of(tagged.tags)) {
    const int64_t begin = split_[sentence].words[entity.begin].begin;
    const int64_t end = split_[sentence].words[entity.end - 1].end;
    double sum = 0;
    for (size_t i = entity.begin; i < entity.end; i++) sum += tagged.probabilities[i];
    spans.push_back({{"label", entity.type},
                     {"start", begin},
                     {"end", end},
                     {"text", characters(text, begin, end)},
                     {"probability", sum / static_cast<double>(entity.end - entity.begin)}});
  }
  return spans;
}

Evaluation TagDataset::evaluate(const Outputs& outputs) const {
  EntityScores scores, strict;
  double hits = 0, words = 0;
  nlohmann::ordered_json predictions = nlohmann::ordered_json::array();
  for (size_t i = 0; i < features_.size(); i++) {
    const Tagged all = tagged(i, outputs[0][i]);
    std::vector<std::string> found, expected;
    for (const size_t word : features_[i].words) {
      found.push_back(all.tags[word]);
      const int32_t id = labels_.id_of(split_[i].tags[word], "");
      expected.push_back(labels_[static_cast<size_t>(id)]);
      hits += found.back() == expected.back() ? 1 : 0;
    }
    words += static_cast<double>(found.size());
    add_sentence(scores, entities_of(found), entities_of(expected));
    if (scheme_)
      add_sentence(strict, strict_entities_of(found, *scheme_),
                   strict_entities_of(expected, *scheme_));
    nlohmann::ordered_json prediction = {{"text", sentences_[i].text}, {"spans", spans_of(i, all)}};
    if (!sentences_[i].words.empty()) prediction["tags"] = all.tags;
    predictions.push_back(std::move(prediction));
  }
  Evaluation evaluation = score_entities(scores, arguments_.return_entity_level_metrics);
  const double accuracy = words > 0 ? hits / words : 0;
  evaluation.metrics["accuracy"] = accuracy;
  evaluation.text += fmt::format("accuracy {:.4f}  ({})\n", accuracy,
                                 counted(static_cast<int64_t>(words), "word"));
  if (scheme_) {
    evaluation.metrics["strict_f1"] = all_types(strict).f1();
    evaluation.text += fmt::format("strict F1 {:.4f}\n", all_types(strict).f1());
  }
  evaluation.files = {{"predictions.json", predictions.dump(1) + "\n"}};
  return evaluation;
}

Answer TagDataset::answer(const Outputs& outputs, size_t) const {
  const nlohmann::ordered_json spans = spans_of(0, tagged(0, outputs[0][0]));
  Answer answer{{{"text", sentences_[0].text}, {"spans", spans}}, ""};
  answer.text = "probability\tstart\tend\tlabel\ttext\n";
  for (const auto& span : spans)
    answer.text += fmt::format("{:.4f}\t{}\t{}\t{}\t{}\n", span["probability"].get<double>(),
                               span["start"].get<int64_t>(), span["end"].get<int64_t>(),
                               escaped(span["label"].get<std::string>()),
                               escaped(span["text"].get<std::string>()));
  if (spans.empty()) answer.text = "found no entity in the text\n";
  return answer;
}

Evaluation score_entities(const EntityScores& scores, bool of_each) {
  const EntityCounts all = all_types(scores);
  Evaluation evaluation;
  evaluation.metrics = {{"precision", all.precision()}, {"recall", all.recall()}, {"f1", all.f1()}};
  evaluation.text =
      fmt::format("precision {:.4f}  recall {:.4f}  F1 {:.4f}  (entities: {} of {})\n",
                  all.precision(), all.recall(), all.f1(), all.hits, all.expected);
  if (!of_each) return evaluation;
  for (const auto& [type, counts] : scores) {
    evaluation.metrics[type + "_precision"] = counts.precision();
    evaluation.metrics[type + "_recall"] = counts.recall();
    evaluation.metrics[type + "_f1"] = counts.f1();
    evaluation.metrics[type + "_number"] = counts.expected;
    evaluation.text +=
        fmt::format("{}: precision {:.4f}  recall {:.4f}  F1 {:.4f}\n", escaped(type, 60),
                    counts.precision(), counts.recall(), counts.f1());
  }
  return evaluation;
}

}  // namespace tutti::task::tagging
