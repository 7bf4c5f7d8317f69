// SPDX-License-Identifier: Apache-2.0
// `tutti benchmark --report DIR`: what each switch of a step gains beside plain float32. Every run
// is a process of its own, so that none has another's memory, and each run of a switch has a plain
// one beside it, because a shared machine is slow for minutes.
#include <algorithm>
#include <cmath>
#include <ctime>

#include "app/arguments.h"
#include "app/job_process.h"
#include "app/output.h"
#include "app/plugins.h"
#include "app/signals.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "format/json.h"
#include "report/baseline.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kLongestRun = 3600;  // seconds
constexpr double kGain = 0.97;        // of time or memory: what is less than that is a gain
constexpr double kRounding = 1e-4;    // of the loss

struct Switch {
  std::string name, flags;
  BenchmarkArguments arguments;
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

std::vector<Switch> switches_of(const BenchmarkArguments& plain, const Path& folder) {
  const bool own_memory =
      backend::capabilities_of(plain.backend).is_own_processor;  // of this machine
  const std::string file = (folder / "moments").string();
  std::vector<Switch> all;
  const auto add = [&](const std::string& name, const std::string& flags, const auto& change) {
    Switch one{name, flags, plain};
    change(one.arguments);
    all.push_back(std::move(one));
  };
  const auto smaller = [&](BenchmarkArguments& a) {
    a.per_device_train_batch_size /= 4;
    a.gradient_accumulation_steps *= 4;
  };
  const bool divides = plain.per_device_train_batch_size % 4 == 0;
  add("fp16 and loss scaling", "--precision fp16", [](auto& a) { a.precision = "fp16"; });
  add("bf16", "--precision bf16", [](auto& a) { a.precision = "bf16"; });
  for (const char* budget : {"60%", "min"})
    add(fmt::format("memory budget {}", budget), fmt::format("--memory_budget {}", budget),
        [&](auto& a) { a.memory_budget = budget; });
  if (!own_memory)
    add("moments in host memory", "--offload_optimizer cpu",
        [](auto& a) { a.offload_optimizer = "cpu"; });
  add("moments in a file", "--offload_optimizer FILE",
      [&](auto& a) { a.offload_optimizer = file; });
  for (const char* multiple : {"8", "auto"})
    add(fmt::format("padding {}", multiple), fmt::format("--pad_to_multiple_of {}", multiple),
        [&](auto& a) { a.pad_to_multiple_of = multiple; });
  if (divides) add("micro-batches of a quarter", "as --auto_find_batch_size makes them", smaller);
  add("all that keep the mathematics", "--memory_budget min, FILE, padding 8, micro-batches",
      [&](auto& a) {
        a.memory_budget = "min";
        a.offload_optimizer = file;
        a.pad_to_multiple_of = "8";
        if (divides) smaller(a);
      });
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

/// What a switch gives for what it takes: medians of the ratios of pairs.
Json compared(const Switch& with, const std::vector<Json>& plain, const std::vector<Json>& own) {
  for (const Json& run : own)
    if (run.contains("refused"))
      return {{"switch", with.name}, {"flags", with.flags}, {"refused", run["refused"]}};
  std::vector<double> time, clock, memory;
  double distance = 0, largest = 0;
  for (size_t i = 0; i < own.size(); i++) {
    const auto ratio = [&](const char* key) { return number(own[i], key) / number(plain[i], key); };
    time.push_back(ratio("step_processor_seconds"));
    clock.push_back(ratio("step_seconds"));
    memory.push_back(ratio("resident_peak_bytes"));
    const auto losses = own[i]["losses"].get<std::vector<double>>(),
               expected = plain[i]["losses"].get<std::vector<double>>();
    for (size_t k = 0; k < losses.size(); k++)
      largest = std::max(largest, std::fabs(losses[k] / expected[k] - 1));
    distance = std::fabs(losses.back() / expected.back() - 1);
  }
  const double planned = number(own[0], "planned_bytes") / number(plain[0], "planned_bytes");
  const auto [least, most] = std::minmax_element(time.begin(), time.end());
  return {{"switch", with.name},
          {"flags", with.flags},
          {"processor_time", report::median_of(time)},
          {"processor_time_least", *least},
          {"processor_time_most", *most},
          {"time", report::median_of(clock)},
          {"planned_bytes", number(own[0], "planned_bytes")},
          {"planned_memory", planned},
          {"resident_peak_bytes", number(own[0], "resident_peak_bytes")},
          {"resident_memory", report::median_of(memory)},
          {"last_loss", own[0]["losses"].back()},
          {"last_loss_distance", distance},
          {"largest_loss_distance", largest},
          {"padded_to_multiple_of", own[0]["padded_to_multiple_of"]},
          {"bits", largest == 0          ? "the same"
                   : largest < kRounding ? "to rounding"
                                         : "of its precision"},
          {"gains_time", report::median_of(time) < kGain},
          {"gains_memory", report::median_of(memory) < kGain}};
}

std::string gain_text(const Json& row) {
  const bool time = row["gains_time"], memory = row["gains_memory"];
  return time && memory ? "time, memory" : time ? "time" : memory ? "memory" : "**no gain here**";
}

std::string bytes_text(const Json& bytes) {
  return human_bytes(static_cast<size_t>(bytes.get<double>()));
}

std::string row_text(const Json& row) {
  const std::string name = fmt::format("| {} (`{}`) |", row["switch"].get<std::string>(),
                                       row["flags"].get<std::string>());
  if (row.contains("refused"))
    return name + " refused, see below | | | | | | | **no gain here** |\n";
  return fmt::format(
      "{} {:.2f} x | {:.2f} to {:.2f} | {:.2f} x | {:.2f} x | {:.2f} x, {} | {:.1e} | {} | {} |\n",
      name, row["processor_time"].get<double>(), row["processor_time_least"].get<double>(),
      row["processor_time_most"].get<double>(), row["time"].get<double>(),
      row["planned_memory"].get<double>(), row["resident_memory"].get<double>(),
      bytes_text(row["resident_peak_bytes"]), row["largest_loss_distance"].get<double>(),
      row["bits"].get<std::string>(), gain_text(row));
}

std::string markdown(const Json& report) {
  std::string text = fmt::format(
      "# What each switch of a step is worth\n\n"
      "{}. {}, {} threads, {}.\n\n"
      "Written by `{}`. Each row is the median of {} pairs of runs of {} steps: the switch and "
      "plain "
      "float32, in turn, each in a process of its own. Times are those of the processor, as others "
      "may use the machine; the spread is that of the pairs. Memory is what the process had at "
      "most "
      "without code and mapped files. The plain step takes {:.3f} s of the processor; its plan is "
      "{}, "
      "and it had {}; its last loss is {:.6g}.\n\n"
      "| switch | processor time | spread | clock | planned memory | measured memory | loss "
      "differs "
      "by at most | bits | gain |\n|---|---|---|---|---|---|---|---|---|\n",
      report["model"].get<std::string>(), report["device"].get<std::string>(),
      report["threads"].get<int>(), report["date"].get<std::string>(),
      report["command"].get<std::string>(), report["repeats"].get<int>(),
      report["steps"].get<int>(), report["plain"]["step_processor_seconds"].get<double>(),
      bytes_text(report["plain"]["planned_bytes"]),
      bytes_text(report["plain"]["resident_peak_bytes"]),
      report["plain"]["losses"].back().get<double>());
  for (const Json& row : report["switches"]) text += row_text(row);
  for (const Json& row : report["switches"])
    if (row.contains("refused"))
      text += fmt::format("\n{}: {}\n", row["switch"].get<std::string>(),
                          row["refused"].get<std::string>());
  return text;
}

std::string today() {
  const std::time_t seconds = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

}  // namespace

ExitCode benchmark_switches(const GlobalOptions& global, const BenchmarkArguments& arguments) {
  const Path folder = arguments.report;
  make_output_folder(folder);
  const FolderLock lock(folder);
  const BenchmarkArguments plain = plain_of(arguments);
  Json rows = Json::array(), first;
  for (const Switch& with : switches_of(plain, folder)) {
    std::vector<Json> before, own;
    for (int64_t pair = 0; pair < arguments.repeats; pair++) {
      log_info("{}, pair {} of {}", with.name, pair + 1, arguments.repeats);
      // Each first every other time, so that neither has the better moments.
      for (const bool is_plain : {pair % 2 == 0, pair % 2 != 0})
        (is_plain ? before : own)
            .push_back(run_once(global, is_plain ? plain : with.arguments, folder));
    }
    if (before[0].contains("refused"))
      throw UserError(ExitCode::out_of_memory,
                      fmt::format("plain steps: {}", before[0]["refused"].get<std::string>()));
    if (first.is_null()) first = before[0];
    rows.push_back(compared(with, before, own));
  }
  std::string command = "tutti benchmark";
  BenchmarkArguments shown = plain;
  shown.repeats = arguments.repeats;
  shown.report = "DIR";
  shown.precision = "auto";
  for (const std::string& word : flags_of(shown)) command += " " + word;
  const Json report = {{"version", kVersion},
                       {"date", today()},
                       {"model", plain.model_name_or_path},
                       {"device", first["device"]},
                       {"threads", first["threads"]},
                       {"command", command},
                       {"repeats", arguments.repeats},
                       {"steps", plain.steps},
                       {"plain", first},
                       {"switches", rows}};
  write_file_atomically(folder / "codesign.json", report.dump(2) + "\n");
  const std::string text = markdown(report);
  write_file_atomically(folder / "codesign.md", text);
  if (global.json)
    write_result_json(report);
  else
    write_result(text);
  return ExitCode::done;
}

}  // namespace tutti::app
