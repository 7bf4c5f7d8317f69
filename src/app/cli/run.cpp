// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run.h"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <new>
#include <system_error>

#include "app/cli/environment.h"
#include "app/cli/help.h"
#include "app/cli/output.h"
#include "app/cli/plugins.h"
#include "base/log.h"
#include "base/threads.h"
#include "base/version.h"

namespace tutti::app {
namespace {

void look_at_terminal(GlobalOptions& global) {
  global.terminal = ::isatty(STDERR_FILENO) == 1 && environment_variable("TERM") != "dumb";
  global.colour = global.terminal && !environment_variable("NO_COLOR");
}

ExitCode run_words(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == kProbeCommand) return run_probe_plugin(words[1], words[2]);
  const std::vector<Command> commands = all_commands();
  CommandLine line = parse_command_line(words, commands);
  look_at_terminal(line.global);
  line.global.threads = line.threads > 0 ? line.threads : available_cpus();
  log_to_stderr(line.global);
  if (line.version) {
    write_result(fmt::format("tutti {}\n", kVersion));
    return ExitCode::done;
  }
  if (line.help) {
    write_result(line.command ? command_help(*line.command) : program_help(commands, line.group));
    return ExitCode::done;
  }
  if (!line.command) {
    write_message(program_help(commands, line.group));
    return ExitCode::usage;
  }
  apply(line);
  return line.command->run(line.global);
}

/// Runs and turns what was thrown into a message and a code.
ExitCode run_guarded(const std::vector<std::string>& words) {
  const auto say = [](const std::string& message) { log_message(LogLevel::error, message); };
  try {
    return run_words(words);
  } catch (const UserError& error) {
    say(error.what());
    return error.code();
  } catch (const std::bad_alloc&) {
    say("out of memory");
    return ExitCode::out_of_memory;
  } catch (const std::filesystem::filesystem_error& error) {
    say(error.what());
    return ExitCode::io;
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::resource_unavailable_try_again) throw;
    say("the system starts no more threads for this user; give a smaller --threads");
    return ExitCode::out_of_memory;
  } catch (const std::exception& error) {
    say(fmt::format("internal error: {}; please report it, with the command line", error.what()));
    return ExitCode::check_failed;
  }
}

}  // namespace

int run(int argc, char** argv) {
  // A reader that goes away (`| head`) must be an error we see, not the end of a training.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // and so must a file that passes the user's limit
  GlobalOptions before_parsing;
  look_at_terminal(before_parsing);
  log_to_stderr(before_parsing);
  return static_cast<int>(run_guarded({argv + std::min(argc, 1), argv + argc}));
}

}  // namespace tutti::app
