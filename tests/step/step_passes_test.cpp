// SPDX-License-Identifier: Apache-2.0
// Which passes prepare the programs of a step (step/step_program.h).
#include <gtest/gtest.h>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/interpreter.h"
#include "step/step_program.h"

namespace tutti::step {
namespace {

using Names = std::vector<std::string>;

constexpr task::BatchShape kShape = {1, 2, 1};

/// y = x w + f, with loss sum(y) of weight 4. f is not trained.
task::Objective objective() {
  task::Objective objective;
  objective.parameters = {{"w", {2, 2}}, {"f", {2}}};
  objective.parameters[1].trainable = false;
  objective.arrays = {{"x", data::Extent::token, /*is_real=*/true}};
  objective.outputs = [](ir::Builder& b, const model::ParameterValues& parameters,
                         const task::BatchValues& batch, const model::ForwardOptions&) {
    const ir::Value product = op::matmul(b, batch.at("x"), parameters["w"]);
    return std::vector<ir::Value>{
        op::add(b, product, op::broadcast_in_dim(b, parameters["f"], {1, 2}, {1}))};
  };
  objective.loss = [](ir::Builder& b, const std::vector<ir::Value>& outputs,
                      const task::BatchValues&) {
    const ir::Value sum = op::reduce_sum(b, outputs[0], {0, 1});
    return task::Loss{sum, op::constant_like(b, sum, 4)};
  };
  return objective;
}

StepOptions options(pass::Precision precision) {
  StepOptions options;
  options.dropout = false;
  options.precision = precision;
  return options;
}

ir::Array array(const ir::Type& type, const std::vector<double>& values) {
  return ir::Array(ir::Tensor::of(type, values));
}

/// What @gradients returns for w = (1 2; 3 4), f = (10, 20) and x = (3, 5).
std::vector<ir::Array> sums(pass::Precision precision) {
  const ir::Module module = step_function("gradients", objective(), kShape, options(precision));
  const ir::Function& function = module.get("gradients");
  const auto type = [&](size_t i) { return function.argument(i)->type; };
  return op::interpret(module, "gradients",
                       {array(type(0), {1, 2, 3, 4}), array(type(1), {10, 20}), ir::Array(type(2)),
                        ir::Array(type(3)), array(type(4), {3, 5})});
}

TEST(StepPasses, HasItsFunctionsAndNoOthers) {
  Names names;
  for (const auto& function :
       step_program(objective(), kShape, options(pass::Precision::f32)).functions)
    names.push_back(function->name);
  EXPECT_EQ(names, (Names{"forward", "gradients", "merge", "apply", "step", "prepare"}));
  EXPECT_TRUE(takes_batch("step"));
  EXPECT_FALSE(takes_batch("apply"));
}

TEST(StepPasses, SumsAreGradientsLossAndWeight) {
  for (const auto precision : {pass::Precision::f32, pass::Precision::bf16}) {
    const std::vector<ir::Array> found = sums(precision);
    ASSERT_EQ(found.size(), 3u);
    for (const ir::Array& sum : found) EXPECT_EQ(sum.type.element, ir::ElementType::f32);
    EXPECT_EQ(found[0].floats, (std::vector<double>{3, 3, 5, 5}));
    EXPECT_EQ(found[1].floats, std::vector<double>{3 * 1 + 5 * 3 + 10 + 3 * 2 + 5 * 4 + 20});
    EXPECT_EQ(found[2].floats, std::vector<double>{4});
  }
}

Names passes_of(std::string_view function, pass::Precision precision) {
  const task::Objective given = objective();
  StepSource source = step_source(function, given, kShape, options(precision));
  source.pipeline.lowers = false;
  Names names;
  source.pipeline.observe = [&](const std::string& name, const ir::Module&, double) {
    names.push_back(name);
  };
  pass::run_pipeline(std::move(source.model), op::catalogue(), source.pipeline);
  return names;
}

TEST(StepPasses, IsMadeByPassesOfThePipeline) {
  EXPECT_EQ(passes_of("step", pass::Precision::f32),
            (Names{"adapt", "differentiate", "assemble", "pack-parameters", "pad-parameters"}));
  EXPECT_EQ(passes_of("forward", pass::Precision::f32),
            (Names{"adapt", "assemble", "pack-parameters", "pad-parameters"}));
  EXPECT_EQ(passes_of("gradients", pass::Precision::bf16),
            (Names{"adapt", "precision", "differentiate", "assemble", "widen-products",
                   "narrow-parameters", "pack-parameters", "pad-parameters"}));
}

}  // namespace
}  // namespace tutti::step
