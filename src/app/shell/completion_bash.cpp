// SPDX-License-Identifier: Apache-2.0
// Completion for bash. COMP_WORDS splits --name=value at the "=".
#include "app/shell/completion.h"
#include "app/shell/completion_words.h"

namespace tutti::app {
namespace {

constexpr const char* kBashHead =
    R"(# Completion of tutti for bash, made by `tutti completion bash`.
_tutti() {
  local word command= i cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
  local flags words=
  COMPREPLY=()
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case "$command $word" in
)";
constexpr const char* kBashTail = R"(  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$cur")
  elif [[ $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}
complete -F _tutti tutti
)";

/// The words that end a command: the choices of its positional argument; none: files.
std::string bash_words(const Command& command) {
  for (const Argument& argument : command.arguments)
    if (argument.positional) return fmt::format("{}", fmt::join(argument.choices, " "));
  return "";
}

}  // namespace

std::string bash_completion(const std::vector<Command>& commands) {
  std::string text = kBashHead, values, flags, everywhere;
  for (const GlobalFlag& flag : kGlobalFlags) everywhere += fmt::format(" --{}", flag.name);
  for (const std::string& group : groups(commands)) {
    text += fmt::format("      \" {0}\") command={0} ;;\n", group);
    flags +=
        fmt::format("    {}) words=\"{}\" ;;\n", group, first_words(words_behind(commands, group)));
  }
  for (const Command& command : commands) {
    text += fmt::format("      \"{} {}\") command=\"{}\" ;;\n", group_of(command),
                        last_word(command), command.name);
    std::string names;
    for (const Argument& argument : command.arguments) {
      if (argument.positional) continue;
      names += fmt::format("--{} ", argument.name);
      if (argument.is_switch()) continue;
      const auto offered =
          is_text(argument)
              ? "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")"
          : argument.choices.empty()
              ? ":"
              : fmt::format("mapfile -t COMPREPLY < <(compgen -W \"{}\" -- \"$cur\")",
                            fmt::join(argument.choices, " "));
      values +=
          fmt::format("    \"{} --{}\") {}; return ;;\n", command.name, argument.name, offered);
    }
    flags += fmt::format("    \"{}\") flags=\"{}\" words=\"{}\" ;;\n", command.name, names,
                         bash_words(command));
  }
  return text + "    esac\n  done\n  case \"$command $prev\" in\n" + values +
         "    *\" --threads\") return ;;\n  esac\n  case \"$command\" in\n" +
         fmt::format("    \"\") words=\"{}\" ;;\n", first_words(words_behind(commands, ""))) +
         flags + "  esac\n  flags+=\"" + everywhere + "\"\n" + kBashTail;
}

}  // namespace tutti::app
