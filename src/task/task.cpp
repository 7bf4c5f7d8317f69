// SPDX-License-Identifier: Apache-2.0
#include "task/task.h"

#include <algorithm>

#include "base/text.h"
#include "format/gguf.h"
#include "format/json.h"
#include "format/records.h"
#include "model/gguf_config.h"

namespace tutti::task {

#define TUTTI_TASK(folder)                 \
  namespace folder {                       \
  std::shared_ptr<TaskKind> kind(Use use); \
  }
#include "task/tasks.def"
#undef TUTTI_TASK

namespace {

/// Checks that the model has an embedding for each token and token type of the tokenizer.
void expect_matching(const ModelFolder& folder) {
  const std::string config = config_name(folder.path);
  const model::Model& model = folder.model;
  if (folder.tokenizer.vocabulary_size() > model.vocabulary_size)
    user_error(
        "{}: vocab_size is {}, but the tokenizer has {} tokens: \"{}\" has the id {}, beyond the "
        "embedding; the model and the tokenizer do not match",
        config, model.vocabulary_size, folder.tokenizer.vocabulary_size(),
        escaped(folder.tokenizer.token(folder.tokenizer.vocabulary_size() - 1)),
        folder.tokenizer.vocabulary_size() - 1);
  for (const data::TemplatePiece& piece : folder.tokenizer.pair_template())
    if (piece.type >= model.token_types)
      user_error(
          "{}: a pair of texts has tokens of type {}, but {} has type_vocab_size {}; expected "
          "types below that: change the post-processor or take the model's own tokenizer",
          escaped(folder.tokenizer.files().front().native(), 1000), piece.type, config,
          model.token_types);
}

/// Gives a task the values of arguments that it shares with those before it, under whose names they
/// were set.
void share_arguments(const TaskKinds& tasks, TaskKind& chosen) {
  for (const Argument& own : chosen.arguments())
    for (const auto& task : tasks) {
      if (task.get() == &chosen) break;
      const ArgumentList others = task->arguments();
      const Argument* other = find_argument(others, own.name);
      if (!other) continue;
      std::visit([&](auto* to) { *to = *std::get<decltype(to)>(other->value); }, own.value);
      break;
    }
}

}  // namespace

std::string_view name_of(Split split) {
  return split == Split::train ? "train" : "validation";
}

std::string config_name(const Path& path) {
  return escaped((format::is_gguf(path) ? path : path / "config.json").native(), 1000);
}

nlohmann::ordered_json read_config(const Path& folder) {
  if (format::is_gguf(folder)) return model::gguf_config(format::GgufFile(folder));
  const Path file = folder / "config.json";
  if (!std::filesystem::exists(file))
    io_error("{}: the folder has no config.json; expected a model's folder in transformers' format",
             escaped(folder.string(), 1000));
  return format::parse_json_ordered(read_file(file, size_t{1} << 28), file.native());
}

ModelFolder::ModelFolder(const Path& folder, const Path& tokenizer_folder)
    : path(folder),
      head(folder),
      config(read_config(folder)),
      model(model::open_model(config, config_name(folder))),
      tokenizer(tokenizer_folder) {
  expect_matching(*this);
}

std::unique_ptr<Dataset> Task::of_texts(const PromptedTexts&, const Reading&) const {
  user_error("the task embeds no texts, expected --task embedding");
}

std::vector<Path> TaskKind::find_files(const Path& folder, Split split, const std::string&) const {
  const std::string stem(name_of(split));
  if (auto files = format::find_records(folder, stem); !files.empty()) return files;
  for (const Path& place : {folder, folder / "data"}) {
    if (const Path file = place / (stem + ".parquet"); std::filesystem::exists(file)) return {file};
    if (auto files = format::find_parquet(place, stem); !files.empty()) return files;
  }
  return {};
}

std::string TaskKind::wanted_files(Split split) const {
  return fmt::format(
      "{0}.jsonl, {0}.json, {0}.csv nor {0}.tsv in this folder nor {0}.parquet or {0}-*.parquet in "
      "it or its data",
      name_of(split));
}

bool names_head(const nlohmann::ordered_json& config, const std::vector<std::string_view>& heads) {
  const auto architectures = config.find("architectures");
  if (architectures == config.end() || !architectures->is_array()) return false;
  return std::any_of(architectures->begin(), architectures->end(), [&](const auto& name) {
    return name.is_string() && std::any_of(heads.begin(), heads.end(), [&](std::string_view head) {
             return name.template get<std::string>().ends_with(head);
           });
  });
}

TaskKinds all_tasks(Use use) {
  return {
#define TUTTI_TASK(folder) folder::kind(use),
#include "task/tasks.def"
#undef TUTTI_TASK
  };
}

std::shared_ptr<TaskKind> find_task(const TaskKinds& tasks, const std::string& name,
                                    const nlohmann::ordered_json& config) {
  // What such a model was made for is not what the first task would make of it.
  if (name.empty())
    for (const char* head : {"ForMultipleChoice"})
      if (names_head(config, {head}))
        user_error(
            "the model is made for {} ({}), which Tutti does not have as a task; give --task to "
            "train a new head",
            head + 3, config.at("architectures").dump());
  std::string names;
  for (const auto& task : tasks) {
    if (name.empty() ? names_head(config, task->heads()) : task->name() == name) {
      share_arguments(tasks, *task);
      return task;
    }
    names += (names.empty() ? "" : ", ") + std::string(task->name());
  }
  if (!name.empty())
    user_error("--task {}: there is no such task; expected one of {}", escaped(name), names);
  return tasks.front();
}

}  // namespace tutti::task
