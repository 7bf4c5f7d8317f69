// SPDX-License-Identifier: Apache-2.0
#include "run/training.h"

#include "base/log.h"
#include "c_api/calls.h"
#include "format/argument_values.h"
#include "format/run_file.h"

using namespace tutti::c_api;

struct tutti_training {
  tutti::train::StopFlag stop{0};
  std::optional<tutti::run::Training> training;
};

namespace {

namespace run = tutti::run;

const tutti::Argument& named(const tutti::ArgumentList& list, std::string_view name) {
  const tutti::Argument* found = tutti::find_argument(list, name);
  if (!found)
    tutti::user_error("there is no setting {}; tutti_settings_list() names those that there are",
                      tutti::escaped(std::string(name)));
  return *found;
}

void set_from_object(tutti_settings& settings, const nlohmann::json& object,
                     const std::string& where) {
  if (!object.is_object())
    tutti::user_error("{}: found {}, expected an object", where, tutti::format::json_found(object));
  const tutti::ArgumentList list = list_arguments(settings.settings);
  for (const auto& [name, value] : object.items())
    if (!value.is_null()) tutti::format::set_from_json(named(list, name), value, name);
}

const char* type_of(const tutti::Argument& argument) {
  if (argument.is_switch()) return "bool";
  if (std::holds_alternative<int64_t*>(argument.value) ||
      std::holds_alternative<std::optional<int64_t>*>(argument.value))
    return "int";
  if (std::holds_alternative<double*>(argument.value) ||
      std::holds_alternative<std::optional<double>*>(argument.value))
    return "float";
  return "text";
}

run::TrainingHooks hooks_of(tutti_event event, void* data, tutti::train::StopFlag& stop) {
  run::TrainingHooks hooks;
  hooks.stop = &stop;
  if (!event) return hooks;
  const auto tell = [event, data](const char* kind, const Json& json) {
    event(data, kind, dump(json).c_str());
  };
  hooks.on_begin = [tell](const run::Facts& facts) {
    Json json = Json::array();
    for (const auto& [name, value] : facts) json.push_back({name, value});
    tell("begin", json);
  };
  const auto total = std::make_shared<int64_t>(0);
  hooks.on_steps = [total](const run::StepsOutline& steps) { *total = steps.total; };
  hooks.on_step = [tell, total](int64_t step) {
    tell("step", {{"step", step}, {"total", *total}});
  };
  hooks.on_log = [tell](const tutti::train::LogEntry& entry) {
    tell("log", {{"step", entry.step},
                 {"loss", entry.loss},
                 {"gradient_norm", entry.gradient_norm},
                 {"learning_rate", entry.learning_rate},
                 {"epoch", entry.epoch}});
  };
  hooks.on_evaluated = [tell](int64_t done, int64_t all, int64_t) {
    tell("evaluate", {{"done", done}, {"total", all}});
  };
  hooks.on_output = [tell](const std::string& message) { tell("output", {{"message", message}}); };
  hooks.on_rank = [tell](int64_t rank, bool has_met) {
    tell("rank", {{"rank", rank}, {"has_met", has_met}});
  };
  return hooks;
}

}  // namespace

void tutti_set_log(tutti_log log, void* data) {
  guarded([&] {
    if (!log)
      tutti::set_log_sink({});
    else
      tutti::set_log_sink([log, data](tutti::LogLevel level, const std::string& message) {
        log(data, static_cast<int>(level), message.c_str());
      });
    return 0;
  });
}

tutti_settings* tutti_settings_new(void) {
  return made_by<tutti_settings>([] { return std::make_unique<tutti_settings>(); });
}

void tutti_settings_free(tutti_settings* settings) {
  delete settings;
}

int tutti_settings_set(tutti_settings* settings, const char* name, const char* value) {
  return guarded([&] {
    given(name, "the name of a setting");
    tutti::format::set_from_text(named(list_arguments(settings->settings), name),
                                 given(value, name), name);
    return 0;
  });
}

