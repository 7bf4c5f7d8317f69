// SPDX-License-Identifier: Apache-2.0
// What `tutti generate` and `tutti chat` take.
#pragma once

#include <cstdint>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/generation_settings.h"

namespace tutti::app {

struct GenerateArguments : run::GenerationSettings {
  std::string prompt;
  bool apply_chat_template = false;  // the prompt is a user's message
  std::string prompts;               // a file of records
  std::string output;                // a file of JSON lines; empty: standard output
  int64_t batch_size = 8;            // prompts continued together
  bool benchmark = false;            // continues the prompt again, and reports its time
};

struct ChatArguments : run::GenerationSettings {
  std::string system;  // the first message; empty: only the template's own
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(GenerateArguments& arguments);
ArgumentList list_arguments(ChatArguments& arguments);

/// Runs the commands: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_generate(const GlobalOptions& global, const GenerateArguments& arguments);
ExitCode run_chat(const GlobalOptions& global, const ChatArguments& arguments);

}  // namespace tutti::app
