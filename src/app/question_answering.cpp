// SPDX-License-Identifier: Apache-2.0
#include "app/question_answering.h"

#include "app/environment.h"
#include "app/hub.h"
#include "app/plugins.h"
#include "base/log.h"
#include "base/text.h"
#include "format/json.h"
#include "kernel/matmul.h"
#include "task/squad/feature_file.h"
#include "train/memory_plan.h"

namespace tutti::app {
namespace {

nlohmann::ordered_json read_config(const Path& folder) {
  const Path file = folder / "config.json";
  if (!std::filesystem::exists(file))
    io_error("{}: the folder has no config.json; expected a model's folder, as transformers writes",
             escaped(folder.string(), 1000));
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

/// The first names of a list, and how many there are besides.
std::string some_of(const std::vector<std::string>& names) {
  constexpr size_t kShown = 8;
  const size_t shown = std::min(names.size(), kShown);
  std::string text;
  for (size_t i = 0; i < shown; i++) text += (i > 0 ? ", " : "") + escaped(names[i]);
  return names.size() > shown ? text + fmt::format(", and {} more", names.size() - shown) : text;
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

model::Weights read_weights(const QaModel& model, const FirstValues& first) {
  model::Weights weights(model.folder, model.objective.parameters, first.seed);
  const std::vector<std::string> missing = weights.initialised(), unused = weights.unexpected();
  if (!first.of_any_tensor && !weights.complete_but_for_head())
    user_error(
        "{}: the weights lack {} of the {} tensors that config.json asks for: {}. {}Mend the names "
        "or config.json's sizes; --allow_missing_tensors takes random values instead",
        escaped(model.folder.string(), 1000), missing.size(), weights.size(), some_of(missing),
        unused.empty() ? "" : fmt::format("They also hold: {}. ", some_of(unused)));
  if (!missing.empty())
    log_warning("not in the model's files, initialised from seed {}: {}", first.seed,
                fmt::join(missing, ", "));
  if (!unused.empty()) log_info("in the model's files, but not used: {}", fmt::join(unused, ", "));
  return weights;
}

void expect_positions(const QaModel& model, int64_t max_seq_length) {
  if (max_seq_length > model.config.max_position_embeddings)
    user_error("--max_seq_length {} is more than the model's max_position_embeddings {}",
               max_seq_length, model.config.max_position_embeddings);
}

model::Weights read_or_make_weights(const QaModel& model, const FirstValues& first) {
  const auto has = [&](const char* file) { return std::filesystem::exists(model.folder / file); };
  if (has("model.safetensors") || has("model.safetensors.index.json"))
    return read_weights(model, first);
  log_warning("{} has no weights: every parameter starts from seed {}", model.folder.string(),
              first.seed);
  return {model.objective.parameters, first.seed};
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

void expect_texts(const std::string& question, const std::string& context) {
  for (const auto& [flag, text] :
       {std::pair("question", &question), std::pair("context", &context)})
    if (text->find_first_not_of(" \t\r\n") == text->npos)
      user_error("--{} is empty: expected a question and the text that holds its answer", flag);
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
                         const std::string& precision, int64_t max_seq_length,
                         const FirstValues& first, int threads)
    : backend(open_backend(backend_name, threads)),
      programs(*backend, model.objective,
               forward_options(backend_name, precision, max_seq_length)) {
  const model::Weights weights = read_weights(model, first);
  expect_memory(*backend,
                train::parameter_bytes(programs.layout()) + programs.forward_parameter_bytes(),
                "the model's parameters");
  for (size_t i = 0; i < weights.size(); i++)
    parameters.push_back(backend->upload(weights.read(i), backend->devices()[0]));
  parameters = programs.forward_parameters(parameters);
}

}  // namespace tutti::app
