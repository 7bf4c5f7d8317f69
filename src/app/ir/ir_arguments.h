// SPDX-License-Identifier: Apache-2.0
// The arguments of the `tutti ir` commands.
#pragma once

#include <cstdint>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"

namespace tutti::app {

struct IrArguments {
  std::string file;  // -: standard input
  std::string function;
  std::string backend = "reference";
  std::string inputs;   // safetensors: in.000, in.001, ...
  std::string outputs;  // safetensors: out.000, out.001, ...
  int64_t repeat = 0;   // timed runs after the first
  double timeout = 0;   // seconds; 0: none
  std::string profile;  // file of the trace; empty: none
  int64_t replicas = 1;
  int64_t partitions = 1;
  bool generic = false;
  bool locations = false;  // of the text, printed back
  bool bytecode = false;   // a portable artifact rather than text
  std::string target = "least";
  std::string output = "-";  // file of what is printed; -: standard output
  std::string skip;          // passes to leave out: "fold-constants,dead-code"
  bool dump = false;         // the module after each pass, to stderr
  bool bf16 = false;         // the precision pass
  bool gradient = false;     // the differentiate pass, of `function`
  std::string lora_target_modules = "all-linear";
  int64_t lora_r = 16;
  double lora_alpha = 32;
};

enum class IrCommand { verify, print, run, grad, adapt, lower };
/// The flags: their names, limits and meaning.
ArgumentList list_ir_arguments(IrArguments& arguments, IrCommand command);

/// Runs the commands: `done`, `check_failed`, `stopped` or `interrupted`; otherwise throws
/// UserError.
ExitCode run_ir_verify(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_print(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_run(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_grad(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_adapt(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_lower(const GlobalOptions& global, const IrArguments& arguments);

}  // namespace tutti::app
