// SPDX-License-Identifier: Apache-2.0
// Learning-rate schedules, as Hugging Face's get_scheduler defines them.
#pragma once

#include <string_view>

#include "ir/builder.h"

namespace tutti::step {

struct Schedule {
  enum class Kind { linear, cosine, constant };
  Kind kind = Kind::linear;
  double learning_rate = 5e-5;  // the peak
  int64_t warmup_steps = 0;     // in which the rate rises linearly from 0 to the peak
  int64_t total_steps = 0;      // after which linear and cosine are 0
};

/// The kind of that name. Any other name is a UserError that lists the known ones.
Schedule::Kind schedule_kind(std::string_view name);
std::string_view name_of(Schedule::Kind kind);

/// The rate of the update that follows `step` finished updates: `step` is an i32 scalar, the result
/// a scalar of type `element`.
ir::Value emit_learning_rate(ir::Builder& builder, const Schedule& schedule, ir::Value step,
                             ir::ElementType element);

}  // namespace tutti::step
