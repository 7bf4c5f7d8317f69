// SPDX-License-Identifier: Apache-2.0
// `tutti benchmark --report DIR`: the gain of each step switch over plain float32. Every run is a
// separate process, so that none inherits another's memory, and each run of a switch is paired with
// a plain one, because a shared machine may be slow for minutes.
#include <cstdlib>

#include "app/benchmark/benchmark_arguments.h"
#include "app/benchmark/step_switches.h"
#include "app/benchmark/switch_comparison.h"
#include "app/process/job_process.h"
#include "app/process/output.h"
#include "app/process/plugins.h"
#include "app/process/signals.h"
#include "base/calendar.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "format/json.h"
#include "pages/chart.h"
#include "report/switch_report.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kLongestRun = 3600;  // seconds
constexpr size_t kMostPoints = 400;   // of the memory over a step

/// A run's output, as JSON; {"refused": why} for one that does not fit.
Json run_once(const GlobalOptions& global, const run::BenchmarkSettings& arguments,
              const Path& folder) {
  std::vector<std::string> words = {kProgramItself, "benchmark", "--json",
                                    "--quiet",      "--threads", std::to_string(global.threads)};
  for (std::string& word : flags_of(arguments)) words.push_back(std::move(word));
  const Path out = folder / "run.json", error = folder / "run.err";
  const JobEnd end = run_job_process(words, out, error, kLongestRun, 1, watch_signals());
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

/// The average number of runnable processes in the last minute; 0 if the system does not report it.
double load_of_machine() {
  double load = 0;
  return ::getloadavg(&load, 1) == 1 ? load : 0;
}

/// The command of a report on the same steps.
std::string command_text(const run::BenchmarkSettings& plain, int64_t repeats) {
  run::BenchmarkSettings shown = plain;
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

/// In each round, plain steps run before the first of two switches and after the second, so that
/// each switch is next to plain steps.
Runs run_all(const GlobalOptions& global, const run::BenchmarkSettings& plain, int64_t rounds,
             const std::vector<Switch>& switches, const Path& folder) {
  Runs runs{std::vector<std::vector<Json>>(switches.size()),
            std::vector<std::vector<Json>>(switches.size())};
  const auto plain_run = [&](bool is_first) {
    run::BenchmarkSettings arguments = plain;
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

/// The time of each kind of kernel, and the memory over a step, if the backend reports them: for
/// plain steps and bf16, and the memory also for the tightest budget.
void add_profiles(Json& report, const std::vector<Switch>& switches, const Runs& runs) {
  report["profiles"] = Json::object();
  report["temporaries_over_time"] = Json::object();
  const auto add = [&](const std::string& name, const Json& run) {
    if (!run.contains("profile")) return;
    if (name.find("budget") == std::string::npos) report["profiles"][name] = run["profile"];
    std::vector<pages::ChartPoint> points;
    for (const Json& bytes : run["temporaries_over_time"])
      points.push_back({static_cast<double>(points.size()), bytes.get<double>()});
    Json& curve = report["temporaries_over_time"][name] = Json::array();
    for (const pages::ChartPoint& point : pages::thinned(points, kMostPoints))
      curve.push_back(point.value);
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

ExitCode benchmark_switches(const GlobalOptions& global, const run::BenchmarkSettings& arguments) {
  const Path folder = arguments.report;
  make_output_folder(folder);
  const FolderLock lock(folder);
  const run::BenchmarkSettings plain = plain_of(arguments);
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
