// SPDX-License-Identifier: Apache-2.0
#include "app/qa_evaluation.h"

#include <chrono>

#include "app/output.h"
#include "base/rounding.h"
#include "base/text.h"
#include "train/memory_plan.h"

namespace tutti::app {

std::string evaluation_pack(const std::string& pack, bool bf16) {
  return pack == "auto" && !bf16 ? "none" : pack;
}

namespace {

/// Which features run together, and how they are laid out.
struct Batches {
  std::vector<std::vector<int64_t>> indices;
  data::Layout layout;
  int64_t capacity = 0;  // features
};

Batches batches_in_order(int64_t features, int64_t batch, const data::Layout& layout) {
  Batches batches{{}, layout, batch};
  for (int64_t first = 0; first < features; first += batch) {
    batches.indices.emplace_back();
    for (int64_t i = first; i < std::min(first + batch, features); i++)
      batches.indices.back().push_back(i);
  }
  return batches;
}

/// Rows as long as `batch` features of mean length, filled best fit decreasing: no row but the last
/// has much room left, and all are of one length.
Batches packed_batches(const data::FeatureSource& features, int64_t batch, int64_t multiple) {
  std::vector<int32_t> lengths;
  int64_t tokens = 0;
  for (int64_t i = 0; i < features.size(); i++) {
    lengths.push_back(features.length(i));
    tokens += lengths.back();
  }
  const int64_t longest = *std::max_element(lengths.begin(), lengths.end());
  const int64_t mean = (tokens - 1) / features.size() + 1;
  const int64_t wanted =
      std::max(longest, std::min(tokens, mean * std::min(batch, features.size())));
  const int64_t row = round_up(wanted, multiple);

  const data::RowPlan plan =
      data::plan_rows(lengths, features.size(), {data::Layout::Kind::fixed_rows, row, {}});
  Batches batches{{}, {data::Layout::Kind::packed_row, row, {}}, 0};
  batches.indices.resize(static_cast<size_t>(plan.rows));
  for (size_t i = 0; i < lengths.size(); i++)
    batches.indices[static_cast<size_t>(plan.placements[i].row)].push_back(static_cast<int64_t>(i));
  for (const auto& indices : batches.indices)
    batches.capacity = std::max(batches.capacity, static_cast<int64_t>(indices.size()));
  return batches;
}

Batches batches_of(const data::FeatureSource& features, int64_t batch, const data::Layout& layout) {
  return layout.kind == data::Layout::Kind::packed_row && features.size() > 0
             ? packed_batches(features, batch, layout.length)
             : batches_in_order(features.size(), batch, layout);
}

}  // namespace

PredictionShape prediction_shape(const task::squad::FeatureSet& features, int64_t batch,
                                 const data::Layout& layout) {
  const Batches batches = batches_of(features, batch, layout);
  PredictionShape shape{{0, 0, batches.capacity}, static_cast<int64_t>(batches.indices.size())};
  for (const std::vector<int64_t>& indices : batches.indices) {
    std::vector<int32_t> lengths;
    for (const int64_t i : indices) lengths.push_back(features.length(i));
    const data::RowPlan plan = data::plan_rows(lengths, batches.capacity, batches.layout);
    if (plan.rows * plan.length <= shape.largest.rows * shape.largest.length) continue;
    shape.largest.rows = plan.rows;
    shape.largest.length = plan.length;
  }
  return shape;
}

void expect_evaluation_fits(train::Programs& programs, const task::squad::FeatureSet& features,
                            int64_t batch, const std::function<data::Layout(int64_t)>& layout) {
  const auto compile = [&](int64_t size) {
    programs.get("forward", prediction_shape(features, size, layout(size)).largest);
  };
  try {
    compile(batch);
  } catch (const UserError& error) {
    if (error.code() != ExitCode::out_of_memory) throw;
    const int64_t most = std::min(batch, features.size() + 1);
    const int64_t largest = train::largest_that_fits(most, compile);
    throw UserError(
        ExitCode::out_of_memory,
        fmt::format("{}. {}", error.what(),
                    largest > 0 ? fmt::format("--per_device_eval_batch_size {} fits", largest)
                                : "Not even one feature fits"));
  }
}

Predictions::Predictions(train::Programs& programs, std::span<const backend::Buffer> parameters,
                         const task::squad::FeatureSet& features, int64_t batch,
                         const data::Layout& layout, const EvaluationHooks& hooks) {
  const auto begin = std::chrono::steady_clock::now();
  start_.resize(static_cast<size_t>(features.size()));
  end_.resize(start_.size());
  const Batches batches = batches_of(features, batch, layout);
  int64_t done = 0;
  for (const std::vector<int64_t>& indices : batches.indices) {
    complete_ = !hooks.stop || *hooks.stop == 0;
    if (!complete_) return;
    run(programs, parameters, features, indices, batches.capacity, batches.layout);
    done += static_cast<int64_t>(indices.size());
    if (hooks.progress) hooks.progress(done, features.size());
  }
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void Predictions::run(train::Programs& programs, std::span<const backend::Buffer> parameters,
                      const task::squad::FeatureSet& features, std::span<const int64_t> indices,
                      int64_t capacity, const data::Layout& layout) {
  const data::Batch rows = data::make_batch(features, indices, capacity, layout);
  std::vector<backend::Buffer> arguments(parameters.begin(), parameters.end());
  for (backend::Buffer& buffer : programs.upload(rows)) arguments.push_back(std::move(buffer));
  std::vector<backend::Buffer> results(2);
  train::execute(programs.get("forward", train::shape_of(rows)), arguments, results);
  for (size_t side = 0; side < 2; side++) {
    const ir::Tensor logits = programs.backend().download(results[side]);
    const auto* values = reinterpret_cast<const float*>(logits.stored().data());
    for (size_t i = 0; i < indices.size(); i++) {
      // Padding belongs to a feature that is padded, as in Hugging Face.
      const int64_t length =
          layout.kind == data::Layout::Kind::padded ? rows.length : features.length(indices[i]);
      const float* at = values + rows.begin[i];
      (side ? end_ : start_)[static_cast<size_t>(indices[i])].assign(at, at + length);
    }
  }
}

std::vector<task::squad::FeatureLogits> Predictions::logits() const {
  std::vector<task::squad::FeatureLogits> all;
  for (size_t i = 0; i < start_.size(); i++) all.push_back({start_[i], end_[i]});
  return all;
}

nlohmann::ordered_json QaEvaluation::results(bool version_2) const {
  nlohmann::ordered_json json;
  const auto part = [&](const std::string& prefix, const task::squad::Part& from) {
    json[prefix + "exact"] = from.exact;
    json[prefix + "f1"] = from.f1;
    json[prefix + "total"] = from.total;
  };
  if (version_2) {
    part("eval_", score.all);
    if (score.has_answer) part("eval_HasAns_", *score.has_answer);
    if (score.no_answer) part("eval_NoAns_", *score.no_answer);
  } else {
    json["eval_exact_match"] = score.all.exact;
    json["eval_f1"] = score.all.f1;
  }
  json["eval_samples"] = features;
  json["eval_runtime"] = seconds;
  json["eval_samples_per_second"] = seconds > 0 ? static_cast<double>(features) / seconds : 0.0;
  return json;
}

std::string evaluation_title(const Path& model, const QaData& data) {
  return fmt::format("evaluating {}: {}, {}", escaped(model.string(), 1000),
                     counted(static_cast<int64_t>(data.corpus.questions.size()), "question"),
                     counted(data.features->size(), "feature"));
}

std::string score_text(const task::squad::Score& score, const std::string& more) {
  const auto line = [](const task::squad::Part& part, const std::string& of) {
    return fmt::format("exact match {:.4f}  F1 {:.4f}  ({}{})\n", part.exact, part.f1,
                       counted(part.total, "question"), of);
  };
  std::string text = line(score.all, more);
  if (score.has_answer) text += "  HasAns  " + line(*score.has_answer, " with an answer");
  if (score.no_answer) text += "  NoAns   " + line(*score.no_answer, " without");
  return text;
}

QaEvaluation evaluate(const QaData& data, const Predictions& predictions,
                      const task::squad::AnswerOptions& options) {
  QaEvaluation evaluation;
  evaluation.answers =
      task::squad::extract_answers(data.corpus, *data.features, predictions.logits(), options);
  task::squad::Predictions texts;
  for (const auto& answer : evaluation.answers) texts[answer.id] = answer.text;
  evaluation.score = task::squad::score(
      data.corpus, texts, options.version_2 ? task::squad::Metric::v2 : task::squad::Metric::v1);
  evaluation.features = data.features->size();
  evaluation.seconds = predictions.seconds();
  return evaluation;
}

void write_evaluation(const QaEvaluation& evaluation, bool version_2, const Path& folder) {
  write_file_atomically(folder / "eval_predictions.json",
                        task::squad::predictions_json(evaluation.answers));
  write_file_atomically(folder / "eval_nbest_predictions.json",
                        task::squad::n_best_json(evaluation.answers));
  const Path null_odds = folder / "eval_null_odds.json";
  std::error_code ignored;
  std::filesystem::remove(null_odds, ignored);  // an earlier evaluation's
  if (version_2) write_file_atomically(null_odds, task::squad::null_odds_json(evaluation.answers));
  write_file_atomically(folder / "eval_results.json", evaluation.results(version_2).dump(2) + "\n");
}

}  // namespace tutti::app
