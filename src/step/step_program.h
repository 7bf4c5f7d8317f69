// SPDX-License-Identifier: Apache-2.0
// The step program: one module that computes a whole optimizer step. Its functions:
//   @forward(parameters, batch) -> outputs                     what a user of the model reads
//   @gradients(parameters, step, seed, batch) -> sums          of one micro-batch
//   @merge(sums, sums) -> sums                                 adds two, for accumulation
//   @apply(state, sums) -> state, report                       clips, updates, counts
//   @step(state, batch) -> state, report                       the same with one micro-batch
// step/state_layout.h says what state, sums and report are. Every argument has `tutti.role`
// (parameter, optimizer, scalar, batch, sums) and `tutti.name`; state is donated. A step that is
// not finite changes nothing but the counter.
#pragma once

#include <string_view>

#include "pass/pipeline.h"
#include "step/schedule.h"
#include "step/state_layout.h"
#include "task/objective.h"

namespace tutti::step {

struct StepOptions {
  Schedule schedule;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0;       // of the parameters that decay
  double max_gradient_norm = 1;  // 0: no clipping
  bool dropout = true;
  pass::Precision precision = pass::Precision::f32;
  /// What parameters, state and sums are kept in: float32, or float64 where the step is the judge
  /// of others (then `precision` is f32, which changes nothing).
  ir::ElementType element = ir::ElementType::f32;
  /// Devices that share a step, each with batches and a copy of the state of its own. Then every
  /// function but @forward runs on all of them, and @apply and @step add the sums of all first.
  int64_t replicas = 1;
  int64_t max_segment = 384;
};

/// A step program before any pass: what pass::run_pipeline takes.
struct StepSource {
  ir::Module model;  // the model's functions as the task writes them: @forward, @loss
  /// Precision, gradients, and the step's functions around them. The caller adds what its backend
  /// supports.
  pass::PipelineOptions pipeline;
};

/// The source of one of the step program's functions, or of all for an empty name. The objective
/// must outlive it.
StepSource step_source(std::string_view function, const task::Objective& objective,
                       const task::BatchShape& shape, const StepOptions& options);

/// The whole program, assembled but not lowered for any backend.
ir::Module step_program(const task::Objective& objective, const task::BatchShape& shape,
                        const StepOptions& options);

/// One of its functions alone, likewise.
ir::Module step_function(std::string_view function, const task::Objective& objective,
                         const task::BatchShape& shape, const StepOptions& options);

/// Whether a function depends on the batch's shape. The others, @merge and @apply, take sums.
bool takes_batch(std::string_view function);

}  // namespace tutti::step
