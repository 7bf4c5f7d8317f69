// SPDX-License-Identifier: Apache-2.0
// Writes a function of a module as the text that a plugin compiles.
#pragma once

#include <string>
#include <vector>

#include "ir/op_def.h"

namespace tutti::backend::pjrt {

struct ProgramText {
  std::string text;
  std::string name;  // the function's own
  std::vector<ir::Type> arguments, results;
  std::vector<bool> donated;  // arguments that the program consumes
  // Each donated argument, and the result of the same type that takes over its memory.
  std::vector<std::pair<size_t, size_t>> aliases = {};
  int64_t replicas = 1;  // the module's mhlo.num_replicas
};

/// StableHLO's pretty form with one public function @main. Calls are inlined, as a recursive one
/// crashes XLA; our own attributes are left out and donations are kept. A program of several
/// partitions is written for one device if none of its operations depends on the partition, else it
/// is a UserError. So is a program that exchanges data with the host while it runs.
ProgramText program_text(const ir::Module& module, const std::string& function);

/// Whether plugins know this op. They know all of StableHLO and most of chlo.
bool is_portable(const ir::Operation& op);

}  // namespace tutti::backend::pjrt
