// SPDX-License-Identifier: Apache-2.0
// One list of each command's arguments: flags, run.json and the reference are read from it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/commands.h"

namespace tutti::app {

/// An argument: where its value is kept, what it may be, how it is explained.
struct Argument {
  using Value = std::variant<bool*, int64_t*, double*, std::string*, std::optional<int64_t>*>;

  std::string name;  // "learning_rate": --learning_rate, and the key in run.json
  Value value;
  std::string help;
  std::string group;
  double minimum = -1e300;  // of numbers
  double maximum = 1e300;
  std::vector<std::string> choices = {};  // of texts; empty: any
  std::string meaning_of_true = "";       // of texts that take true and false; false is none
  bool required = false;
  bool positional = false;  // given by its place, not by --name
};
using ArgumentList = std::vector<Argument>;

ArgumentList list_arguments(TrainArguments& arguments);
ArgumentList list_arguments(EvaluateArguments& arguments);
ArgumentList list_arguments(PredictArguments& arguments);
ArgumentList list_arguments(BenchmarkArguments& arguments);
ArgumentList list_arguments(ValidateArguments& arguments);
ArgumentList list_arguments(ExportArguments& arguments);
ArgumentList list_arguments(ScoreArguments& arguments);
ArgumentList list_arguments(TokenizeArguments& arguments);
ArgumentList list_arguments(CompletionArguments& arguments);
ArgumentList list_arguments(ManualArguments& arguments);

enum class IrCommand { verify, print, run, grad, lower };
ArgumentList list_ir_arguments(IrArguments& arguments, IrCommand command);

/// true and false, as Python and JSON write them; nothing for other words.
std::optional<bool> truth_word(std::string_view text);

/// Sets a value from a flag's text; throws UserError naming `where` ("--learning_rate"), what was
/// found and what is expected. Numbers are read as in C, whatever the locale.
void set_from_text(const Argument& argument, std::string_view text, std::string_view where);
/// Sets a value from run.json.
void set_from_json(const Argument& argument, const nlohmann::json& value, std::string_view where);

/// Sets arguments from an object {"name": value, ...}; an object with a member "arguments", as a
/// run writes it into its run.json, is read from there and the rest left alone. Unknown keys are
/// one UserError that suggests the nearest ones, or says what to use instead; null is skipped.
void read_arguments(const ArgumentList& list, const nlohmann::json& object, std::string_view where);
/// {"name": value, ...} in the list's order, which read_arguments() takes; what is not set is null.
nlohmann::ordered_json arguments_json(const ArgumentList& list);

/// The value as text ("5e-05"), empty for what is not set.
std::string text_of(const Argument& argument);

}  // namespace tutti::app
