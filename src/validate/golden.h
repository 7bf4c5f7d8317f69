// SPDX-License-Identifier: Apache-2.0
// A program, its inputs and the reference's results in two files, for machines that are apart.
#pragma once

#include "base/files.h"
#include "validate/program.h"

namespace tutti::validate {

struct Golden {
  Program program;
  std::vector<ir::Tensor> expected;
  std::string reference;  // the backend that computed them
};

/// Writes FILE.safetensors (in.000, ..., out.000, ...) and FILE.json (the program's text and what
/// its inputs and results are), whatever the ending of `file`.
void write_golden(const Path& file, const Program& program, const std::vector<ir::Tensor>& expected,
                  const std::string& reference);

/// Reads both; a UserError where they are not what write_golden() writes.
Golden read_golden(const Path& file);

}  // namespace tutti::validate
