// SPDX-License-Identifier: Apache-2.0
#include "run/opened_model.h"

#include "base/text.h"
#include "format/argument_values.h"
#include "format/gguf.h"
#include "format/json.h"
#include "format/sharded.h"
#include "run/hub.h"

namespace tutti::run {
namespace {

/// A config.json's description of a task's head.
constexpr const char* kHeadKeys[] = {"architectures", "problem_type", "id2label", "label2id"};

ModelSettings with_base(ModelSettings settings, const Path& cache) {
  find_base(settings.model_name_or_path, settings.adapter, settings.tokenizer_name, cache);
  return settings;
}

/// The model's folder, and an adapter's config.json's description of its head.
task::ModelFolder folder_of(const ModelSettings& settings, const Path& cache) {
  const Path model = resolve_model(settings.model_name_or_path, cache);
  task::ModelFolder folder(model, settings.tokenizer_name.empty()
                                      ? model
                                      : resolve_model(settings.tokenizer_name, cache));
  if (settings.adapter.empty()) return folder;
  const Path adapter = resolve_adapter(settings.adapter, cache);
  folder.head = adapter;
  if (!std::filesystem::exists(adapter / "config.json")) return folder;
  const auto config = task::read_config(adapter);
  for (const char* key : kHeadKeys)
    if (config.contains(key)) folder.config[key] = config[key];
  return folder;
}

/// --task, or the task of a file that describes a model without a head. Training may give it any.
std::string task_of(const ModelSettings& settings, const task::ModelFolder& folder,
                    const task::TaskKinds& tasks, task::Use use) {
  // The head of a pretraining does not say what the model is for.
  const bool has_head =
      folder.config.contains("architectures") &&
      folder.config["architectures"].dump().find("For") != std::string::npos &&
      !task::names_head(folder.config, {"ForMaskedLM", "ForPreTraining", "ForCausalLM"});
  const bool is_used =
      use == task::Use::evaluate || use == task::Use::predict || use == task::Use::validate;
  if (!settings.task.empty() || has_head || !is_used) return settings.task;
  for (const auto& kind : tasks)
    if (!kind->description().empty() && std::filesystem::exists(folder.head / kind->description()))
      return std::string(kind->name());
  return "";
}

/// Checks that no argument of another task was given.
void expect_no_others(const task::TaskKinds& tasks, task::TaskKind& chosen, task::Use use) {
  const task::TaskKinds defaults = task::all_tasks(use);
  const ArgumentList own = chosen.arguments();
  for (size_t i = 0; i < tasks.size(); i++) {
    if (tasks[i].get() == &chosen) continue;
    const ArgumentList given = tasks[i]->arguments(), unset = defaults[i]->arguments();
    for (size_t k = 0; k < given.size(); k++)
      if (!find_argument(own, given[k].name) &&
          format::text_of(given[k]) != format::text_of(unset[k]))
        user_error("--{} belongs to --task {}, but the task is {}; leave one of them out",
                   given[k].name, tasks[i]->name(), chosen.name());
  }
}

}  // namespace

void set_inputs(task::TaskKind& kind, const NamedInputs& inputs) {
  const ArgumentList list = kind.arguments();
  for (const auto& [name, value] : inputs) {
    const Argument* found = find_argument(list, name);
    if (!found)
      user_error("{0}: found an input \"{1}\", expected those of `tutti predict --task {0}`",
                 kind.name(), escaped(name));
    format::set_from_text(*found, value, name);
  }
}

OpenedModel::OpenedModel(const ModelSettings& settings, const task::TaskKinds& tasks, task::Use use,
                         const Context& context,
                         const std::function<std::vector<Path>(const task::TaskKind&)>& train_files,
                         const LoraSettings* lora)
    : settings_(with_base(settings, hub_cache(settings.cache_dir, context))),
      folder_(folder_of(settings_, hub_cache(settings.cache_dir, context))),
      kind_(task::find_task(tasks, task_of(settings_, folder_, tasks, use), folder_.config)),
      task_(kind_->open({folder_, train_files ? train_files(*kind_) : std::vector<Path>()})),
      adapter_(open_adapter(settings_, lora, *kind_, *task_, context)) {
  expect_no_others(tasks, *kind_, use);
}

bool OpenedModel::has_weights() const {
  return format::is_gguf(path()) || !format::missing_weights(path());
}

int64_t OpenedModel::length_of(std::optional<int64_t> max_seq_length) const {
  const int64_t length =
      max_seq_length.value_or(task().length().value_or(kind().default_length(model())));
  if (length > model().positions)
    user_error("--max_seq_length {} is more than the model's max_position_embeddings {}", length,
               model().positions);
  return length;
}

std::unique_ptr<task::Dataset> OpenedModel::read(const task::Reading& reading) const {
  return task().read(reading);
}

std::unique_ptr<task::Dataset> OpenedModel::of_texts(const task::PromptedTexts& texts,
                                                     const task::Reading& reading) const {
  return task().of_texts(texts, reading);
}

std::unique_ptr<task::Dataset> OpenedModel::example(task::Use use, int64_t max_length,
                                                    int threads) const {
  return task().example(use, max_length, threads);
}

std::unique_ptr<task::Task> OpenedModel::task_on(const NamedInputs& inputs) const {
  const auto kind = task::find_task(task::all_tasks(task::Use::predict), std::string(kind_->name()),
                                    folder_.config);
  set_inputs(*kind, inputs);
  return kind->open({folder_, {}});
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
    if (file.content) {
      const Path path = folder / file.name;
      make_output_folder(path.parent_path());
      write_file_atomically(path, *file.content);
    } else {
      std::filesystem::remove(folder / file.name);
    }
}

}  // namespace tutti::run
