// SPDX-License-Identifier: Apache-2.0
// `tutti benchmark --report DIR`: what each switch of a step gains beside plain float32. Every run
// is a process of its own, so that none has another's memory, and each run of a switch has a plain
// one beside it, because a shared machine is slow for minutes.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/arguments.h"
#include "app/job_process.h"
#include "app/output.h"
#include "app/plugins.h"
#include "app/signals.h"
#include "base/calendar.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "format/json.h"
#include "report/baseline.h"
#include "report/chart.h"
#include "report/switch_report.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kLongestRun = 3600;  // seconds
constexpr double kGain = 0.97;        // of time or memory: what is less than that is a gain
constexpr double kRounding = 1e-4;    // of the loss
constexpr const char* kBudgets[] = {"80%", "65%", "50%", "40%", "30%", "20%", "min"};
constexpr size_t kMostPoints = 400;  // of the memory over a step

struct Switch {
  std::string name, flags;
  BenchmarkArguments arguments;
};

/// A change of the plain steps that is one of those that are made together.
struct Part {
  std::string name, flags;
  std::function<void(BenchmarkArguments&)> change;
};

/// The flags that a command needs beside its own defaults.
std::vector<std::string> flags_of(BenchmarkArguments arguments) {
  BenchmarkArguments fresh;
  const ArgumentList given = list_arguments(arguments), usual = list_arguments(fresh);
  std::vector<std::string> words;
  for (size_t i = 0; i < given.size(); i++)
    if (const std::string value = text_of(given[i]); value != text_of(usual[i])) {
      words.push_back("--" + given[i].name);
      words.push_back(value);
    }
  return words;
}

/// The plain steps, to which all others are compared.
BenchmarkArguments plain_of(const BenchmarkArguments& arguments) {
  BenchmarkArguments plain = arguments;
  static_cast<StepArguments&>(plain) = {};
  plain.precision = "f32";
  plain.report.clear();
  plain.repeats = BenchmarkArguments().repeats;
  return plain;
}

/// The switches that are measured alone, together, and together without one of them.
std::vector<Part> parts_of(const BenchmarkArguments& plain, const Path& folder) {
  const std::string file = (folder / "moments").string();
  std::vector<Part> parts = {
      {"bf16", "--precision bf16", [](auto& a) { a.precision = "bf16"; }},
      {"memory budget min", "--memory_budget min", [](auto& a) { a.memory_budget = "min"; }},
      {"moments in a file", "--offload_optimizer FILE",
       [file](auto& a) { a.offload_optimizer = file; }},
      {"padding 8", "--pad_to_multiple_of 8", [](auto& a) { a.pad_to_multiple_of = "8"; }}};
  if (plain.per_device_train_batch_size % 4 == 0)
    parts.push_back(
        {"micro-batches of a quarter", "as --auto_find_batch_size makes them", [](auto& a) {
           a.per_device_train_batch_size /= 4;
           a.gradient_accumulation_steps *= 4;
         }});
  return parts;
}

bool can_profile(const BenchmarkArguments& arguments) {
  return backend::capabilities_of(arguments.backend).profiles;
}

/// Whether a report shows where the time and the memory of these steps go.
bool is_shown_closely(const std::string& name) {
  return name == "bf16" || name == "memory budget 50%" || name == "memory budget min";
}

std::vector<Switch> switches_of(const BenchmarkArguments& plain, const Path& folder) {
  std::vector<Switch> all;
  const auto add = [&](const std::string& name, const std::string& flags, const auto& change) {
    Switch one{name, flags, plain};
    change(one.arguments);
    one.arguments.profile = is_shown_closely(name) && can_profile(plain);
    all.push_back(std::move(one));
  };
  const std::vector<Part> parts = parts_of(plain, folder);
  add("fp16 and loss scaling", "--precision fp16", [](auto& a) { a.precision = "fp16"; });
  for (const Part& part : parts)
    if (part.name != "memory budget min") add(part.name, part.flags, part.change);
  for (const char* budget : kBudgets)
    add(fmt::format("memory budget {}", budget), fmt::format("--memory_budget {}", budget),
        [&](auto& a) { a.memory_budget = budget; });
  if (!backend::capabilities_of(plain.backend).is_own_processor)  // which has no memory besides
    add("moments in host memory", "--offload_optimizer cpu",
        [](auto& a) { a.offload_optimizer = "cpu"; });
  add("padding auto", "--pad_to_multiple_of auto", [](auto& a) { a.pad_to_multiple_of = "auto"; });
  const auto all_but = [&](const Part* left_out) {
    return [&parts, left_out](auto& a) {
      for (const Part& part : parts)
        if (&part != left_out) part.change(a);
    };
  };
  add("all together", "bf16, budget min, FILE, padding 8, micro-batches", all_but(nullptr));
  for (const Part& part : parts)
    add("all but " + part.name, "without " + part.flags, all_but(&part));
  return all;
}

