// SPDX-License-Identifier: Apache-2.0
// Completion for zsh. Words of _arguments are in single quotes; explanations are in brackets.
#include <algorithm>

#include "app/shell/completion.h"
#include "app/shell/completion_words.h"
#include "app/shell/help.h"

namespace tutti::app {
namespace {

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

}  // namespace

std::string zsh_completion(const std::vector<Command>& commands) {
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

}  // namespace tutti::app
