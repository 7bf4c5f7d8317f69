// SPDX-License-Identifier: Apache-2.0
// Stores a program, its inputs and the reference's results in two files, so that another machine
// can compare its backends with them.
#pragma once

#include "base/files.h"
#include "validate/program.h"

namespace tutti::validate {

struct Golden {
  CheckedProgram program;
  std::vector<ir::Tensor> expected;
  std::string reference;  // the backend that computed them
};

/// Writes FILE.safetensors (in.000, ..., out.000, ...) and FILE.json (the program's text, and what
/// its inputs and results are). The ending of `file` does not matter.
void write_golden(const Path& file, const CheckedProgram& program,
                  const std::vector<ir::Tensor>& expected, const std::string& reference);

/// Reads both files. A UserError says where they are not as write_golden() writes them.
Golden read_golden(const Path& file);

}  // namespace tutti::validate
