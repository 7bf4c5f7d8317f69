// SPDX-License-Identifier: Apache-2.0
#include "app/cli/question_answering.h"

#include <chrono>

#include "app/cli/environment.h"
#include "app/cli/hub.h"
#include "app/cli/plugins.h"
#include "base/log.h"
#include "base/rounding.h"
#include "base/text.h"
#include "format/json.h"
#include "kernel/matmul.h"
#include "task/squad/feature_file.h"
#include "train/memory_plan.h"

namespace tutti::app {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

nlohmann::ordered_json read_config(const Path& folder) {
  const Path file = folder / "config.json";
  return nlohmann::ordered_json::parse(format::read_json(file).dump());
}

/// The corpus, cut as run_qa's max_train_samples.
task::squad::Corpus first_questions(const QaDataOptions& options) {
  task::squad::Corpus corpus = task::squad::read_corpus(options.files);
  const std::optional<int64_t>& most = options.max_samples;
  if (most && *most >= 0 && static_cast<size_t>(*most) < corpus.questions.size())
    corpus.questions.resize(static_cast<size_t>(*most));
  return corpus;
}

/// The cached features, or what `build` makes.
task::squad::FeatureSet features_of(const std::string& key, const QaDataOptions& options,
                                    const std::function<task::squad::FeatureSet()>& build) {
  const auto folder = cache_folder();
  if (!folder)
    log_warning("neither XDG_CACHE_HOME nor HOME is set: prepared features are not kept");
  // A part of a file is quickly made again.
  if (!folder || options.max_samples) return build();
  const data::ContentCache cache(*folder / "features");
  if (!options.overwrite_cache) return task::squad::cached_features(cache, key, build);
  task::squad::FeatureSet features = build();
  cache.write(key, task::squad::serialize(features));
  return features;
}

void expect_token_types(const QaModel& model) {
  for (const data::TemplatePiece& piece : model.tokenizer.pair_template())
    if (piece.type >= model.config.type_vocab_size)
      user_error(
          "{}: a pair of texts has tokens of type {}, but {} has type_vocab_size {}; expected "
          "types below that: change the post-processor or take the model's own tokenizer",
          escaped(model.tokenizer.files().front().native(), 1000), piece.type,
          escaped((model.folder / "config.json").native(), 1000), model.config.type_vocab_size);
}

void warn_of(const task::squad::FeatureSet& features, const QaDataOptions& options) {
  const auto& content = features.content();
  const std::string file = task::squad::names_of(options.files);
  if (content.has_impossible && !options.version_2)
    log_warning(
        "{}: some questions have no answer, and are taken as in SQuAD v1.1; give "
        "--version_2_with_negative to learn and score that",
        file);
  if (options.features.purpose == task::squad::Purpose::evaluate) return;
  if (content.misplaced_answers > 0)
    log_warning(
        "{}: {} answers do not stand in their context at answer_start (counted in Unicode "
        "characters) and are not trained on",
        file, content.misplaced_answers);
  if (content.questions_left_out > 0)
    log_warning("{}: {} questions are not trained on: none of their answers stands in its context",
                file, content.questions_left_out);
}

}  // namespace

QaModel::QaModel(const std::string& model, const std::string& tokenizer_name,
                 const std::string& cache_dir)
    : folder(resolve_model(model, cache_dir)),
      config_json(read_config(folder)),
      config(model::bert_config(format::read_json(folder / "config.json"),
                                (folder / "config.json").string())),
      tokenizer(tokenizer_name.empty() ? folder : resolve_model(tokenizer_name, cache_dir)),
      objective(task::squad::question_answering(config)) {
  if (tokenizer.vocabulary_size() > config.vocab_size)
    user_error(
        "{}: vocab_size is {}, but the tokenizer has {} tokens; the model and the tokenizer do not "
        "belong together",
        (folder / "config.json").string(), config.vocab_size, tokenizer.vocabulary_size());
  expect_token_types(*this);
}

model::Weights read_weights(const QaModel& model, uint64_t seed) {
  model::Weights weights(model.folder, model.objective.parameters, seed);
  if (const auto names = weights.initialised(); !names.empty())
    log_warning("not in the model's files, initialised from seed {}: {}", seed,
                fmt::join(names, ", "));
  if (const auto names = weights.unexpected(); !names.empty())
    log_info("in the model's files, but not used: {}", fmt::join(names, ", "));
  return weights;
}

void expect_positions(const QaModel& model, int64_t max_seq_length) {
  if (max_seq_length > model.config.max_position_embeddings)
    user_error("--max_seq_length {} is more than the model's max_position_embeddings {}",
               max_seq_length, model.config.max_position_embeddings);
}

