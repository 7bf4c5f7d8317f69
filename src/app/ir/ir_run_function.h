// SPDX-License-Identifier: Apache-2.0
// Runs functions of a program on the reference or another backend.
#pragma once

#include <string>
#include <vector>

#include "app/ir/ir_arguments.h"
#include "app/ir/ir_files.h"
#include "app/process/global_options.h"
#include "backend/backend.h"
#include "base/deadline.h"
#include "base/threads.h"
#include "ir/module.h"
#include "ir/process.h"

namespace tutti::app {

/// Times of runs: elapsed seconds and processor seconds.
struct RunTimes {
  std::vector<double> wall, processors;
};

/// Runs the reference: each operation's definition, rounded as the program's types say.
std::vector<NamedResults> run_on_reference(const GlobalOptions& global, const ir::Module& module,
                                           const std::string& name, ir::GridSize grid,
                                           const std::vector<NamedResults>& inputs, Team& team,
                                           const Deadline& deadline);

/// Runs one function on another backend, on each process of the grid, and returns their results.
std::vector<NamedResults> run_function(backend::Backend& backend, const ir::Module& module,
                                       const std::string& name,
                                       const std::vector<NamedResults>& inputs,
                                       const IrArguments& arguments, const Deadline& deadline,
                                       RunTimes& times);

}  // namespace tutti::app
