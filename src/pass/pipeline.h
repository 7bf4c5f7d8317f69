// SPDX-License-Identifier: Apache-2.0
// The passes between a module as it is built and a module as a backend compiles it, in order.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/op_def.h"
#include "ir/process.h"

namespace tutti::pass {

struct PipelineOptions {
  /// Activations and products in bf16.
  bool bf16 = false;
  /// The gradient of this function is added; empty: of none.
  std::string differentiate = {};
  /// What the backend takes; everything else is decomposed where it can be.
  std::function<bool(const ir::Operation&)> supports = {};
  /// The grid of processes that will run it, each the same function.
  ir::GridSize grid = {};
  /// Names of passes to leave out.
  std::vector<std::string> skip = {};
  bool skips(std::string_view pass) const;
  /// Called behind each pass with its name, the module and the seconds it took.
  std::function<void(const std::string&, const ir::Module&, double)> observe = {};
  /// Told how many operations of each name were decomposed.
  std::map<std::string, int>* decomposed = nullptr;
};

/// Runs the passes; the module is verified behind each.
ir::Module run_pipeline(ir::Module module, const ir::Catalogue& catalogue,
                        const PipelineOptions& options);

/// The pipeline's and kMemoryPlan.
std::vector<std::string> pass_names();
/// Throws UserError that lists them at a name that is none of them. run_pipeline calls it.
void expect_pass_names(const std::vector<std::string>& names);

inline constexpr std::string_view kPrecision = "precision";
inline constexpr std::string_view kDifferentiate = "differentiate";
/// What backends do behind the pipeline: they find each temporary its place (pass/memory_plan.h).
inline constexpr std::string_view kMemoryPlan = "memory-plan";

}  // namespace tutti::pass
