// SPDX-License-Identifier: Apache-2.0
#include "task/squad/dataset.h"

#include <algorithm>

#include "base/log.h"
#include "base/text.h"
#include "task/samples.h"
#include "task/squad/feature_file.h"

namespace tutti::task::squad {
namespace {

using Json = nlohmann::ordered_json;

/// The questions of the split, cut as by run_qa's max_train_samples.
Corpus questions_of(const Reading& reading) {
  Corpus corpus = read_corpus(reading.files);
  keep_samples(corpus.questions, reading);
  return corpus;
}

/// What of the files a reading takes, for the key of its features; empty: all.
std::string part_of(const Reading& reading) {
  std::string part;
  if (reading.share)
    part = fmt::format(", all but {} by seed {}", reading.share->share, reading.share->seed);
  if (reading.share && reading.split == Split::validation) part += " exchanged";
  if (reading.max_samples) part += fmt::format(", first {} questions", *reading.max_samples);
  return part;
}

Json json_of(const Candidate& answer) {
  return {{"answer", answer.text},
          {"score", answer.start_logit + answer.end_logit},
          {"probability", answer.probability},
          {"start", answer.offsets[0]},
          {"end", answer.offsets[1]}};
}

/// The cached features, or what `build` makes.
FeatureSet features_of(const std::string& data_key, const data::Tokenizer& tokenizer,
                       const Reading& reading, const std::function<FeatureSet()>& build) {
  // A part of a file is quickly made again.
  if (!reading.cache || !part_of(reading).empty()) return build();
  const std::string key = cache_key(data_key, tokenizer.sources());
  const data::ContentCache cache(*reading.cache);
  if (!reading.overwrite_cache) return cached_features(cache, key, build);
  FeatureSet features = build();
  cache.write(key, serialize(features));
  return features;
}

void warn_of(const FeatureSet& features, const Reading& reading, bool version_2) {
  const FeatureSet::Content& content = features.content();
  const std::string file = names_of(reading.files);
  if (content.has_impossible && !version_2)
    log_warning(
        "{}: some questions have no answer and are treated as in SQuAD v1.1; give "
        "--version_2_with_negative to learn and score \"no answer\"",
        file);
  if (reading.split == Split::validation) return;
  if (content.misplaced_answers > 0)
    log_warning(
        "{}: {} answers are not in their context at answer_start (in Unicode characters); training "
        "skips them",
        file, content.misplaced_answers);
  if (content.questions_left_out > 0)
    log_warning("{}: training skips {} questions: none of their answers is in its context", file,
                content.questions_left_out);
}

void expect_texts(const Arguments& arguments) {
  for (const auto& [flag, text] :
       {std::pair("question", &arguments.question), std::pair("context", &arguments.context)})
    if (text->find_first_not_of(" \t\r\n") == text->npos)
      user_error("--{} is empty: expected a question and the text with its answer", flag);
}

/// Windows that share a third of their length at 384 tokens, as run_qa's; half of it where they are
/// small.
int64_t default_stride(const data::Tokenizer& tokenizer, const std::string& question,
                       int64_t max_length) {
  const PairLayout layout(tokenizer.pair_template());
  const auto asked = static_cast<int64_t>(tokenizer.encode(question).ids.size());
  return std::clamp<int64_t>((max_length - layout.special_tokens - asked) / 2, 0, 128);
}

/// The first window alone, with the context's first token as its answer.
FeatureSet first_labelled(const FeatureSet& features) {
  FeatureSet::Content content = features.content();
  content.features.resize(1);
  Label& label = content.features.front().label;
  for (int32_t token = features.length(0) - 1; token >= 0; token--)
    if (features.offsets(0, token)) label = {token, token};
  return FeatureSet(std::move(content));
}

std::vector<FeatureLogits> logits_of(const Outputs& outputs) {
  std::vector<FeatureLogits> logits;
  for (size_t i = 0; i < outputs[0].size(); i++) logits.push_back({outputs[0][i], outputs[1][i]});
  return logits;
}

}  // namespace

std::string QuestionDataset::description() const {
  const auto questions = static_cast<int64_t>(features_.content().questions.size());
  return fmt::format("{}, {}", counted(questions, "question"),
                     counted(features_.size(), "feature"));
}

std::vector<QuestionAnswer> QuestionDataset::answers(const Outputs& outputs) const {
  return extract_answers(corpus_, features_, logits_of(outputs), options_);
}

Evaluation QuestionDataset::evaluate(const Outputs& outputs) const {
  const std::vector<QuestionAnswer> all = answers(outputs);
  Predictions texts;
  for (const QuestionAnswer& answer : all) texts[answer.id] = answer.text;
  const Metric metric = options_.version_2 ? Metric::v2 : Metric::v1;
  const Score score = squad::score(corpus_, texts, metric);
  return {.metrics = metrics_of(score, metric),
          .text = score_text(score),
          .files = {{"predictions.json", predictions_json(all)},
                    {"nbest_predictions.json", n_best_json(all)},
                    {"null_odds.json",
                     options_.version_2 ? std::optional(null_odds_json(all)) : std::nullopt}}};
}

task::Answer QuestionDataset::answer(const Outputs& outputs, size_t count) const {
  const std::vector<Candidate> best = answers(outputs).front().n_best;
  Json list = Json::array();
  for (size_t i = 0; i < std::min(count, best.size()); i++) list.push_back(json_of(best[i]));
  return {.json = {{"question", corpus_.questions.front().text},
                   {"context", corpus_.contexts.front()},
                   {"answers", std::move(list)}},
          .text = {}};
}

std::unique_ptr<Dataset> read_dataset(const ModelFolder& folder, const Arguments& arguments,
                                      const Reading& reading) {
  const bool reads_answers = reading.split == Split::validation;
  const FeatureOptions options{static_cast<int32_t>(reading.max_length),
                               static_cast<int32_t>(arguments.doc_stride.value_or(128)),
                               reads_answers ? Purpose::evaluate : Purpose::train};
  Corpus corpus;
  if (reads_answers) corpus = questions_of(reading);
  std::string key = feature_key(reading.files, folder.tokenizer.files(), options);
  key += part_of(reading);
  FeatureSet features = features_of(key, folder.tokenizer, reading, [&] {
    Team team(reading.threads);
    return build_features(reads_answers ? corpus : questions_of(reading),
                          encoder_of(folder.tokenizer), options, team);
  });
  warn_of(features, reading, arguments.version_2_with_negative);
  return std::make_unique<QuestionDataset>(std::move(corpus), std::move(features), std::move(key),
                                           answer_options(arguments));
}

std::unique_ptr<Dataset> example_dataset(const ModelFolder& folder, const Arguments& arguments,
                                         Use use, int64_t max_length, int threads) {
  expect_texts(arguments);
  const int64_t stride = use == Use::validate
                             ? 0
                             : arguments.doc_stride.value_or(default_stride(
                                   folder.tokenizer, arguments.question, max_length));
  Corpus corpus;
  corpus.contexts = {arguments.context};
  corpus.questions = {{"question", arguments.question, 0, {}, false}};
  Team team(threads);
  FeatureSet features = build_features(
      corpus, encoder_of(folder.tokenizer),
      {static_cast<int32_t>(max_length), static_cast<int32_t>(stride), Purpose::evaluate}, team);
  if (use == Use::validate) features = first_labelled(features);
  return std::make_unique<QuestionDataset>(std::move(corpus), std::move(features), "",
                                           answer_options(arguments));
}

nlohmann::ordered_json metrics_of(const Score& score, Metric metric) {
  if (metric == Metric::v1) return {{"exact_match", score.all.exact}, {"f1", score.all.f1}};
  Json json;
  const auto add = [&](const std::string& prefix, const SubsetScore& part) {
    json[prefix + "exact"] = part.exact;
    json[prefix + "f1"] = part.f1;
    json[prefix + "total"] = part.total;
  };
  add("", score.all);
  if (score.has_answer) add("HasAns_", *score.has_answer);
  if (score.no_answer) add("NoAns_", *score.no_answer);
  return json;
}

std::string score_text(const Score& score) {
  const auto line = [](const SubsetScore& part, const std::string& of) {
    return fmt::format("exact match {:.4f}  F1 {:.4f}  ({}{})\n", part.exact, part.f1,
                       counted(part.total, "question"), of);
  };
  std::string text = line(score.all, "");
  if (score.has_answer) text += "  HasAns  " + line(*score.has_answer, " with an answer");
  if (score.no_answer) text += "  NoAns   " + line(*score.no_answer, " without");
  return text;
}

}  // namespace tutti::task::squad
