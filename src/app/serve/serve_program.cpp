// SPDX-License-Identifier: Apache-2.0
#include "app/serve/serve_program.h"

#include <algorithm>

#include "app/process/context.h"
#include "app/process/job_process.h"
#include "app/shell/arguments.h"
#include "format/argument_values.h"
#include "format/json.h"
#include "run/hub.h"
#include "run/opened_adapter.h"
#include "run/setting_groups.h"
#include "run/train_settings.h"
#include "serve/reach.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using serve::NamedValues;

/// What the page decides itself: the folder is the run's.
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
  return fields_of(list);
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
    // What loads code, or writes elsewhere, is not taken over unseen.
    if (const std::string text = format::text_of(*set);
        text != field.standard && !set->loads_code(text) && !set->writes(text))
      values.emplace_back(field.argument.name, text);
  }
  return values;
}

/// What a run's run.json says of its task; empty where it does not.
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
  } catch (const UserError&) {  // it is no model of ours, or its base is not here
    return std::nullopt;
  }
  return found;
}

}  // namespace

serve::ProgramInterface serve_program() {
  return {kProgramItself, train_fields(), train_arguments(), run_arguments, values_of, model_in};
}

}  // namespace tutti::app
