// SPDX-License-Identifier: Apache-2.0
#include "app/serve/serve_program.h"

#include <algorithm>

#include "app/process/context.h"
#include "app/process/job_process.h"
#include "app/shell/arguments.h"
#include "format/argument_values.h"
#include "format/gguf.h"
#include "format/json.h"
#include "format/sharded.h"
#include "run/hub.h"
#include "run/opened_adapter.h"
#include "run/setting_groups.h"
#include "run/train_settings.h"
#include "serve/reach.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using serve::NamedValues;

/// What the page sets itself: the folder is the run's.
bool is_of_page(const Argument& argument) {
  return argument.positional || argument.name == "output_dir" ||
         argument.name == "overwrite_output_dir" || argument.name == "resume_from_checkpoint";
}

/// The others. Nothing is read or written through their pointers.
ArgumentList train_arguments() {
  run::TrainSettings arguments;
  ArgumentList list = list_arguments(arguments);
  std::erase_if(list, is_of_page);
  return list;
}

std::vector<serve::Field> fields_of(const ArgumentList& list) {
  std::vector<serve::Field> fields;
  for (const Argument& argument : list) fields.push_back({argument, format::text_of(argument)});
  return fields;
}

/// The fields that a training needs, in words for somebody who does not know the flags.
void label_first(std::vector<serve::Field>& fields) {
  struct First {
    const char *name, *label, *help, *standing, *when_true;
  };
  static constexpr First kFirst[] = {
      {"model_name_or_path", "Model", "A folder, a GGUF file, or a name in the Hugging Face cache.",
       "", ""},
      {"train_file", "Training file", "JSON, JSON lines, CSV, Parquet or text.", "", ""},
      {"task", "Task", "What the model is to do.", "As the model's config.json says", ""},
      {"use_peft", "Method", "An adapter takes less memory, and its file is small.", "All weights",
       "A LoRA adapter"}};
  std::vector<serve::Field> first;
  for (const First& one : kFirst)
    for (size_t i = 0; i < fields.size(); i++)
      if (fields[i].argument.name == one.name) {
        serve::Field field = fields[i];
        field.argument.help = one.help;
        field.label = one.label;
        field.standing = one.standing;
        field.when_true = one.when_true;
        first.push_back(std::move(field));
        fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
  fields.insert(fields.begin(), first.begin(), first.end());
}

std::vector<serve::Field> train_fields() {
  run::JobSettings job;
  ArgumentLister processes;
  run::add_job(processes, job);
  const std::string group = processes.take()[0].group;
  run::TrainSettings arguments;
  ArgumentList list = list_arguments(arguments);
  // It starts one process.
  std::erase_if(list, [&](const Argument& argument) {
    return is_of_page(argument) || argument.group == group;
  });
  std::vector<serve::Field> fields = fields_of(list);
  label_first(fields);
  return fields;
}

/// The weights that a local model lacks, which an estimate does not need.
std::optional<std::string> missing_weights_of(const std::string& model) {
  try {
    const Path folder = run::resolve_model(model, run::hub_cache("", context_of({})));
    std::error_code failure;
    const bool is_adapter = std::filesystem::exists(folder / run::kAdapterConfigFile, failure);
    return is_adapter || format::is_gguf(folder) ? std::nullopt : format::missing_weights(folder);
  } catch (const UserError&) {  // the estimate says what is wrong
    return std::nullopt;
  }
}

std::string missing(const NamedValues& values) {
  if (serve::value_of(values, "model_name_or_path").empty()) return "Name a model.";
  if (serve::value_of(values, "train_file").empty() &&
      serve::value_of(values, "dataset_name").empty())
    return "Name a file to train on.";
  if (serve::value_of(values, "allow_missing_tensors") != "true")
    if (const auto weights = missing_weights_of(serve::value_of(values, "model_name_or_path")))
      return *weights + "; to begin with random values, add --allow_missing_tensors";
  return "";
}

Json run_arguments(const NamedValues& values, std::map<std::string, std::string>& errors) {
  run::TrainSettings arguments;
  const ArgumentList list = list_arguments(arguments);
  for (const auto& [name, text] : values) {
    const Argument* argument = find_argument(list, name);
    try {
      if (argument) format::set_from_text(*argument, text, name);
    } catch (const UserError& error) {
      errors[name] = error.what();
    }
  }
  const Json all = format::arguments_json(list);
  Json given = Json::object();
  for (const auto& [name, text] : values) given[name] = all.at(name);
  return given;
}

NamedValues values_of(const Json& run) {
  run::TrainSettings arguments;
  const ArgumentList list = list_arguments(arguments);
  read_arguments(list, run, "run.json");
  NamedValues values;
  for (const serve::Field& field : train_fields()) {
    const auto set = std::find_if(list.begin(), list.end(), [&](const Argument& one) {
      return one.name == field.argument.name;
    });
    // Arguments that load code, or write elsewhere, are not copied unseen.
    if (const std::string text = format::text_of(*set);
        text != field.standard && !set->loads_code(text) && !set->writes(text))
      values.emplace_back(field.argument.name, text);
  }
  return values;
}

/// The task in a run's run.json; empty if it names none.
std::string task_of(const Path& folder) {
  const nlohmann::json run = serve::read_own_json(folder / "run.json");
  if (!run.contains("arguments") || !run["arguments"].is_object()) return "";
  return format::json_string(run["arguments"], "task", "run.json", "");
}

bool has_weights(const Path& folder) {
  std::error_code failure;
  for (std::filesystem::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure))
    if (at->path().extension() == ".safetensors") return true;
  return false;
}