double number(const Json& run, const char* key) {
  return run.at(key).get<double>();
}

/// What a run says, as JSON; {"refused": why} of one that does not fit.
Json run_once(const GlobalOptions& global, const BenchmarkArguments& arguments,
              const Path& folder) {
  std::vector<std::string> words = {kProgramItself, "benchmark", "--json",
                                    "--quiet",      "--threads", std::to_string(global.threads)};
  for (std::string& word : flags_of(arguments)) words.push_back(std::move(word));
  const Path out = folder / "run.json", error = folder / "run.err";
  const JobEnd end = run_job_process(words, out, error, kLongestRun, watch_signals());
  if (end.stopped) throw UserError(code_of_stop(), "stopped; the report is not complete");
  const std::string without_memory =
      fmt::format("ended with code {}", static_cast<int>(ExitCode::out_of_memory));
  if (!end.failure.empty() && !end.failure.starts_with(without_memory))
    user_error("a run of the benchmark {}; its messages are in {}", end.failure,
               escaped(error.string()));
  Json result = end.failure.empty() ? Json(format::read_json(out)) : Json{{"refused", end.failure}};
  std::filesystem::remove(out);
  std::filesystem::remove(error);
  return result;
}

/// Of one processor, whatever else the machine does.
double features_per_processor_second(const Json& run) {
  return number(run, "features_per_second") * number(run, "step_seconds") /
         number(run, "step_processor_seconds");
}

/// Distances of a run's losses from those of plain steps, as parts of these: the largest, and the
/// last.
std::pair<double, double> loss_distances(const Json& plain, const Json& own) {
  const auto losses = own["losses"].get<std::vector<double>>(),
             expected = plain["losses"].get<std::vector<double>>();
  double largest = 0, last = 0;
  for (size_t k = 0; k < losses.size(); k++) {
    last = std::fabs(losses[k] / expected[k] - 1);
    largest = std::max(largest, last);
  }
  return {largest, last};
}

/// What a switch does to the numbers: another precision is never taken for rounding, however near
/// the losses of a few steps are.
const char* result_of(const std::string& precision, double largest_distance) {
  if (precision != "f32" || largest_distance >= kRounding) return "changes the mathematics";
  return largest_distance == 0 ? "exact" : "to rounding";
}

/// What a switch gives for what it takes: medians of the ratios of pairs.
Json compared(const Switch& with, const std::vector<Json>& plain, const std::vector<Json>& own) {
  Json row = {{"switch", with.name}, {"flags", with.flags}};
  const std::string& budget = with.arguments.memory_budget;
  if (with.name == "memory budget " + budget) row["budget"] = budget;
  std::vector<double> time, clock, memory;
  double largest = 0, last = 0;
  for (size_t i = 0; i < own.size(); i++) {
    if (own[i].contains("refused")) {
      row["refused"] = own[i]["refused"];
      return row;
    }
    const auto ratio = [&](const char* key) { return number(own[i], key) / number(plain[i], key); };
    time.push_back(ratio("step_processor_seconds"));
    clock.push_back(ratio("step_seconds"));
    memory.push_back(ratio("resident_peak_bytes"));
    const auto [most, end] = loss_distances(plain[i], own[i]);
    largest = std::max(largest, most);
    last = std::max(last, end);
  }
  const auto [least, most] = std::minmax_element(time.begin(), time.end());
  row.update(
      {{"processor_time", report::median_of(time)},
       {"processor_time_least", *least},
       {"processor_time_most", *most},
       {"time", report::median_of(clock)},
       {"features_per_processor_second",
        features_per_processor_second(plain[0]) / report::median_of(time)},
       {"planned_bytes", number(own[0], "planned_bytes")},
       {"state_bytes", number(own[0], "state_bytes")},
       {"needed_bytes", number(own[0], "needed_bytes")},
       {"step_bytes", number(own[0], "step_bytes")},
       {"planned_memory", number(own[0], "planned_bytes") / number(plain[0], "planned_bytes")},
       {"resident_peak_bytes", number(own[0], "resident_peak_bytes")},
       {"resident_memory", report::median_of(memory)},
       {"last_loss", own[0]["losses"].back()},
       {"last_loss_distance", last},
       {"largest_loss_distance", largest},
       {"padded_to_multiple_of", own[0]["padded_to_multiple_of"]},
       {"result", result_of(with.arguments.precision, largest)},
       {"gains_time", report::median_of(time) < kGain},
       {"gains_memory", report::median_of(memory) < kGain}});
  return row;
}

/// Processes that ran or wanted to in the last minute; 0 where the system does not say.
double load_of_machine() {
  double load = 0;
  return ::getloadavg(&load, 1) == 1 ? load : 0;
}

