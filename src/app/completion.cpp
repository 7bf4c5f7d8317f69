// SPDX-License-Identifier: Apache-2.0
// `tutti completion`: scripts that complete command lines in a shell, made from the list that
// --help shows.
#include <algorithm>

#include "app/help.h"
#include "app/output.h"

namespace tutti::app {
namespace {

/// Texts may be names of files; numbers are not completed.
bool is_text(const Argument& argument) {
  return (std::holds_alternative<std::string*>(argument.value) ||
          std::holds_alternative<std::vector<std::string>*>(argument.value)) &&
         argument.choices.empty();
}

/// The first word of "ir verify", and its second one.
std::string group_of(const Command& command) {
  const size_t space = command.name.find(' ');
  return space == std::string::npos ? "" : command.name.substr(0, space);
}
std::string last_word(const Command& command) {
  return command.name.substr(command.name.rfind(' ') + 1);
}

/// The words that may come first, or after the name of a group: each once, with its explanation.
std::vector<std::pair<std::string, std::string>> words_behind(const std::vector<Command>& commands,
                                                              const std::string& group) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const Command& command : commands) {
    const std::string own = group_of(command);
    if (own == group)
      words.emplace_back(last_word(command), command.summary);
    else if (group.empty() && (words.empty() || words.back().first != own))
      words.emplace_back(own, fmt::format("commands on programs; see `tutti {} --help`", own));
  }
  return words;
}

std::vector<std::string> groups(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  for (const Command& command : commands)
    if (const auto group = group_of(command);
        !group.empty() && (names.empty() || names.back() != group))
      names.push_back(group);
  return names;
}

std::string first_words(const std::vector<std::pair<std::string, std::string>>& words) {
  std::vector<std::string> names;
  for (const auto& [name, help] : words) names.push_back(name);
  return fmt::format("{}", fmt::join(names, " "));
}

// Bash. COMP_WORDS parts --name=value at the "=".

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

/// The words that end a command: the choices of what stands by its place; none: files.
std::string bash_words(const Command& command) {
  for (const Argument& argument : command.arguments)
    if (argument.positional) return fmt::format("{}", fmt::join(argument.choices, " "));
  return "";
}

std::string bash(const std::vector<Command>& commands) {
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

// Zsh. Words of _arguments are in single quotes; explanations stand in brackets.

std::string zsh_quoted(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != special.npos) out += '\\';
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out;
}

std::string zsh_action(const Argument& argument) {
  if (!argument.choices.empty())
    return fmt::format(":{}:({})", argument.name, fmt::join(argument.choices, " "));
  if (is_text(argument)) return fmt::format(":{}:_files", argument.name);
  return argument.is_switch() ? "" : fmt::format(":{}: ", argument.name);
}

std::string zsh_spec(const Argument& argument) {
  if (argument.positional)
    return fmt::format("    '{}{}' \\\n", argument.required ? "" : ":", zsh_action(argument));
  return fmt::format("    '--{}[{}]{}' \\\n", argument.name,
                     zsh_quoted(described(argument), "[]\\"), zsh_action(argument));
}

std::string zsh_function(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return "_tutti_" + name;
}

/// A zsh function that completes one of the words, and then what follows that word.
std::string zsh_dispatch(const std::string& function, const std::vector<Command>& commands,
                         const std::string& group) {
  std::string described_words, cases;
  for (const auto& [word, help] : words_behind(commands, group)) {
    described_words += fmt::format("        '{}:{}'\n", word, zsh_quoted(help, ":\\"));
    cases += fmt::format("        {}) {} ;;\n", word,
                         zsh_function(group.empty() ? word : group + " " + word));
  }
  return fmt::format(
      "{}() {{\n  local curcontext=$curcontext state line\n  typeset -A opt_args\n"
      "  _arguments -C $_tutti_everywhere ': :->word' '*:: :->rest'\n  case $state in\n"
      "    word)\n      local -a words_here=(\n{}      )\n"
      "      _describe command words_here ;;\n    rest)\n      case $words[1] in\n{}      esac ;;\n"
      "  esac\n}}\n",
      function, described_words, cases);
}

