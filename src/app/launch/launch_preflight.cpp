// SPDX-License-Identifier: Apache-2.0
#include "app/launch/launch_preflight.h"

#include <nlohmann/json.hpp>

#include "app/process/context.h"
#include "app/shell/options.h"
#include "base/log.h"
#include "base/text.h"
#include "format/argument_values.h"
#include "launch/accelerator.h"
#include "run/targets.h"

namespace tutti::app {
namespace {

/// The command that compiles the programs of a job's training.
std::vector<std::string> compile_words(const GlobalOptions& global, const launch::RemoteJob& job,
                                       const std::string& target, const Path& folder) {
  std::vector<std::string> words = global.words;
  words.front() = "compile";
  words.insert(words.end(), {"--target", target, "--compiled_dir", folder.string()});
  const int64_t processes = job.processes * job.target.members().value("nodes", int64_t{1});
  if (processes > 1) words.insert(words.end(), {"--world_size", std::to_string(processes)});
  return words;
}

/// Why a training's programs are unknown before it runs; empty if they are known.
std::string unknown_programs(const CommandLine& line) {
  const nlohmann::ordered_json arguments = format::arguments_json(line.command->arguments);
  if (arguments.at("auto_find_batch_size") == true)
    return "--auto_find_batch_size finds its batches on the device";
  if (arguments.at("pad_to_multiple_of") == "auto")
    return "--pad_to_multiple_of auto is measured on the device";
  return "";
}

/// Why nothing can be compiled for the target; empty if it can.
std::string lacking_compiler(const std::string& target, const run::Context& context) {
  try {
    run::open_target(run::find_target(target, 1, run::known_devices()), context);
    return "";
  } catch (const UserError& error) {
    return error.what();
  }
}

}  // namespace

Preflight compile_before(const GlobalOptions& global, const LaunchArguments& arguments,
                         const launch::RemoteJob& job, const Path& folder) {
  const auto accelerator = launch::accelerator_of(job.target);
  if (!accelerator || arguments.no_preflight) return {};
  const auto leave_out = [&](const std::string& reason) {
    log_info("not compiling before starting {}: {}", job.target.name(), reason);
    return Preflight{};
  };
  const std::string& target = accelerator->target;
  if (target.empty())
    return leave_out(fmt::format(
        "Tutti does not know the --target for {}; run `tutti compile --target` yourself",
        escaped(accelerator->what)));
  if (const std::string lack = lacking_compiler(target, context_of(global)); !lack.empty())
    return leave_out(lack);
  const std::vector<Command> commands = all_commands();
  const CommandLine line = parse_command_line(compile_words(global, job, target, folder), commands);
  apply(line);
  if (const std::string reason = unknown_programs(line); !reason.empty()) return leave_out(reason);
  log_info("compiling for {} before starting it; --no_preflight skips this", target);
  try {
    const ExitCode code = line.command->run(global);
    if (code != ExitCode::done)
      log_message(LogLevel::error,
                  fmt::format("{} was not started: the lines above say what {} does not accept",
                              job.target.name(), target));
    return {code, code == ExitCode::done};
  } catch (const UserError& error) {
    if (error.code() != ExitCode::missing_backend) throw;
    return leave_out(error.what());
  }
}

}  // namespace tutti::app
