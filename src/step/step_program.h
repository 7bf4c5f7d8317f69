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

#include <functional>
#include <string>
#include <vector>

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
  bool bf16 = false;  // bf16 compute with float32 parameters; else `element` throughout
  ir::ElementType element = ir::ElementType::f32;
  /// Devices that share a step, each with batches and a copy of the state of its own. Then every
  /// function but @forward runs on all of them, and @apply and @step add the sums of all first.
  int64_t replicas = 1;
  int64_t max_segment = 384;
  /// Told what a pass has made of the model's functions, and of the step.
  std::function<void(std::string_view pass, const ir::Module&)> observe = {};
};

ir::Module step_program(const task::Objective& objective, const task::BatchShape& shape,
                        const StepOptions& options);

/// Any one of its functions alone.
ir::Module step_function(std::string_view function, const task::Objective& objective,
                         const task::BatchShape& shape, const StepOptions& options);

/// Whether a function depends on the batch's shape; those that do not take sums.
bool takes_batch(std::string_view function);

}  // namespace tutti::step