model::Weights read_or_make_weights(const QaModel& model, uint64_t seed) {
  const auto has = [&](const char* file) { return std::filesystem::exists(model.folder / file); };
  if (has("model.safetensors") || has("model.safetensors.index.json"))
    return read_weights(model, seed);
  log_warning("{} has no weights: every parameter starts from seed {}", model.folder.string(),
              seed);
  return {model.objective.parameters, seed};
}

void write_model_files(const QaModel& model, const Path& folder) {
  nlohmann::ordered_json config = model.config_json;
  config["architectures"] = {"BertForQuestionAnswering"};
  write_file_atomically(folder / "config.json", config.dump(2) + "\n");
  for (const Path& file : model.tokenizer.files())
    write_file_atomically(folder / file.filename(), read_file(file));
}

QaData read_data(const QaModel& model, const QaDataOptions& options) {
  QaData data;
  const bool reads_answers = options.features.purpose == task::squad::Purpose::evaluate;
  if (reads_answers) data.corpus = first_questions(options);
  data.key = task::squad::feature_key(options.files, model.tokenizer.files(), options.features);
  if (options.max_samples) data.key += fmt::format(", first {} questions", *options.max_samples);
  data.features = features_of(data.key, options, [&] {
    Team team(static_cast<int>(options.threads));
    return task::squad::build_features(reads_answers ? data.corpus : first_questions(options),
                                       task::squad::encoder_of(model.tokenizer), options.features,
                                       team);
  });
  warn_of(*data.features, options);
  return data;
}

QaData one_question(const QaModel& model, const std::string& question, const std::string& context,
                    const task::squad::FeatureOptions& features, int threads) {
  QaData data;
  data.corpus.contexts = {context};
  data.corpus.questions = {{"question", question, 0, {}, false}};
  Team team(threads);
  data.features = task::squad::build_features(data.corpus, task::squad::encoder_of(model.tokenizer),
                                              features, team);
  return data;
}

bool wants_bf16(const std::string& precision, const std::string& backend) {
  if (precision == "bf16") return true;
  return precision == "auto" && backend == "cpu" && kernel::bf16_products_are_faster();
}

data::Layout layout_of(const std::string& pack, int64_t max_seq_length, bool few_shapes,
                       int64_t features) {
  if (pack == "none") return {data::Layout::Kind::padded, max_seq_length, {}};
  if (few_shapes)
    return {data::Layout::Kind::fixed_rows, max_seq_length, data::default_row_counts(features)};
  constexpr int64_t kRowMultiple =
      128;  // 16 features fill such a row to 97 %, and lengths stay few
  return {data::Layout::Kind::packed_row, kRowMultiple, {}};
}

namespace {

step::StepOptions forward_options(const std::string& backend, const std::string& precision,
                                  int64_t max_seq_length) {
  step::StepOptions options;
  options.bf16 = wants_bf16(precision, backend);
  options.max_segment = max_seq_length;
  return options;
}

}  // namespace

void expect_memory(const backend::Backend& backend, int64_t bytes, const std::string& what,
                   int64_t taken) {
  const int64_t limit = backend.devices()[0].memory_bytes;
  if (limit == 0 || bytes <= limit - taken) return;
  throw UserError(ExitCode::out_of_memory,
                  fmt::format("{} of memory for {}, but there are {}: take a smaller model",
                              human_bytes(static_cast<size_t>(bytes)), what,
                              human_bytes(static_cast<size_t>(limit))));
}

LoadedModel::LoadedModel(const QaModel& model, const std::string& backend_name,
                         const std::string& precision, int64_t max_seq_length, int64_t seed,
                         int threads)
    : backend(open_backend(backend_name, threads)),
      programs(*backend, model.objective,
               forward_options(backend_name, precision, max_seq_length)) {
  const model::Weights weights = read_weights(model, static_cast<uint64_t>(seed));
  expect_memory(*backend,
                train::parameter_bytes(programs.layout()) + programs.forward_parameter_bytes(),
                "the model's parameters");
  for (size_t i = 0; i < weights.size(); i++)
    parameters.push_back(backend->upload(weights.read(i), backend->devices()[0]));
  parameters = programs.forward_parameters(parameters);
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
                         const data::Layout& layout, const std::atomic<int>* stop) {
  const auto begin = Clock::now();
  start_.resize(static_cast<size_t>(features.size()));
  end_.resize(start_.size());
  const Batches batches = batches_of(features, batch, layout);
  for (const std::vector<int64_t>& indices : batches.indices) {
    complete_ = !stop || *stop == 0;
    if (!complete_) return;
    run(programs, parameters, features, indices, batches.capacity, batches.layout);
  }
  seconds_ = seconds_since(begin);
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
