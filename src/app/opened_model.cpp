// SPDX-License-Identifier: Apache-2.0
#include "app/opened_model.h"

#include <algorithm>

#include "app/arguments.h"
#include "app/environment.h"
#include "app/hub.h"
#include "app/plugins.h"
#include "base/log.h"
#include "base/text.h"
#include "format/gguf.h"
#include "format/json.h"
#include "step/adapted_objective.h"
#include "train/run_memory.h"

namespace tutti::app {
namespace {

/// What a config.json says of a task's head.
constexpr const char* kHeadKeys[] = {"architectures", "problem_type", "id2label", "label2id"};

/// The model's folder, and what an adapter's config.json says of the head that it was trained with.
task::ModelFolder folder_of(const ModelArguments& arguments) {
  const Path model = resolve_model(arguments.model_name_or_path, arguments.cache_dir);
  if (std::filesystem::exists(model / kAdapterConfigFile))
    user_error(
        "{}: this is an adapter's folder, expected a model's; give the base model there, and this "
        "folder as --adapter",
        escaped(model.string(), 1000));
  task::ModelFolder folder(model,
                           arguments.tokenizer_name.empty()
                               ? model
                               : resolve_model(arguments.tokenizer_name, arguments.cache_dir));
  if (arguments.adapter.empty()) return folder;
  const Path adapter = resolve_model(arguments.adapter, arguments.cache_dir);
  if (!std::filesystem::exists(adapter / "config.json")) return folder;
  const auto config = task::read_config(adapter);
  for (const char* key : kHeadKeys)
    if (config.contains(key)) folder.config[key] = config[key];
  return folder;
}

/// Checks that no argument of another task was given.
void expect_no_others(const task::TaskKinds& tasks, const task::TaskKind& chosen, task::Use use) {
  const task::TaskKinds defaults = task::all_tasks(use);
  for (size_t i = 0; i < tasks.size(); i++) {
    if (tasks[i].get() == &chosen) continue;
    const ArgumentList given = tasks[i]->arguments(), unset = defaults[i]->arguments();
    for (size_t k = 0; k < given.size(); k++)
      if (text_of(given[k]) != text_of(unset[k]))
        user_error("--{} belongs to --task {}, but the task is {}; leave one of them out",
                   given[k].name, tasks[i]->name(), chosen.name());
  }
}

/// The first names of a list, and how many there are besides.
std::string some_of(const std::vector<std::string>& names) {
  constexpr size_t kShown = 8;
  const size_t shown = std::min(names.size(), kShown);
  std::string text;
  for (size_t i = 0; i < shown; i++) text += (i > 0 ? ", " : "") + escaped(names[i]);
  return names.size() > shown ? text + fmt::format(", and {} more", names.size() - shown) : text;
}

std::optional<Path> adapter_file(const OpenedModel& model) {
  return model.adapter() ? model.adapter()->weights : std::nullopt;
}

/// Checks that what the model's files lack is in the adapter's: nobody could load it otherwise.
void expect_saved(const OpenedModel& model, const std::vector<std::string>& missing) {
  const auto& parameters = model.objective().parameters;
  for (const std::string& name : missing)
    if (std::none_of(parameters.begin(), parameters.end(),
                     [&](const model::Parameter& one) { return one.source == name; }))
      user_error(
          "{}: the weights lack {}, and an adapter does not save it; name its module in "
          "--lora_modules_to_save, or give a model that has it",
          escaped(model.path().string(), 1000), name);
}

step::StepOptions forward_options(const backend::Backend& backend, const std::string& precision,
                                  int64_t max_seq_length) {
  step::StepOptions options;
  options.precision = precision_for(precision, backend);
  options.max_segment = max_seq_length;
  return options;
}

}  // namespace

OpenedModel::OpenedModel(const ModelArguments& arguments, const task::TaskKinds& tasks,
                         task::Use use,
                         const std::function<std::vector<Path>(const task::TaskKind&)>& train_files,
                         const LoraArguments* lora)
    : folder_(folder_of(arguments)),
      kind_(task::find_task(tasks, arguments.task, folder_.config)),
      task_(kind_->open({folder_, train_files ? train_files(*kind_) : std::vector<Path>()})),
      adapter_(open_adapter(arguments, lora, *kind_, *task_)) {
  expect_no_others(tasks, *kind_, use);
}

int64_t OpenedModel::length_of(std::optional<int64_t> max_seq_length) const {
  const int64_t length = max_seq_length.value_or(kind().default_length(model()));
  if (length > model().positions)
    user_error("--max_seq_length {} is more than the model's max_position_embeddings {}", length,
               model().positions);
  return length;
}

nlohmann::ordered_json OpenedModel::config() const {
  nlohmann::ordered_json config = folder_.config;
  task_->describe(config);
  return config;
}

void OpenedModel::write_files(const Path& folder) const {
  if (adapter_)
    write_file_atomically(folder / kAdapterConfigFile,
                          model::adapter_config_text(adapter_->config));
  // PEFT has no place for the names of labels.
  if (const auto whole = config(); !adapter_ || whole.contains("id2label"))
    write_file_atomically(folder / "config.json", whole.dump(2) + "\n");
  write_tokenizer(folder);
}

void OpenedModel::write_tokenizer(const Path& folder) const {
  if (format::is_gguf(tokenizer().path())) {
    const data::TokenizerFiles files = data::read_tokenizer_files(tokenizer().path());
    write_file_atomically(folder / "tokenizer.json", files.tokenizer_json.content);
    write_file_atomically(folder / "tokenizer_config.json", files.config.content);
  } else {
    for (const Path& file : tokenizer().files())
      write_file_atomically(folder / file.filename(), read_file(file));
  }
  for (const task::ResultFile& file : task_->files())
    if (file.content) write_file_atomically(folder / file.name, *file.content);
}

std::vector<Path> split_files(const std::string& file, const std::string& dataset_name,
                              task::Split split, const task::TaskKind& kind,
                              const std::string& cache_dir) {
  if (!file.empty()) return {file};
  if (dataset_name.empty())
    user_error("--{} or --dataset_name is missing",
               split == task::Split::train ? "train_file" : "validation_file");
  return dataset_files(dataset_name, split, kind, cache_dir);
}

std::optional<Path> feature_cache() {
  const auto folder = cache_folder();
  if (folder) return *folder / "features";
  log_warning("neither XDG_CACHE_HOME nor HOME is set: prepared features are not kept");
  return std::nullopt;
}

model::Weights read_weights(const OpenedModel& model, const FirstValues& first,
                            const std::optional<Path>& adapter) {
  model::Weights weights = read_weights(model.path(), model.objective().parameters, first, adapter);
  if (model.adapter() && !first.of_any_tensor) expect_saved(model, weights.initialised());
  return weights;
}

model::Weights read_weights(const Path& folder, const std::vector<model::Parameter>& parameters,
                            const FirstValues& first, const std::optional<Path>& adapter) {
  model::Weights weights(folder, parameters, first.seed);
  if (adapter) weights.read_adapter(*adapter);
  const std::vector<std::string> missing = weights.initialised(), unused = weights.unexpected();
  if (!first.of_any_tensor && !weights.complete_but_for_head())
    user_error(
        "{}: the weights lack {} of the {} tensors that config.json asks for: {}. {}Mend the names "
        "or config.json's sizes; --allow_missing_tensors takes random values instead",
        escaped(folder.string(), 1000), missing.size(), weights.size(), some_of(missing),
        unused.empty() ? "" : fmt::format("They also hold: {}. ", some_of(unused)));
  if (!missing.empty())
    log_warning("not in the model's files, initialised from seed {}: {}", first.seed,
                fmt::join(missing, ", "));
  if (!unused.empty()) log_info("in the model's files, but not used: {}", fmt::join(unused, ", "));
  return weights;
}

model::Weights read_or_make_weights(const OpenedModel& model, const FirstValues& first,
                                    const std::optional<Path>& adapter) {
  const auto has = [&](const char* file) { return std::filesystem::exists(model.path() / file); };
  if (format::is_gguf(model.path()) || has("model.safetensors") ||
      has("model.safetensors.index.json"))
    return read_weights(model, first, adapter);
  if (model.adapter())
    user_error(
        "{}: the folder has no model.safetensors, nor shards of one; expected the weights that the "
        "adapter belongs to",
        escaped(model.path().string(), 1000));
  log_warning("{} has no weights: every parameter starts from seed {}", model.path().string(),
              first.seed);
  return {model.objective().parameters, first.seed};
}

model::Weights read_or_make_weights(const OpenedModel& model, const FirstValues& first) {
  return read_or_make_weights(model, first, adapter_file(model));
}

pass::Precision precision_for(const std::string& given, const backend::Backend& backend) {
  if (given != "auto") return pass::precision_named(given);
  return backend.capabilities().fast_products == ir::ElementType::bf16 ? pass::Precision::bf16
                                                                       : pass::Precision::f32;
}

data::Layout layout_of(const std::string& pack, int64_t max_seq_length, Shapes shapes,
                       int64_t features) {
  if (pack == "none") return {data::Layout::Kind::padded, max_seq_length, {}};
  if (shapes == Shapes::one) return {data::Layout::Kind::fixed_rows, max_seq_length, {features}};
  if (shapes == Shapes::few)
    return {data::Layout::Kind::fixed_rows, max_seq_length, data::default_row_counts(features)};
  constexpr int64_t kRowMultiple =
      128;  // 16 features fill such a row to 97 %, and lengths stay few
  return {data::Layout::Kind::packed_row, kRowMultiple, {}};
}

Shapes shapes_for(const backend::Backend& backend, const task::TaskKind& kind, task::Split split) {
  if (!backend.capabilities().wants_few_shapes) return Shapes::any;
  return kind.fills_rows(split) ? Shapes::one : Shapes::few;
}

bool splits_batches(Shapes shapes, const task::TaskKind& kind) {
  return shapes == Shapes::any && kind.fills_rows(task::Split::train);
}

std::string evaluation_pack(const std::string& pack, const task::TaskKind& kind,
                            pass::Precision precision) {
  const bool pads = precision == pass::Precision::f32 && kind.pads_evaluations();
  return pack == "auto" && pads ? "none" : pack;
}

task::Objective kept_objective(const OpenedModel& model, const model::Weights& weights,
                               pass::Precision precision) {
  if (!model.adapter()) return model.objective();
  return step::with_narrow_weights(model.objective(), precision,
                                   [&](size_t i) { return weights.stored_as(i); });
}

LoadedModel::LoadedModel(const OpenedModel& model, const std::string& backend_name,
                         const std::string& precision, int64_t max_seq_length,
                         const FirstValues& first, int threads)
    : backend(open_backend(backend_name, threads)),
      weights(read_weights(model, first, adapter_file(model))),
      objective(kept_objective(model, weights, precision_for(precision, *backend))),
      programs(*backend, objective, forward_options(*backend, precision, max_seq_length)) {
  train::expect_memory(
      *backend, train::parameter_bytes(programs.layout()) + programs.forward_parameter_bytes(),
      "the model's parameters");
  for (size_t i = 0; i < weights.size(); i++)
    parameters.push_back(backend->upload(weights.read(i, programs.layout().state()[i].type.element),
                                         backend->devices()[0]));
  parameters = programs.forward_parameters(parameters);
}

nlohmann::ordered_json evaluation_results(const task::Evaluation& evaluation, int64_t features,
                                          double seconds) {
  nlohmann::ordered_json results;
  for (const auto& [name, value] : evaluation.metrics.items()) results["eval_" + name] = value;
  results["eval_samples"] = features;
  results["eval_runtime"] = seconds;
  results["eval_samples_per_second"] = seconds > 0 ? static_cast<double>(features) / seconds : 0.0;
  return results;
}

void write_evaluation(const task::Evaluation& evaluation, const nlohmann::ordered_json& results,
                      const Path& folder) {
  for (const task::ResultFile& file : evaluation.files) {
    const Path path = folder / ("eval_" + file.name);
    std::error_code ignored;
    if (file.content)
      write_file_atomically(path, *file.content);
    else
      std::filesystem::remove(path, ignored);
  }
  write_file_atomically(folder / "eval_results.json", results.dump(2) + "\n");
}

}  // namespace tutti::app
