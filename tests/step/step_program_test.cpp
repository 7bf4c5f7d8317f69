// SPDX-License-Identifier: Apache-2.0
// A step program of a line through weighted points, whose steps can be computed by hand.
#include "step/step_program.h"

#include <gtest/gtest.h>

#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/interpreter.h"

namespace tutti::step {
namespace {

using ir::ElementType;
using ir::Tensor;
using ir::Type;
using Arrays = std::vector<ir::Array>;

constexpr task::BatchShape kShape{1, 1, 2};

/// y = slope x + offset at each feature; the loss is the weighted sum of y. The third parameter has
/// no part in it and is not trained.
task::Objective line() {
  task::Objective objective;
  objective.parameters = {{"slope", {}}, {"offset", {}}, {"frozen", {}}};
  objective.parameters[1].decays = false;
  objective.parameters[2].trainable = false;
  objective.arrays = {{"x", data::Extent::feature, true}, {"weight", data::Extent::feature, true}};
  objective.output_arrays = {{"y", data::Extent::feature, true}};
  objective.outputs = [](ir::Builder& b, const model::ParameterValues& parameters,
                         const task::BatchValues& batch, const model::ForwardOptions&) {
    const ir::Value x = batch.at("x");
    const auto at_each = [&](const char* name) {
      return op::splat(b, parameters[name], x->type.shape);
    };
    return std::vector{op::add(b, op::multiply(b, at_each("slope"), x), at_each("offset"))};
  };
  objective.loss = [](ir::Builder& b, const std::vector<ir::Value>& outputs,
                      const task::BatchValues& batch) {
    const ir::Value weight = batch.at("weight");
    return task::Loss{op::reduce_sum(b, op::multiply(b, outputs[0], weight), {0}),
                      op::reduce_sum(b, weight, {0})};
  };
  return objective;
}

/// In double precision, with a learning rate of 0.1 and without clipping.
StepOptions options() {
  StepOptions options;
  options.schedule = {Schedule::Kind::constant, 0.1, 0, 0};
  options.max_gradient_norm = 0;
  options.dropout = false;
  options.element = ElementType::f64;
  return options;
}

Tensor scalar(double value) {
  return Tensor::of(Type::scalar(ElementType::f64), {value});
}
Tensor pair(std::vector<double> values) {
  return Tensor::of(Type::tensor(ElementType::f64, {2}), std::move(values));
}

/// slope 2, offset 3, frozen 7, moments 0, step 0, a seed; then the points.
Arrays arguments(const std::vector<double>& x, const std::vector<double>& weight) {
  Arrays all;
  for (const double value : {2.0, 3.0, 7.0, 0.0, 0.0, 0.0, 0.0}) all.emplace_back(scalar(value));
  all.emplace_back(Tensor::of_ints(Type::scalar(ElementType::i32), {0}));
  all.emplace_back(Tensor::of_ints(Type::tensor(ElementType::ui32, {2}), {0, 42}));
  all.emplace_back(pair(x));
  all.emplace_back(pair(weight));
  return all;
}

/// Results of @step: slope, offset, m and v of each, step, seed, then the report.
enum Result { kSlope, kOffset, kSlopeM, kOffsetM, kSlopeV, kOffsetV, kStep, kSeed, kLoss, kNorm };
constexpr size_t kFinite = 11;

Arrays step(const StepOptions& options, const std::vector<double>& x,
            const std::vector<double>& weight) {
  return op::interpret(step_function("step", line(), kShape, options), "step",
                       arguments(x, weight));
}

double value(const Arrays& results, size_t index) {
  return results[index].tensor().float_at(0);
}

TEST(StepProgram, HasSixFunctions) {
  std::vector<std::string> names;
  for (const auto& function : step_program(line(), kShape, options()).functions)
    names.push_back(function->name);
  EXPECT_EQ(names, (std::vector<std::string>{"forward", "gradients", "merge", "apply", "step",
                                             "prepare"}));
  for (const std::string& name : names) {
    const ir::Module alone = step_function(name, line(), kShape, options());
    ASSERT_EQ(alone.functions.size(), 1U) << name;
    EXPECT_EQ(alone.functions[0]->name, name);
    EXPECT_EQ(takes_batch(name), name != "merge" && name != "apply" && name != "prepare") << name;
  }
}

TEST(StepProgram, ArgumentsAreNamedAndStateIsDonated) {
  const ir::Module module = step_function("step", line(), kShape, options());
  std::vector<std::string> names;
  std::vector<int64_t> donated;
  for (const ir::Attributes& attributes : module.get("step").argument_attributes) {
    const auto text = [&](const char* name) { return *attributes.find(name)->get<std::string>(); };
    names.push_back(text("tutti.role") + " " + text("tutti.name"));
    const ir::Attribute* alias = attributes.find("tf.aliasing_output");
    donated.push_back(alias ? alias->get<ir::IntegerAttribute>()->value : -1);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"parameter slope", "parameter offset", "parameter frozen",
                                      "optimizer m.slope", "optimizer m.offset",
                                      "optimizer v.slope", "optimizer v.offset", "scalar step",
                                      "scalar seed", "batch x", "batch weight"}));
  EXPECT_EQ(donated, (std::vector<int64_t>{0, 1, -1, 2, 3, 4, 5, 6, 7, -1, -1}));
}

