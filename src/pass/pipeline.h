// SPDX-License-Identifier: Apache-2.0
// All passes in their order: from a model's functions as they are written to the module that a
// backend compiles. pipeline.cpp gives the reasons for the order.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/op_def.h"
#include "ir/process.h"
#include "pass/pack_parameters.h"
#include "pass/precision.h"
#include "pass/rematerialise.h"

namespace tutti::pass {

struct PipelineOptions {
  /// Puts adapters into the model's functions (pass/adapt.h).
  std::function<ir::Module(ir::Module)> adapt = {};
  Precision precision = Precision::f32;
  /// The function that is differentiated; empty if none is.
  std::string differentiate = {};
  /// If given, value_and_gradients() of pass/differentiate.h differentiates by these arguments;
  /// otherwise differentiate() does, by all.
  std::optional<std::vector<size_t>> with_respect_to = {};
  /// Writes the program that uses the model's functions and their gradients, such as a training
  /// step.
  std::function<ir::Module(ir::Module)> assemble = {};
  /// Whether the caller passes parameters as narrow_parameters() asks for them.
  bool narrows_parameters = false;
  /// The parameters that the caller passes as blocks.
  PackedParameters packed = {};
  /// Sizes of parameters and products are padded to multiples of it (pass/pad.h); 1: they stay.
  int64_t pad_to_multiple_of = 1;
  /// Whether the results are a training's state and sums, which are padded as well.
  bool pads_results = false;
  /// Whether the passes towards a backend run as well. If not, the module stays as it is assembled.
  bool lowers = true;
  /// Whether the backend takes an operation. The others are decomposed if they can be.
  std::function<bool(const ir::Operation&)> supports = {};
  /// Whether operations of f16 that mixed precision names compute in float32 anyway.
  bool widens_halves = false;
  /// The memory that the one function of the program may take, and what tells how much it takes.
  /// Nothing: it keeps what it likes.
  std::optional<MemoryBudget> budget = {};
  PlanBytes plan_bytes = {};
  /// Gets what became of it.
  Rematerialised* rematerialised = nullptr;
  /// The grid of processes that will run the program side by side.
  ir::GridSize grid = {};
  /// The names of passes that are left out.
  std::vector<std::string> skip = {};
  bool skips(std::string_view pass) const;
  /// Called after each pass with its name, the module and the seconds that it took.
  std::function<void(const std::string&, const ir::Module&, double)> observe = {};
  /// Gets the number of operations of each name that were decomposed.
  std::map<std::string, int>* decomposed = nullptr;
};

/// Runs the passes and verifies the module after each of them.
ir::Module run_pipeline(ir::Module module, const ir::Catalogue& catalogue,
                        const PipelineOptions& options);

/// The names of all passes in their order, with kMemoryPlan as the last.
std::vector<std::string> pass_names();
/// Throws a UserError that lists pass_names() if one of `names` is not among them. run_pipeline
/// calls it.
void expect_pass_names(const std::vector<std::string>& names);

inline constexpr std::string_view kAdapt = "adapt";
inline constexpr std::string_view kPrecision = "precision";
inline constexpr std::string_view kRaise = "raise";
inline constexpr std::string_view kDifferentiate = "differentiate";
inline constexpr std::string_view kAssemble = "assemble";
/// A backend's own last step: it gives each temporary its place (pass/memory_plan.h).
inline constexpr std::string_view kMemoryPlan = "memory-plan";

}  // namespace tutti::pass
