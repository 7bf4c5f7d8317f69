// SPDX-License-Identifier: Apache-2.0
// One list of each command's arguments: flags, run.json and the reference are read from it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/commands.h"
#include "base/argument.h"

namespace tutti::app {

ArgumentList list_arguments(TrainArguments& arguments);
ArgumentList list_arguments(EstimateArguments& arguments);
ArgumentList list_arguments(CompileArguments& arguments);
ArgumentList list_lora_arguments(LoraArguments& arguments);
ArgumentList list_arguments(LaunchArguments& arguments);
/// Those of trainings on other machines.
void list_target_arguments(ArgumentLister& list, LaunchArguments& arguments);
ArgumentList list_arguments(EvaluateArguments& arguments);
ArgumentList list_arguments(PredictArguments& arguments);
ArgumentList list_arguments(BenchmarkArguments& arguments);
ArgumentList list_arguments(ValidateArguments& arguments);
ArgumentList list_arguments(ExportArguments& arguments);
ArgumentList list_arguments(MergeArguments& arguments);
ArgumentList list_arguments(DevicesArguments& arguments);
ArgumentList list_arguments(DoctorArguments& arguments);
ArgumentList list_arguments(ScoreArguments& arguments);
ArgumentList list_arguments(ReportArguments& arguments);
ArgumentList list_arguments(ServeArguments& arguments);
ArgumentList list_arguments(SuiteArguments& arguments);
ArgumentList list_arguments(TokenizeArguments& arguments);
ArgumentList list_arguments(GenerateArguments& arguments);
ArgumentList list_arguments(ChatArguments& arguments);
ArgumentList list_arguments(SyncArguments& arguments);
ArgumentList list_arguments(CompletionArguments& arguments);
ArgumentList list_arguments(ManualArguments& arguments);

enum class IrCommand { verify, print, run, grad, adapt, lower };
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