std::optional<serve::RunModel> model_in(const Path& folder) {
  if (!has_weights(folder)) return std::nullopt;
  std::error_code failure;
  serve::RunModel found{folder.string(), "", {}, false};
  try {
    if (std::filesystem::exists(folder / run::kAdapterConfigFile, failure)) {
      const nlohmann::json adapter = serve::read_own_json(folder / run::kAdapterConfigFile);
      found.model =
          format::json_string(adapter, "base_model_name_or_path", run::kAdapterConfigFile);
      found.adapter = folder.string();
    }
    const auto config =
        task::read_config(run::resolve_model(found.model, run::hub_cache("", context_of({}))));
    const auto kind = task::find_task(task::all_tasks(task::Use::predict), task_of(folder), config);
    found.fields = fields_of(kind->arguments());
    found.chats = kind->name() == "text-generation";
  } catch (const UserError&) {  // it is not a model for Tutti, or its base is not here
    return std::nullopt;
  }
  return found;
}

}  // namespace

serve::RunFolder::TaskOf task_finder() {
  return [known = std::map<std::string, std::string>()](const nlohmann::json& run) mutable {
    try {
      const std::string model = format::json_string(run, "model_name_or_path", "run.json", "");
      const std::string task = format::json_string(run, "task", "run.json", "");
      if (!task.empty() || model.empty()) return task;
      const auto [found, is_new] = known.try_emplace(model);
      if (is_new) {
        const Path folder = run::resolve_model(model, run::hub_cache("", context_of({})));
        const auto kind =
            task::find_task(task::all_tasks(task::Use::train), "", task::read_config(folder));
        found->second = kind->name();
      }
      return found->second;
    } catch (const UserError&) {  // the model is not here any more
      return std::string();
    }
  };
}

serve::ProgramInterface serve_program() {
  return {.path = kProgramItself,
          .train = train_fields(),
          .begin = {{"do_train", "true"}, {"logging_steps", "10"}},  // curves are what it shows
          .arguments = train_arguments(),
          .run_arguments = run_arguments,
          .missing = missing,
          .values_of = values_of,
          .model_in = model_in};
}

}  // namespace tutti::app
