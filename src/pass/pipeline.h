// SPDX-License-Identifier: Apache-2.0
// The passes between a model's functions as they are written and a module as a backend compiles
// it, in order.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/op_def.h"
#include "ir/process.h"
#include "pass/precision.h"

namespace tutti::pass {

struct PipelineOptions {
  Precision precision = Precision::f32;
  /// The function whose gradient is added; empty: none.
  std::string differentiate = {};
  /// The arguments of that function by which its first result is differentiated: the pass is then
  /// value_and_gradients() of pass/differentiate.h. Without them it is differentiate().
  std::optional<std::vector<size_t>> with_respect_to = {};
  /// Writes the program that uses the model's functions and their gradients (a training step).
  std::function<ir::Module(ir::Module)> assemble = {};
  /// Whether the caller keeps parameters in the precision's element type: see narrow_parameters().
  bool narrows_parameters = false;
  /// Whether the passes towards a backend run as well; if not, the module stays as assembled.
  bool lowers = true;
  /// What the backend takes; everything else is decomposed where it can be.
  std::function<bool(const ir::Operation&)> supports = {};
  /// The grid of processes that will run it, each the same function.
  ir::GridSize grid = {};
  /// Names of passes to leave out.
  std::vector<std::string> skip = {};
  bool skips(std::string_view pass) const;
  /// Called after each pass with its name, the module and the seconds it took.
  std::function<void(const std::string&, const ir::Module&, double)> observe = {};
  /// Told how many operations of each name were decomposed.
  std::map<std::string, int>* decomposed = nullptr;
};

/// Runs the passes; the module is verified after each.
ir::Module run_pipeline(ir::Module module, const ir::Catalogue& catalogue,
                        const PipelineOptions& options);

/// The pipeline's and kMemoryPlan.
std::vector<std::string> pass_names();
/// Throws UserError that lists them at a name that is none of them. run_pipeline calls it.
void expect_pass_names(const std::vector<std::string>& names);

inline constexpr std::string_view kPrecision = "precision";
inline constexpr std::string_view kDifferentiate = "differentiate";
inline constexpr std::string_view kAssemble = "assemble";
/// What backends do after the pipeline: they find each temporary its place (pass/memory_plan.h).
inline constexpr std::string_view kMemoryPlan = "memory-plan";

}  // namespace tutti::pass
