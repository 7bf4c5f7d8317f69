// SPDX-License-Identifier: Apache-2.0
// `tutti manual`: manual pages, made from the list that --help shows.
#include <algorithm>
#include <cctype>

#include "app/process/output.h"
#include "app/shell/help.h"
#include "app/shell/manual_arguments.h"
#include "base/files.h"
#include "base/text.h"
#include "base/version.h"

namespace tutti::app {
namespace {

/// Text escaped for roff; a line never begins with its control characters.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
      continue;
    }
    if (c == '-') out += '\\';
    if (out.empty() && (c == '.' || c == '\'')) out += "\\&";
    out += c;
  }
  return out;
}

std::string upper_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// "tutti-ir-verify"
std::string page_name(const std::string& command) {
  std::string name = "tutti-" + command;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

/// A summary in the style of NAME sections: "fine-tune a model".
std::string name_line(std::string_view summary) {
  std::string text(summary.substr(0, summary.find_last_not_of('.') + 1));
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string head(const std::string& name, std::string_view summary, std::string_view usage) {
  return fmt::format(
      ".TH {} 1 \"\" \"tutti {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}\n",
      upper_case(roff(name)), kVersion, roff(name), roff(name_line(summary)), roff(usage));
}

std::string section(const std::string& title) {
  return fmt::format(".SH \"{}\"\n", upper_case(roff(title)));
}

std::string entry(std::string_view name, std::string_view text) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(name), roff(text));
}

std::string page_of(const Command& command) {
  std::string text = head(page_name(command.name), command.summary, usage_of(command));
  text += section("Example") + roff("tutti " + command.example) + "\n";
  std::string group = "-";
  for (const Argument& argument : command.arguments) {
    if (argument.group != group) {
      group = argument.group;
      text += section(group.empty() ? "Arguments" : group);
    }
    text += argument.positional
                ? entry(argument.name, argument.help)
                : entry("--" + argument.name + kind_of(argument), described(argument));
  }
  text += section("Everywhere");
  for (const GlobalFlag& flag : kGlobalFlags) text += entry(spelled(flag), flag.help);
  return text + section("See also") + "tutti(1)\n";
}

std::string main_page(const std::vector<Command>& commands) {
  std::string text = head("tutti", kProgramSummary, "tutti COMMAND [ARGUMENTS]");
  text += section("Commands");
  for (const Command& command : commands)
    text += entry(page_name(command.name) + "(1)", command.summary);
  text += section("Everywhere");
  for (const GlobalFlag& flag : kGlobalFlags) text += entry(spelled(flag), flag.help);
  text += section("Backends");
  for (const auto& [name, help] : kBackends) text += entry(name, help);
  text += section("Environment");
  for (const auto& [name, help] : kEnvironment) text += entry(name, help);
  return text + section("Exit status") + roff(kExitCodes) + "\n";
}

}  // namespace

ExitCode run_manual(const GlobalOptions&, const ManualArguments& arguments) {
  const std::vector<Command> commands = all_commands();
  if (arguments.folder.empty()) {
    write_result(main_page(commands));
    return ExitCode::done;
  }
  const Path folder = arguments.folder;
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) io_error("{}: cannot be made: {}", escaped(folder.string()), failure.message());
  write_file_atomically(folder / "tutti.1", main_page(commands));
  for (const Command& command : commands)
    write_file_atomically(folder / (page_name(command.name) + ".1"), page_of(command));
  return ExitCode::done;
}

}  // namespace tutti::app