int tutti_settings_set_json(tutti_settings* settings, const char* json) {
  return guarded([&] {
    set_from_object(*settings, tutti::format::parse_json(given(json, "the settings"), "settings"),
                    "settings");
    return 0;
  });
}

int tutti_settings_set_file(tutti_settings* settings, const char* path) {
  return guarded([&] {
    const tutti::Path file = given(path, "the path of the run file");
    set_from_object(*settings, tutti::format::read_run_file(file),
                    tutti::escaped(file.string(), 1000));
    return 0;
  });
}

char* tutti_settings_json(const tutti_settings* settings) {
  return text_of([&] {
    run::TrainSettings copy = settings->settings;  // a list points at what may be set
    return dump(tutti::format::arguments_json(list_arguments(copy)));
  });
}

char* tutti_settings_list(const tutti_settings* settings) {
  return text_of([&] {
    run::TrainSettings copy = settings->settings;
    Json all = Json::array();
    for (const tutti::Argument& argument : list_arguments(copy))
      if (!argument.positional)
        all.push_back({{"name", argument.name},
                       {"group", argument.group},
                       {"type", type_of(argument)},
                       {"choices", argument.choices},
                       {"help", argument.help}});
    return dump(all);
  });
}

int tutti_settings_set_threads(tutti_settings* settings, int threads) {
  return guarded([&] {
    if (threads < 1) tutti::user_error("threads: found {}, expected at least 1", threads);
    settings->threads = threads;
    return 0;
  });
}

int tutti_settings_set_variable(tutti_settings* settings, const char* name, const char* value) {
  return guarded([&] {
    settings->variables[given(name, "the name of a variable")] = given(value, name);
    return 0;
  });
}

int tutti_settings_set_program(tutti_settings* settings, const char* path) {
  return guarded([&] {
    settings->program = given(path, "the path of the program");
    return 0;
  });
}

tutti_training* tutti_training_open(const tutti_settings* settings, tutti_event event, void* data) {
  return made_by<tutti_training>([&] {
    auto opened = std::make_unique<tutti_training>();
    opened->training.emplace(settings->settings, context_of(*settings),
                             hooks_of(event, data, opened->stop));
    return opened;
  });
}

void tutti_training_free(tutti_training* training) {
  delete training;
}

char* tutti_training_plan(tutti_training* training) {
  return text_of([&] {
    const run::TrainingPlan plan = training->training->plan();
    Json facts = Json::array();
    for (const auto& [name, value] : plan.facts) facts.push_back({name, value});
    return dump({{"total_steps", plan.total_steps},
                 {"batch", plan.batch},
                 {"micro_batches", plan.micro_batches},
                 {"memory_bytes", plan.memory.total()},
                 {"facts", facts}});
  });
}

int tutti_training_train(tutti_training* training) {
  return guarded([&] {
    const bool stopped = training->training->train() == tutti::train::Outcome::stopped;
    return stopped ? fail(TUTTI_STOPPED, "stopped; the state is saved") : TUTTI_DONE;
  });
}

void tutti_training_stop(tutti_training* training) {
  training->stop = 1;
}

char* tutti_training_evaluate(tutti_training* training) {
  return text_of([&]() -> std::string {
    const auto evaluated = training->training->evaluate();
    return evaluated ? dump(evaluated->results) : "null";
  });
}

char* tutti_training_predict(tutti_training* training, const char* inputs, int64_t most) {
  return text_of([&] { return dump(training->training->predict(inputs_of(inputs), most).json); });
}

char* tutti_training_generate(tutti_training* training, const char* prompt,
                              int64_t max_new_tokens) {
  return text_of(
      [&] { return training->training->generate(given(prompt, "the prompt"), max_new_tokens); });
}

int tutti_training_save(tutti_training* training, const char* folder) {
  return guarded([&] {
    training->training->save(given(folder, "the folder"));
    return 0;
  });
}

int tutti_training_finish(tutti_training* training) {
  return guarded([&] {
    training->training->finish();
    return 0;
  });
}

char* tutti_training_results(tutti_training* training) {
  return text_of([&] { return dump(training->training->results()); });
}
