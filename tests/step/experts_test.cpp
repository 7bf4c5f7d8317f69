// SPDX-License-Identifier: Apache-2.0
// Routing against PyTorch in float64: logits with ties of two, three and four, with -0 and 1e30.
#include "model/blocks/experts.h"

#include <gtest/gtest.h>

#include "ir/print.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/interpreter.h"
#include "pass/differentiate.h"
#include "pass/precision.h"
#include "pass/rewrite.h"
#include "support/data.h"
#include "support/golden.h"

namespace tutti::model {
namespace {

using ir::Array;
using ir::Value;

constexpr int64_t kTokens = 16, kExperts = 4;

ExpertsConfig config_of(int64_t chosen, std::optional<double> capacity = {}) {
  return {kExperts, chosen, /*normalises=*/chosen > 1, capacity};
}

Array logits_of(const test::Golden& golden) {
  Array logits(ir::Type::tensor(ir::ElementType::f64, {kTokens, kExperts}));
  logits.floats = golden.doubles("logits");
  return logits;
}

/// A function of logits, written by `emit`.
template <typename Emit>
ir::Module routing_program(const ExpertsConfig& config, bool has_cotangents, const Emit& emit) {
  ir::Module module;
  ir::Function& function = module.add_function("main");
  const auto type = [](ir::Shape shape) {
    return ir::Type::tensor(ir::ElementType::f64, std::move(shape));
  };
  Value logits = function.add_argument(type({kTokens, kExperts}));
  Value cotangents =
      has_cotangents ? function.add_argument(type({kTokens, config.chosen})) : nullptr;
  ir::Builder b(function.body, op::catalogue());
  const Routing routing = route(b, config, logits, op::constant(b, type({kTokens}), 1));
  pass::finish(function, b, emit(b, routing, cotangents));
  return module;
}

std::vector<Array> run_wide(const ir::Module& module, const std::string& function,
                            const std::vector<Array>& arguments) {
  op::InterpreterOptions options;
  options.rounding = op::Rounding::wide;
  return op::interpret(module, function, arguments, options);
}

/// The columns of a golden value [T, k], one after the other, as choices are numbered.
template <typename T>
std::vector<T> by_choice(const std::vector<T>& rows, int64_t chosen) {
  std::vector<T> all;
  for (int64_t j = 0; j < chosen; j++)
    for (int64_t t = 0; t < kTokens; t++) all.push_back(rows[static_cast<size_t>(t * chosen + j)]);
  return all;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); i++) EXPECT_NEAR(found[i], expected[i], 1e-12) << i;
}

TEST(Experts, AreChosenAsPyTorchDoes) {
  TUTTI_DATA_OR_SKIP(file, "golden/codesign/moe_routing.safetensors");
  const test::Golden golden(file);
  for (const int64_t chosen : {1, 2}) {
    SCOPED_TRACE(chosen);
    const std::string at = "k" + std::to_string(chosen) + ".";
    const ir::Module module =
        routing_program(config_of(chosen), false,
                        [](ir::Builder& b, const Routing& r, Value) -> std::vector<Value> {
                          return {op::concatenate(b, r.chosen, 0),
                                  op::concatenate(b, r.weights, 0),
                                  r.counts,
                                  r.balance,
                                  r.order,
                                  r.inverse};
                        });
    const auto found = run_wide(module, "main", {logits_of(golden)});
    EXPECT_EQ(found[0].ints, by_choice(golden.ints(at + "chosen"), chosen));
    expect_near(found[1].floats, by_choice(golden.doubles(at + "weights"), chosen));
    EXPECT_EQ(found[2].ints, golden.ints(at + "counts"));
    expect_near(found[3].floats, golden.doubles(at + "aux"));
    EXPECT_EQ(found[4].ints, golden.ints(at + "permutation"));
    for (size_t i = 0; i < found[4].ints.size(); i++)
      EXPECT_EQ(found[5].ints[static_cast<size_t>(found[4].ints[i])], static_cast<int64_t>(i));
  }
}

