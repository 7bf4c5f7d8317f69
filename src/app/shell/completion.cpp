// SPDX-License-Identifier: Apache-2.0
// `tutti completion`: scripts that complete command lines in a shell, made from the list that
// --help shows.
#include "app/shell/completion.h"

#include "app/process/output.h"
#include "app/shell/completion_arguments.h"

namespace tutti::app {

ExitCode run_completion(const GlobalOptions&, const CompletionArguments& arguments) {
  const std::vector<Command> commands = all_commands();
  write_result(arguments.shell == "bash"  ? bash_completion(commands)
               : arguments.shell == "zsh" ? zsh_completion(commands)
                                          : fish_completion(commands));
  return ExitCode::done;
}

}  // namespace tutti::app
