// SPDX-License-Identifier: Apache-2.0
// A function of a module as the text a plugin compiles.
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
  // Donated argument and the result of its type that takes its memory.
  std::vector<std::pair<size_t, size_t>> aliases = {};
  int64_t replicas = 1;  // the module's mhlo.num_replicas
};

/// StableHLO's pretty form with one public function @main: calls are inlined (a recursive one
/// crashes XLA) and our own attributes are left out, donation is kept. A program of several
/// partitions is one device's where nothing in it is done by partition, else a UserError, and so is
/// an exchange with the host while the program runs.
ProgramText program_text(const ir::Module& module, const std::string& function);

/// Whether plugins have this op: all of StableHLO and most of chlo.
bool is_portable(const ir::Operation& op);

}  // namespace tutti::backend::pjrt
