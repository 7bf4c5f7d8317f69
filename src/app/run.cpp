// SPDX-License-Identifier: Apache-2.0
#include "app/run.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include "app/process/addresses.h"
#include "app/process/colour.h"
#include "app/process/environment.h"
#include "app/process/output.h"
#include "app/process/plugins.h"
#include "app/shell/help.h"
#include "base/log.h"
#include "base/memory_limit.h"
#include "base/stack.h"
#include "base/threads.h"
#include "base/version.h"
#include "kernel/cpu_features.h"
#include "run/backends.h"
#include "run/job_place.h"
#include "train/process_memory.h"

namespace tutti::app {
namespace {

constexpr const char* kOutOfMemory =
    "out of memory: the system gives this process no more; take smaller batches or a smaller "
    "model, or raise its limit (`ulimit -v`, a container's)";

void look_at_terminal(GlobalOptions& global) {
  global.terminal = ::isatty(STDERR_FILENO) == 1 && environment_variable("TERM") != "dumb";
  global.colour = takes_colours(STDERR_FILENO);
}

ExitCode run_words(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == run::kProbeCommand)
    return run_probe_plugin(words[1], words[2]);
  if (words.size() == 4 && words[0] == run::kCompileCommand)
    return run_compile_for_topology(words[1], words[2], words[3]);
  if (const auto level = environment_variable("ONEDNN_MAX_CPU_ISA"))
    kernel::limit_cpu_features(*level);
  const std::vector<Command> commands = all_commands();
  CommandLine line = parse_command_line(words, commands);
  look_at_terminal(line.global);
  const auto sharing = static_cast<int>(run::processes_of_machine(environment_variable));
  line.global.threads = line.threads > 0 ? line.threads : std::max(1, available_cpus() / sharing);
  log_to_stderr(line.global);
  keep_within_groups();
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
  Addresses addresses(line.command->takes_addresses ? ArgumentList() : line.command->arguments);
  try {
    const ExitCode code = line.command->run(line.global);
    addresses.finish(code == ExitCode::done);
    return code;
  } catch (...) {
    addresses.finish(/*is_done=*/false);
    throw;
  }
}

/// Set where memory was missing. A destructor that asks for memory while that is thrown ends the
/// process, and what was thrown is not to be seen then.
std::atomic<bool> memory_is_missing = false;

[[noreturn]] void note_missing_memory() {
  memory_is_missing = true;
  throw std::bad_alloc();
}

/// Says so without memory.
[[noreturn]] void end_without_memory() {
  constexpr std::string_view kMessage = "error: out of memory\n";
  static_cast<void>(!::write(STDERR_FILENO, kMessage.data(), kMessage.size()));
  ::_exit(static_cast<int>(ExitCode::out_of_memory));
}

/// What was thrown where nothing can catch it, in a thread or a destructor, is a bug, unless memory
/// was missing.
[[noreturn]] void end_at_once() {
  if (memory_is_missing && std::uncaught_exceptions() > 0) end_without_memory();
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    end_without_memory();
  } catch (const std::exception& error) {
    write_message("error: internal error: ");
    write_message(error.what());
    write_message("; please report it, with the command line\n");
  } catch (...) {
  }
  std::abort();
}

/// Runs and turns what was thrown into a message and a code.
ExitCode run_guarded(const std::vector<std::string>& words) {
  const auto say = [](const std::string& text) { log_message(LogLevel::error, text); };
  try {
    return run_words(words);
  } catch (const UserError& error) {
    say(error.what());
    return error.code();
  } catch (const std::bad_alloc&) {
    say(kOutOfMemory);
    return ExitCode::out_of_memory;
  } catch (const std::filesystem::filesystem_error& error) {
    say(error.what());
    return ExitCode::io;
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::not_enough_memory) {
      say(kOutOfMemory);
      return ExitCode::out_of_memory;
    }
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
  std::set_terminate(end_at_once);
  std::set_new_handler(note_missing_memory);
  train::keep_freed_memory();
  // A reader that goes away (`| head`) must be an error we see, not the end of a training.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // and so must a file that passes the user's limit
  GlobalOptions before_parsing;
  look_at_terminal(before_parsing);
  log_to_stderr(before_parsing);
  ExitCode code = ExitCode::check_failed;
  run_with_stack([&] { code = run_guarded({argv + std::min(argc, 1), argv + argc}); });
  return static_cast<int>(code);
}

}  // namespace tutti::app
