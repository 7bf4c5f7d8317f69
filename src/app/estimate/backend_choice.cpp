// SPDX-License-Identifier: Apache-2.0
#include "app/estimate/backend_choice.h"

#include <algorithm>
#include <limits>

#include "app/process/context.h"
#include "app/process/job_process.h"
#include "app/process/signals.h"
#include "backend/pjrt/hardware.h"
#include "base/log.h"
#include "base/passing_folder.h"
#include "base/text.h"
#include "format/argument_values.h"
#include "format/json.h"
#include "run/backends.h"

namespace tutti::app {
namespace {

constexpr double kLongestTrial = 1800;  // seconds

struct Trial {
  std::string backend;
  double step = std::numeric_limits<double>::infinity();  // seconds
  std::string failure = {};                               // empty: it fits, and steps were measured
};

Trial try_backend(const std::string& name, run::TrainSettings arguments, const Path& folder) {
  arguments.backend = name;
  const Path run = folder / "run.json", out = folder / "estimate.json", error = folder / "error";
  const nlohmann::ordered_json all = {
      {"arguments", format::arguments_json(list_arguments(arguments))}};
  write_file_atomically(run, all.dump());
  const JobEnd end = run_job_process({kProgramItself, "estimate", run, "--json", "--quiet"}, out,
                                     error, kLongestTrial, 1, watch_signals());
  if (end.stopped) throw UserError(code_of_stop(), "stopped while backends were tried");
  Trial trial{name};
  try {
    const nlohmann::json found = format::read_json(out);
    const nlohmann::json& memory = found.at("memory");
    if (memory.at("fits").get<bool>())
      trial.step = found.at("time").at("step_seconds").get<double>();
    else
      trial.failure = "it does not fit: " + memory.at("reason").get<std::string>();
  } catch (const std::exception&) {  // it printed nothing, or not everything
    trial.failure = end.failure;
  }
  return trial;
}

/// The candidates of `--backend auto`.
struct Choice {
  std::vector<backend::pjrt::Candidate> devices;  // plugins whose devices are in this machine
  std::vector<std::string> others;                // the cpu, and what other plugins may bring
};

/// Leaving a device unused because its plugin is missing is never intended, so warn.
Choice choice_of_this_machine() {
  using namespace backend::pjrt;
  const auto plugins = find_plugins(run::backend_options(context_of({})).plugins.search);
  Choice choice{{}, {"cpu"}};
  std::vector<const Candidate*> taken;
  for (const SeenDevices& seen : seen_devices()) {
    taken.push_back(plugin_for(*seen.kind, plugins));
    if (taken.back())
      choice.devices.push_back(*taken.back());
    else
      log_warning("--backend auto: {} cannot be used: {}", seen.text(), missing_plugin(*seen.kind));
  }
  for (const Candidate& plugin : plugins)
    if (std::find(taken.begin(), taken.end(), &plugin) == taken.end())
      choice.others.push_back(plugin.request());
  return choice;
}

/// The fastest of those on which the training fits; nullopt if it fits on none.
std::optional<std::string> fastest_of(const std::vector<std::string>& names,
                                      const run::TrainSettings& arguments, LogLevel of_failures) {
  const PassingFolder folder(std::filesystem::temp_directory_path());
  Trial best;
  for (const std::string& name : names) {
    log_info("--backend auto tries {}", escaped(name));
    const Trial trial = try_backend(name, arguments, folder.path());
    if (trial.failure.empty())
      log_info("--backend auto: {} takes {:.3g} s a step", escaped(name), trial.step);
    else
      log_message(of_failures,
                  fmt::format("--backend auto: not {}: {}", escaped(name), trial.failure));
    if (trial.step < best.step) best = trial;
  }
  if (best.backend.empty()) return std::nullopt;
  log_info("--backend auto: {} is the fastest on which the training fits", escaped(best.backend));
  return best.backend;
}

/// The first plugin that works.
std::optional<std::string> first_of(const std::vector<backend::pjrt::Candidate>& plugins) {
  const backend::pjrt::Probe probe = run::backend_options(context_of({})).plugins.probe;
  for (const auto& plugin : plugins) {
    const std::string name = escaped(plugin.request());
    const auto report = backend::pjrt::run_probe(probe, plugin.library, "");
    if (report.error.empty()) {
      log_info("--backend auto: {}, which works", name);
      return plugin.request();
    }
    log_warning("--backend auto: not {}: {}", name, report.error);
  }
  return std::nullopt;
}

std::vector<std::string> names_of(const std::vector<backend::pjrt::Candidate>& plugins) {
  std::vector<std::string> names;
  for (const auto& plugin : plugins) names.push_back(plugin.request());
  return names;
}

/// Measures steps on the CPU only if there is no device, because they may take long.
std::string best_backend(const run::TrainSettings& arguments) {
  const Choice choice = choice_of_this_machine();
  const bool is_measured = arguments.do_train && !arguments.auto_find_batch_size;
  const auto device = is_measured
                          ? fastest_of(names_of(choice.devices), arguments, LogLevel::warning)
                          : first_of(choice.devices);
  if (device) return *device;
  if (choice.others.size() == 1 || !is_measured) {
    log_info("--backend auto: the cpu, as {}",
             !choice.devices.empty()     ? "no device can be used"
             : choice.others.size() == 1 ? "no PJRT plugin is installed"
                                         : "no device of a plugin is seen in this machine");
    return "cpu";
  }
  if (const auto found = fastest_of(choice.others, arguments, LogLevel::info)) return *found;
  throw UserError(ExitCode::out_of_memory,
                  "--backend auto: the training runs on no device of this machine; the lines "
                  "above say why");
}

}  // namespace

void choose_backend(run::TrainSettings& arguments, int64_t processes) {
  if (arguments.backend != "auto") return;
  if (processes > 1)
    user_error("--backend auto with {} processes: each might take another; name the backend",
               processes);
  arguments.backend = best_backend(arguments);
}

}  // namespace tutti::app
