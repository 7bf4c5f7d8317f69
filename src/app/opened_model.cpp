// SPDX-License-Identifier: Apache-2.0
#include "app/opened_model.h"

#include "app/arguments.h"
#include "app/hub.h"
#include "base/text.h"
#include "format/gguf.h"
#include "format/json.h"
#include "task/window.h"

namespace tutti::app {
namespace {

/// What a config.json says of a task's head.
constexpr const char* kHeadKeys[] = {"architectures", "problem_type", "id2label", "label2id"};

ModelArguments with_base(ModelArguments arguments) {
  find_base(arguments.model_name_or_path, arguments.adapter, arguments.tokenizer_name,
            arguments.cache_dir);
  return arguments;
}

/// The model's folder, and what an adapter's config.json says of the head that it was trained with.
task::ModelFolder folder_of(const ModelArguments& arguments) {
  const Path model = resolve_model(arguments.model_name_or_path, arguments.cache_dir);
  task::ModelFolder folder(model,
                           arguments.tokenizer_name.empty()
                               ? model
                               : resolve_model(arguments.tokenizer_name, arguments.cache_dir));
  if (arguments.adapter.empty()) return folder;
  const Path adapter = resolve_adapter(arguments.adapter, arguments.cache_dir);
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

}  // namespace

OpenedModel::OpenedModel(const ModelArguments& arguments, const task::TaskKinds& tasks,
                         task::Use use,
                         const std::function<std::vector<Path>(const task::TaskKind&)>& train_files,
                         const LoraArguments* lora)
    : arguments_(with_base(arguments)),
      folder_(folder_of(arguments_)),
      kind_(task::find_task(tasks, arguments_.task, folder_.config)),
      task_(kind_->open({folder_, train_files ? train_files(*kind_) : std::vector<Path>()})),
      adapter_(open_adapter(arguments_, lora, *kind_, *task_)) {
  expect_no_others(tasks, *kind_, use);
}

int64_t OpenedModel::length_of(std::optional<int64_t> max_seq_length) const {
  const int64_t length = max_seq_length.value_or(kind().default_length(model()));
  if (length > model().positions)
    user_error("--max_seq_length {} is more than the model's max_position_embeddings {}", length,
               model().positions);
  return length;
}

std::unique_ptr<task::Dataset> OpenedModel::read(const task::Reading& reading) const {
  auto data = task().read(reading);
  task::expect_within_window(data->features(), model());
  return data;
}

std::unique_ptr<task::Dataset> OpenedModel::example(task::Use use, int64_t max_length,
                                                    int threads) const {
  auto data = task().example(use, max_length, threads);
  task::expect_within_window(data->features(), model());
  return data;
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
    if (file.content)
      write_file_atomically(folder / file.name, *file.content);
    else
      std::filesystem::remove(folder / file.name);
}

}  // namespace tutti::app
