// SPDX-License-Identifier: Apache-2.0
// Runs a function by its ops' own meaning: slow, obviously right, the judge of every backend.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "ir/op_def.h"
#include "ir/process.h"

namespace tutti::op {

class Grid;

enum class Rounding {
  typed,  // every result is rounded to its declared type
  wide    // floats stay double throughout
};

/// What a caller may ask of a run.
struct InterpreterOptions {
  Rounding rounding = Rounding::typed;
  /// Runs body(i) for i in [0, count); by default one after the other.
  std::function<void(int64_t count, const std::function<void(int64_t)>& body)> parallel;
  /// Called with each operation's results as they are made.
  std::function<void(const ir::Operation&, const std::vector<ir::Array>&)> observe;
  /// Called with what the program prints; by default nobody sees it.
  std::function<void(const std::string& text)> show;
  /// Held before each operation: a loop that lasts longer is a UserError that names the loop.
  Deadline deadline = {};
};

/// Runs `function` of `module` on arguments of its types; gives its results.
std::vector<ir::Array> interpret(const ir::Module& module, std::string_view function,
                                 std::vector<ir::Array> arguments,
                                 const InterpreterOptions& options = {});

/// Runs `function` side by side on every process of a grid: [process][argument] and
/// [process][result], process = replica * partitions + partition. A grid whose processes wait for
/// each other forever is a UserError that names them.
std::vector<std::vector<ir::Array>> interpret_grid(const ir::Module& module,
                                                   std::string_view function, ir::GridSize grid,
                                                   std::vector<std::vector<ir::Array>> arguments,
                                                   const InterpreterOptions& options = {});

/// Runs `function` of `module` as one process of a grid whose others are elsewhere.
std::vector<ir::Array> interpret_process(const ir::Module& module, std::string_view function,
                                         Grid& grid, int64_t process,
                                         std::vector<ir::Array> arguments);

/// Runs one operation without regions or calls on constant operands, rounding its results.
std::vector<ir::Array> evaluate_operation(const ir::Operation& op, ir::Operands operands);

}  // namespace tutti::op