// y is 5 and 7, with weights 1 and 3: a loss of 26 / 4. Its gradients are (1 * 1 + 3 * 2) / 4 and
// (1 + 3) / 4. Adam's first step moves a parameter by the learning rate, against its gradient.
TEST(StepProgram, AStepIsThatOfAdam) {
  const Arrays results = step(options(), {1, 2}, {1, 3});
  ASSERT_EQ(results.size(), 12U);
  EXPECT_NEAR(value(results, kLoss), 6.5, 1e-12);
  EXPECT_NEAR(value(results, kNorm), std::sqrt(65.0) / 4, 1e-12);
  EXPECT_NEAR(value(results, kSlope), 1.9, 1e-8);
  EXPECT_NEAR(value(results, kOffset), 2.9, 1e-8);
  EXPECT_NEAR(value(results, kSlopeM), 0.1 * 1.75, 1e-12);
  EXPECT_NEAR(value(results, kOffsetV), 0.001 * 1, 1e-12);
  EXPECT_EQ(results[kStep].tensor().int_at(0), 1);
  EXPECT_EQ(results[kFinite].tensor().int_at(0), 1);
}

// Decay takes 0.1 * 0.5 of the slope as well, and nothing of the offset, which does not decay.
TEST(StepProgram, OnlyWhatDecaysIsMadeSmaller) {
  StepOptions decaying = options();
  decaying.weight_decay = 0.5;
  const Arrays results = step(decaying, {1, 2}, {1, 3});
  EXPECT_NEAR(value(results, kSlope), 2 * 0.95 - 0.1, 1e-8);
  EXPECT_NEAR(value(results, kOffset), 2.9, 1e-8);
}

TEST(StepProgram, GradientsAreClippedByTheirCommonNorm) {
  StepOptions clipping = options();
  clipping.max_gradient_norm = 0.5;
  const Arrays results = step(clipping, {1, 2}, {1, 3});
  const double norm = std::sqrt(65.0) / 4, scale = 0.5 / (norm + 1e-6);
  EXPECT_NEAR(value(results, kNorm), norm, 1e-12);
  EXPECT_NEAR(value(results, kSlopeM), 0.1 * 1.75 * scale, 1e-12);
  EXPECT_NEAR(value(results, kOffsetM), 0.1 * 1 * scale, 1e-12);
}

TEST(StepProgram, AStepThatIsNotFiniteOnlyCounts) {
  const Arrays results = step(options(), {INFINITY, 2}, {1, 3});
  EXPECT_EQ(results[kFinite].tensor().int_at(0), 0);
  EXPECT_EQ(results[kStep].tensor().int_at(0), 1);
  EXPECT_EQ(value(results, kSlope), 2);
  EXPECT_EQ(value(results, kOffset), 3);
  for (const size_t moment : {kSlopeM, kOffsetM, kSlopeV, kOffsetV})
    EXPECT_EQ(value(results, moment), 0);
}

TEST(StepProgram, ABatchWithoutWeightHasALossOfZero) {
  const Arrays results = step(options(), {1, 2}, {0, 0});
  EXPECT_EQ(value(results, kLoss), 0);
  EXPECT_EQ(value(results, kNorm), 0);
  EXPECT_EQ(results[kFinite].tensor().int_at(0), 1);
}

// Gradients of the two points apart, merged and applied, are a step on both.
TEST(StepProgram, MergedSumsGiveTheSameStep) {
  const ir::Module module = step_program(line(), kShape, options());
  Arrays sums;
  for (const double second : {0.0, 1.0}) {
    Arrays given = arguments({1, 2}, {1 - second, 3 * second});
    given.erase(given.begin() + 3, given.begin() + 7);  // the moments
    for (ir::Array& sum : op::interpret(module, "gradients", given)) sums.push_back(sum);
  }
  ASSERT_EQ(sums.size(), 8U);
  Arrays state = arguments({}, {});
  state.resize(9);
  for (ir::Array& sum : op::interpret(module, "merge", sums)) state.push_back(sum);
  const Arrays applied = op::interpret(module, "apply", state);
  const Arrays expected = step(options(), {1, 2}, {1, 3});
  ASSERT_EQ(applied.size(), expected.size());
  for (size_t i = 0; i < applied.size(); i++)
    EXPECT_TRUE(applied[i].tensor() == expected[i].tensor()) << i;
}

int64_t count_of(const ir::Function& function, std::string_view name) {
  int64_t count = 0;
  for (const auto& op : function.body.operations) count += op->name() == name;
  return count;
}

TEST(StepProgram, DevicesShareTheirSumsBucketByBucket) {
  StepOptions two = options();
  const auto all_reduces = [&](const std::string& function) {
    const ir::Module module = step_function(function, line(), kShape, two);
    EXPECT_EQ(module.attributes.find("mhlo.num_replicas") != nullptr,
              two.devices > 1 && function != "forward")
        << function;
    return count_of(module.get(function), "stablehlo.all_reduce");
  };
  EXPECT_EQ(all_reduces("step"), 0);
  two.devices = 2;
  for (const char* function : {"step", "apply", "prepare"}) EXPECT_EQ(all_reduces(function), 1);
  for (const char* function : {"forward", "gradients", "merge"})
    EXPECT_EQ(all_reduces(function), 0);
  two.bucket_bytes = 16;  // two of the four sums
  for (const char* function : {"step", "apply", "prepare"}) EXPECT_EQ(all_reduces(function), 2);
}

}  // namespace
}  // namespace tutti::step