TEST(Experts, GateLearnsFromWeightsAndBalance) {
  TUTTI_DATA_OR_SKIP(file, "golden/codesign/moe_routing.safetensors");
  const test::Golden golden(file);
  for (const int64_t chosen : {1, 2}) {
    const std::string at = "k" + std::to_string(chosen) + ".";
    const ir::Module module = routing_program(
        config_of(chosen), true,
        [&](ir::Builder& b, const Routing& r, Value cotangents) -> std::vector<Value> {
          Value sum = r.balance;
          for (int64_t j = 0; j < chosen; j++) {
            Value column = op::slice(b, cotangents, {0, j}, {kTokens, j + 1});
            Value product = op::multiply(b, op::reshape(b, column, {kTokens}),
                                         r.weights[static_cast<size_t>(j)]);
            sum = op::add(b, sum, op::reduce_sum(b, product, {0}));
          }
          return {sum};
        });
    const ir::Module derived = pass::differentiate(ir::clone(module), "main", op::catalogue());
    Array cotangents(ir::Type::tensor(ir::ElementType::f64, {kTokens, chosen}));
    cotangents.floats = golden.doubles(at + "cotangent");
    Array one(ir::Type::scalar(ir::ElementType::f64));
    one.f(0) = 1;
    const auto found = run_wide(derived, "main_gradient", {logits_of(golden), cotangents, one});
    expect_near(found[0].floats, golden.doubles(at + "d_logits"));
  }
}

TEST(Experts, BeyondTheirCapacityGiveNothing) {
  TUTTI_DATA_OR_SKIP(file, "golden/codesign/moe_routing.safetensors");
  const test::Golden golden(file);
  for (const int64_t chosen : {1, 2})
    for (const double factor : {1.0, 1.25}) {
      SCOPED_TRACE(factor);
      const std::string at = "k" + std::to_string(chosen) + ".";
      const ir::Module module =
          routing_program(config_of(chosen, factor), false,
                          [](ir::Builder& b, const Routing& r, Value) -> std::vector<Value> {
                            return {op::concatenate(b, r.weights, 0)};
                          });
      const auto found = run_wide(module, "main", {logits_of(golden)});
      // An assignment's slot is its place among those of its expert.
      std::vector<double> expected = by_choice(golden.doubles(at + "weights"), chosen);
      const std::vector<int64_t> slot = by_choice(golden.ints(at + "slot"), chosen);
      const double capacity = factor * static_cast<double>(chosen * kTokens / kExperts);
      for (size_t i = 0; i < expected.size(); i++)
        if (static_cast<double>(slot[i]) >= capacity) expected[i] = 0;
      expect_near(found[0].floats, expected);
    }
}

// Logits rounded to bf16 would often be equal.
TEST(Experts, AreChosenInFloat32InMixedPrecision) {
  ir::Module module;
  ir::Function& function = module.add_function("main");
  const auto argument = [&](ir::Shape shape) {
    return function.add_argument(ir::Type::tensor(ir::ElementType::f32, std::move(shape)));
  };
  ParameterValues parameters;
  Value x = argument({kTokens, 8});
  parameters.set("gate.weight", argument({kExperts, 8}));
  parameters.set("gate.bias", argument({kExperts}));
  Value counts = argument({kTokens});
  ir::Builder b(function.body, op::catalogue());
  const Routing routing = route(b, config_of(2, 1.25), gate_logits(b, parameters, "", x), counts);
  pass::finish(function, b, {routing.chosen[0], routing.weights[1], routing.balance});
  const ir::Module mixed =
      pass::use_precision(std::move(module), pass::Precision::bf16, op::catalogue());
  EXPECT_EQ(ir::print(mixed).find("bf16"), std::string::npos) << ir::print(mixed);
}

}  // namespace
}  // namespace tutti::model
