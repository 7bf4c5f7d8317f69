// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of questions, a prediction file and prepared features: refused, or read and
// used. What is read goes the whole way: features, to disk and back, answers, their score.
#include <string_view>

#include "base/error.h"
#include "task/squad/answers.h"
#include "task/squad/feature_file.h"
#include "task/squad/score.h"
#include "task/squad/unicode.h"

using namespace tutti::task::squad;

namespace {

template <typename F>
void unless_refused(F&& action) {
  try {
    action();
  } catch (const tutti::UserError&) {
  }
}

using Kind = tutti::data::TemplatePiece::Kind;

const tutti::data::Template kPair = {{Kind::special, {1}, 0},
                                     {Kind::first, {}, 0},
                                     {Kind::special, {2}, 0},
                                     {Kind::second, {}, 1},
                                     {Kind::special, {2}, 1}};

/// A token for every three code points.
tutti::data::Encoding encode(std::string_view text) {
  tutti::data::Encoding encoding;
  const auto size = static_cast<int32_t>(code_point_offsets(text).size()) - 1;
  for (int32_t at = 0; at < size; at += 3) {
    encoding.ids.push_back(3 + at % 7);
    encoding.offsets.emplace_back(at, std::min(at + 3, size));
  }
  return encoding;
}

void read_tokens(const FeatureSet& features) {
  for (int64_t f = 0; f < features.size(); f++) {
    const auto length = static_cast<size_t>(features.length(f));
    std::vector<int32_t> ids(length), types(length);
    features.write(f, ids, types);
  }
}

FeatureSet features_of(const Corpus& corpus, Purpose purpose) {
  static tutti::Team team(1);
  FeatureSet features = build_features(corpus, {encode, kPair, 1, 0}, {24, 4, purpose}, team);
  read_tokens(features);
  const std::string bytes = serialize(features);
  tutti::check(serialize(deserialize(bytes)) == bytes, "features are others after a round trip");
  return features;
}

/// Logits that the fuzzer draws from its input.
void answer(const Corpus& corpus, std::string_view bytes) {
  const FeatureSet features = features_of(corpus, Purpose::evaluate);
  std::vector<float> values(64);
  for (size_t i = 0; i < values.size(); i++) values[i] = bytes[i * 13 % bytes.size()];
  const std::span<const float> all = values;
  std::vector<FeatureLogits> logits;
  for (int64_t f = 0; f < features.size(); f++) {
    const auto length = static_cast<size_t>(features.length(f));
    logits.push_back({all.first(length), all.last(length)});
  }
  for (const bool version_2 : {false, true}) {
    const auto answers = extract_answers(corpus, features, logits, {version_2, 5, 8, 0.0});
    Predictions predictions;
    for (const QuestionAnswer& one : answers) predictions[one.id] = one.text;
    parse_predictions(predictions_json(answers), "our own");
    n_best_json(answers);
    null_odds_json(answers);
    score(corpus, predictions, version_2 ? Metric::v2 : Metric::v1);
  }
}

void use(const Corpus& corpus, std::string_view bytes) {
  Predictions predictions;
  for (const Question& question : corpus.questions)
    predictions[question.id] = question.answers.empty() ? "" : question.answers.back().text;
  unless_refused([&] { score(corpus, predictions, metric_of(corpus)); });
  unless_refused([&] { features_of(corpus, Purpose::train); });
  unless_refused([&] { answer(corpus, bytes); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.empty()) return 0;
  for (const char* kind : {".json", ".jsonl", ".csv"})
    unless_refused([&] { use(parse_corpus(bytes, "input", kind), bytes); });
  unless_refused([&] { parse_predictions(bytes, "input"); });
  unless_refused([&] { read_tokens(deserialize(bytes)); });
  python_lower(decode_utf8(bytes));
  python_lstrip(bytes);
  slice_code_points(encode_utf8(decode_utf8(bytes)), 1, 5);
  return 0;
}