std::string zsh(const std::vector<Command>& commands) {
  std::string text =
      "#compdef tutti\n# Completion of tutti for zsh, made by `tutti completion zsh`.\n"
      "typeset -ga _tutti_everywhere=(\n";
  for (const GlobalFlag& flag : kGlobalFlags)
    text += fmt::format("  '--{}[{}]{}'\n", flag.name, zsh_quoted(flag.help, "[]\\"),
                        flag.value.empty() ? "" : ":number: ");
  text += ")\n";
  for (const Command& command : commands) {
    text += zsh_function(command.name) + "() {\n  _arguments \\\n";
    for (const Argument& argument : command.arguments) text += zsh_spec(argument);
    text += "    $_tutti_everywhere\n}\n";
  }
  for (const std::string& group : groups(commands))
    text += zsh_dispatch(zsh_function(group), commands, group);
  text += zsh_dispatch("_tutti", commands, "");
  return text +
         "if [[ $funcstack[1] == _tutti ]]; then _tutti \"$@\"; else compdef _tutti tutti; fi\n";
}

// Fish.

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

/// The condition under which a command's arguments are offered.
std::string fish_seen(const Command& command) {
  const std::string group = group_of(command);
  const std::string last = "__fish_seen_subcommand_from " + last_word(command);
  return group.empty() ? last : fmt::format("__fish_seen_subcommand_from {}; and {}", group, last);
}

std::string fish_value(const Argument& argument) {
  if (!argument.choices.empty()) return fmt::format(" -xa '{}'", fmt::join(argument.choices, " "));
  if (is_text(argument)) return " -rF";
  return argument.is_switch() ? "" : " -x";
}

std::string fish(const std::vector<Command>& commands) {
  std::string text =
      "# Completion of tutti for fish, made by `tutti completion fish`.\ncomplete -c tutti -f\n";
  for (const GlobalFlag& flag : kGlobalFlags)
    text += fmt::format("complete -c tutti -l {}{}{} -d {}\n", flag.name,
                        flag.letter.empty() ? "" : fmt::format(" -s {}", flag.letter),
                        flag.value.empty() ? "" : " -x", fish_quoted(flag.help));
  for (const auto& [word, help] : words_behind(commands, ""))
    text += fmt::format("complete -c tutti -n __fish_use_subcommand -a {} -d {}\n", word,
                        fish_quoted(help));
  for (const std::string& group : groups(commands)) {
    const auto words = words_behind(commands, group);
    for (const auto& [word, help] : words)
      text += fmt::format(
          "complete -c tutti -n '__fish_seen_subcommand_from {}; and not "
          "__fish_seen_subcommand_from {}' -a {} -d {}\n",
          group, first_words(words), word, fish_quoted(help));
  }
  for (const Command& command : commands)
    for (const Argument& argument : command.arguments) {
      const std::string start = fmt::format("complete -c tutti -n '{}'", fish_seen(command));
      if (!argument.positional)
        text += fmt::format("{} -l {}{} -d {}\n", start, argument.name, fish_value(argument),
                            fish_quoted(described(argument)));
      else if (argument.choices.empty())
        text += start + " -F\n";
      else
        text += fmt::format("{} -a '{}'\n", start, fmt::join(argument.choices, " "));
    }
  return text;
}

}  // namespace

ExitCode run_completion(const GlobalOptions&, const CompletionArguments& arguments) {
  const std::vector<Command> commands = all_commands();
  write_result(arguments.shell == "bash"  ? bash(commands)
               : arguments.shell == "zsh" ? zsh(commands)
                                          : fish(commands));
  return ExitCode::done;
}

}  // namespace tutti::app
