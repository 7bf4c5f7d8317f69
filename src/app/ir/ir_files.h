// SPDX-License-Identifier: Apache-2.0
// Program files and the safetensors files of their arguments and results.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/tensor.h"

namespace tutti::app {

/// Reads and verifies the modules of a file, separated by lines that begin with `// -----`; "-" is
/// standard input. Line numbers in errors count from the file's beginning.
std::vector<ir::Module> read_modules(const std::string& file);

/// Reads tensors in.000, in.001, ... of a file as arguments of a function; each must have the
/// argument's shape and type (i1 may be stored as U8, bf16 as U16). A tensor whose name ends with
/// the suffix ("in.000@1,0") takes precedence over the one without.
std::vector<ir::Tensor> read_inputs(const std::string& file, const ir::Function& function,
                                    const std::string& suffix = "");

/// Results, and the suffix of their names.
struct NamedResults {
  std::string suffix;
  std::vector<ir::Tensor> tensors;
};
/// Writes out.000, out.001, ... for each.
void write_outputs(const std::string& file, const std::vector<NamedResults>& results);

}  // namespace tutti::app
