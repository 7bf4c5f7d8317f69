// SPDX-License-Identifier: Apache-2.0
// What the commands on programs take.
#pragma once

#include <cstdint>
#include <string>

#include "base/argument.h"

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
  std::string skip;        // passes to leave out: "fold-constants,dead-code"
  bool dump = false;       // the module after each pass, to stderr
  bool bf16 = false;       // the precision pass
  bool gradient = false;   // the differentiate pass, of `function`
  std::string lora_target_modules = "all-linear";
  int64_t lora_r = 16;
  double lora_alpha = 32;
};

enum class IrCommand { verify, print, run, grad, adapt, lower };
/// The flags: their names, limits and meaning.
ArgumentList list_ir_arguments(IrArguments& arguments, IrCommand command);

}  // namespace tutti::app