/// The command of a report on the same steps.
std::string command_text(const BenchmarkArguments& plain, int64_t repeats) {
  BenchmarkArguments shown = plain;
  shown.repeats = repeats;
  shown.report = "DIR";
  shown.precision = "auto";
  shown.profile = false;
  std::string command = "tutti benchmark";
  for (const std::string& word : flags_of(shown)) command += " " + word;
  return command;
}

/// All runs of a report.
struct Runs {
  std::vector<std::vector<Json>> plain, own;  // [switch][round]
};

/// In each round plain steps run before the first of two switches and after the second, so that
/// each switch has plain steps beside it.
Runs run_all(const GlobalOptions& global, const BenchmarkArguments& plain, int64_t rounds,
             const std::vector<Switch>& switches, const Path& folder) {
  Runs runs{std::vector<std::vector<Json>>(switches.size()),
            std::vector<std::vector<Json>>(switches.size())};
  const auto plain_run = [&](bool is_first) {
    BenchmarkArguments arguments = plain;
    arguments.profile = is_first && can_profile(plain);
    Json run = run_once(global, arguments, folder);
    if (run.contains("refused"))
      throw UserError(ExitCode::out_of_memory,
                      fmt::format("plain steps: {}", run["refused"].get<std::string>()));
    return run;
  };
  for (int64_t round = 0; round < rounds; round++) {
    Json beside = plain_run(round == 0);
    for (size_t i = 0; i < switches.size(); i++) {
      log_info("{}, round {} of {}", switches[i].name, round + 1, rounds);
      runs.own[i].push_back(run_once(global, switches[i].arguments, folder));
      if (i % 2 == 1) beside = plain_run(false);
      runs.plain[i].push_back(beside);
    }
  }
  return runs;
}

/// The time of each kind of kernel, and the memory over a step, where the backend tells them: of
/// plain steps, of bf16, and the memory of the tightest budget too.
void add_profiles(Json& report, const std::vector<Switch>& switches, const Runs& runs) {
  report["profiles"] = Json::object();
  report["temporaries_over_time"] = Json::object();
  const auto add = [&](const std::string& name, const Json& run) {
    if (!run.contains("profile")) return;
    if (name.find("budget") == std::string::npos) report["profiles"][name] = run["profile"];
    std::vector<std::pair<double, double>> points;
    for (const Json& bytes : run["temporaries_over_time"])
      points.emplace_back(static_cast<double>(points.size()), bytes.get<double>());
    Json& curve = report["temporaries_over_time"][name] = Json::array();
    for (const auto& [at, bytes] : report::thinned(points, kMostPoints)) curve.push_back(bytes);
  };
  add("plain", runs.plain[0][0]);
  for (size_t i = 0; i < switches.size(); i++)
    if (is_shown_closely(switches[i].name)) add(switches[i].name, runs.own[i][0]);
}

Json plain_row(const Json& run) {
  Json row = {{"features_per_processor_second", features_per_processor_second(run)}};
  for (const char* key : {"step_seconds", "step_processor_seconds", "planned_bytes", "state_bytes",
                          "needed_bytes", "step_bytes", "resident_peak_bytes", "losses"})
    row[key] = run[key];
  return row;
}

}  // namespace

ExitCode benchmark_switches(const GlobalOptions& global, const BenchmarkArguments& arguments) {
  const Path folder = arguments.report;
  make_output_folder(folder);
  const FolderLock lock(folder);
  const BenchmarkArguments plain = plain_of(arguments);
  const std::vector<Switch> switches = switches_of(plain, folder);
  const double load = load_of_machine();
  const Runs runs = run_all(global, plain, arguments.repeats, switches, folder);
  const Json& first = runs.plain[0][0];
  Json rows = Json::array();
  for (size_t i = 0; i < switches.size(); i++)
    rows.push_back(compared(switches[i], runs.plain[i], runs.own[i]));
  Json report = {{"version", kVersion},
                 {"date", utc_now("%Y-%m-%d")},
                 {"model", Path(plain.model_name_or_path).filename().string()},
                 {"device", first["device"]},
                 {"threads", first["threads"]},
                 {"load_before", load},
                 {"load_after", load_of_machine()},
                 {"command", command_text(plain, arguments.repeats)},
                 {"repeats", arguments.repeats},
                 {"steps", plain.steps},
                 {"warm_up_steps", first["warm_up_steps"]},
                 {"plain", plain_row(first)},
                 {"switches", rows}};
  add_profiles(report, switches, runs);
  write_file_atomically(folder / "codesign.json", report.dump(2) + "\n");
  const std::string text = report::switch_markdown(report);
  write_file_atomically(folder / "codesign.md", text);
  for (const auto& [name, svg] : report::switch_figures(report))
    write_file_atomically(folder / name, svg);
  if (global.json)
    write_result_json(report);
  else
    write_result(text);
  return ExitCode::done;
}

}  // namespace tutti::app
