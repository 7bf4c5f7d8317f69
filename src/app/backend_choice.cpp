// SPDX-License-Identifier: Apache-2.0
#include "app/backend_choice.h"

#include <limits>

#include "app/argument_json.h"
#include "app/job_process.h"
#include "app/plugins.h"
#include "app/signals.h"
#include "base/log.h"
#include "base/passing_folder.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::app {
namespace {

constexpr double kLongestTrial = 1800;  // seconds

struct Trial {
  std::string backend;
  double step = std::numeric_limits<double>::infinity();  // seconds
  std::string failure = {};                               // empty: it fits, and steps were measured
};

std::vector<std::string> candidates() {
  std::vector<std::string> names = {"cpu"};
  for (const auto& plugin : backend::pjrt::find_plugins(backend_options(0).plugins.search))
    names.push_back(plugin.request());
  return names;
}

Trial try_backend(const std::string& name, TrainArguments arguments, const Path& folder) {
  arguments.backend = name;
  const Path run = folder / "run.json", out = folder / "estimate.json", error = folder / "error";
  write_file_atomically(run, json_of(arguments).dump());
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
  } catch (const std::exception&) {  // it said nothing, or not all of it
    trial.failure = end.failure;
  }
  return trial;
}

std::string fastest_backend(const TrainArguments& arguments) {
  const std::vector<std::string> names = candidates();
  if (names.size() == 1) {
    log_info("--backend auto: the cpu, as no PJRT plugin is installed");
    return names[0];
  }
  const PassingFolder folder(std::filesystem::temp_directory_path());
  Trial best;
  for (const std::string& name : names) {
    log_info("--backend auto tries {}", escaped(name));
    const Trial trial = try_backend(name, arguments, folder.path());
    if (trial.failure.empty())
      log_info("--backend auto: {} takes {:.3g} s a step", escaped(name), trial.step);
    else
      log_info("--backend auto: not {}: {}", escaped(name), trial.failure);
    if (trial.step < best.step) best = trial;
  }
  if (best.backend.empty())
    throw UserError(ExitCode::out_of_memory,
                    "--backend auto: the training runs on no device of this machine; the lines "
                    "above say why");
  log_info("--backend auto: {} is the fastest on which the training fits", escaped(best.backend));
  return best.backend;
}

}  // namespace

void choose_backend(TrainArguments& arguments, int64_t processes) {
  if (arguments.backend != "auto") return;
  if (!arguments.do_train)
    user_error("--backend auto: steps of a training are what it compares; name the backend");
  if (processes > 1)
    user_error("--backend auto with {} processes: each might take another; name the backend",
               processes);
  if (arguments.auto_find_batch_size)
    user_error(
        "--backend auto with --auto_find_batch_size: each device would find another batch, so that "
        "their steps cannot be compared; name the backend");
  arguments.backend = fastest_backend(arguments);
}

}  // namespace tutti::app
