// SPDX-License-Identifier: Apache-2.0
// The step program: one module that computes a whole optimizer step. step/functions.h says what its
// functions are, step/state_layout.h what state, sums and report are. Every argument has a
// `tutti.role` (parameter, optimizer, scalar, batch, sums) and a `tutti.name`. The state is
// donated: its memory becomes that of the new state. A step whose loss or gradients are not finite
// changes nothing but the counter and the scale. The schedule and the bias correction count all
// steps or, with loss scaling, those that changed the parameters.
#pragma once

#include <string_view>

#include "pass/pipeline.h"
#include "step/buckets.h"
#include "step/functions.h"
#include "step/loss_scale.h"
#include "step/schedule.h"
#include "step/state_layout.h"
#include "task/objective.h"

namespace tutti::step {

struct StepOptions {
  Schedule schedule;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0;       // of parameters with model::Parameter::decays
  double max_gradient_norm = 1;  // 0: no clipping
  bool dropout = true;
  pass::Precision precision = pass::Precision::f32;
  /// Given for a precision whose gradients may underflow. Sums are never scaled.
  std::optional<LossScale> loss_scale = {};
  /// What @gradients and @step may take besides their arguments and results.
  std::optional<pass::MemoryBudget> memory_budget = {};
  /// Matrices of the state and of sums are padded to multiples of it, with zeros; 1: they stay.
  int64_t pad_to_multiple_of = 1;
  /// The type of parameters, state and sums. Tests compare others with a step in float64; then
  /// `precision` is f32, which converts nothing.
  ir::ElementType element = ir::ElementType::f32;
  /// Devices that run the program together, each with a copy of the state and batches of its own.
  /// With several, every function except @forward runs on all of them, and @apply and @step begin
  /// by adding the sums of all devices, with one all_reduce for each of buckets_of(sums,
  /// bucket_bytes).
  int64_t devices = 1;
  int64_t bucket_bytes = 0;  // 0: all sums in one bucket
  /// The host has the moments: @gradients and @prepare take the place of @step and @apply.
  bool host_optimizer = false;
  int64_t max_segment = 384;  // tokens of the longest segment of a row
  /// The most leaves of the tree in which the sums of a step's micro-batches are added, see
  /// comm/tree.h; 0: each micro-batch is one. The fewer, the less memory sums take.
  int64_t most_leaves = 0;
};

/// A step program before any pass. pass::run_pipeline makes the program of it.
struct StepSource {
  ir::Module model;  // the model's functions as the task writes them: @forward, @loss
  /// Asks for the precision, the gradients and the step's functions around them. The caller adds
  /// what its backend supports.
  pass::PipelineOptions pipeline;
};

/// The source of one of the step program's functions; of all functions if the name is empty. The
/// objective must outlive the result.
StepSource step_source(std::string_view function, const task::Objective& objective,
                       const task::BatchShape& shape, const StepOptions& options);

/// The whole program, assembled but not lowered for any backend.
ir::Module step_program(const task::Objective& objective, const task::BatchShape& shape,
                        const StepOptions& options);

/// One of its functions alone, likewise.
ir::Module step_function(std::string_view function, const task::Objective& objective,
                         const task::BatchShape& shape, const StepOptions& options);

}  // namespace tutti::step
