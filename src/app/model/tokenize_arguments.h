// SPDX-License-Identifier: Apache-2.0
// What `tutti tokenize` takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "task/causal/documents.h"

namespace tutti::app {

struct TokenizeArguments {
  std::string model_name_or_path;
  std::string cache_dir;
  std::string file = "-";   // one text a line; -: standard input
  bool json_lines = false;  // each line is a JSON string
  bool no_special_tokens = false;
  bool chat = false;  // the file has training rows
  int64_t max_samples = 5;
  std::optional<int64_t> max_seq_length;
  task::causal::DataArguments data;
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(TokenizeArguments& arguments);

/// Runs the commands: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_tokenize(const GlobalOptions& global, const TokenizeArguments& arguments);
/// `tutti tokenize --chat`.
ExitCode run_tokenize_chat(const GlobalOptions& global, const TokenizeArguments& arguments);

}  // namespace tutti::app
