// SPDX-License-Identifier: Apache-2.0
#include "step/schedule.h"

#include <gtest/gtest.h>

#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/rewrite.h"

namespace tutti::step {
namespace {

using ir::ElementType;

/// The rate by a program, in double precision.
double emitted(const Schedule& schedule, int64_t step) {
  ir::Module module;
  ir::Function& function = module.add_function("rate");
  ir::Builder builder(function.body, op::catalogue());
  const ir::Type counter = ir::Type::scalar(ElementType::i32);
  pass::finish(
      function, builder,
      {emit_learning_rate(builder, schedule, function.add_argument(counter), ElementType::f64)});
  const auto results =
      op::interpret(module, "rate", {ir::Array(ir::Tensor::of_ints(counter, {step}))});
  return results[0].tensor().float_at(0);
}

struct Point {
  int64_t step;
  double rate;
};

/// Points are those that transformers' get_scheduler gives, computed by hand.
void expect_rates(const Schedule& schedule, const std::vector<Point>& points) {
  for (const auto& [step, rate] : points) EXPECT_NEAR(emitted(schedule, step), rate, 1e-15) << step;
}

TEST(Schedule, LinearRisesAndFalls) {
  expect_rates({schedule_kind("linear"), 0.4, 2, 10},
               {{0, 0}, {1, 0.2}, {2, 0.4}, {4, 0.3}, {6, 0.2}, {9, 0.05}, {10, 0}, {12, 0}});
  expect_rates({schedule_kind("linear"), 0.4, 0, 8}, {{0, 0.4}, {2, 0.3}, {8, 0}});
}

TEST(Schedule, CosineFallsByHalfAWave) {
  // (1 + cos(pi / 4)) / 2 = (2 + sqrt(2)) / 4 at a quarter of the way, 1 / 2 at half of it.
  expect_rates({schedule_kind("cosine"), 1, 2, 10},
               {{0, 0}, {1, 0.5}, {2, 1}, {4, 0.85355339059327373}, {6, 0.5}, {10, 0}});
}

TEST(Schedule, ConstantStays) {
  expect_rates({schedule_kind("constant"), 0.4, 0, 10}, {{0, 0.4}, {1, 0.4}, {20, 0.4}});
  expect_rates({schedule_kind("constant_with_warmup"), 0.4, 4, 10},
               {{0, 0}, {1, 0.1}, {3, 0.3}, {4, 0.4}, {20, 0.4}});
}

}  // namespace
}  // namespace tutti::step
