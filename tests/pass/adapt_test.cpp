// SPDX-License-Identifier: Apache-2.0
#include "pass/adapt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/applied_weights.h"
#include "pass/differentiate.h"
#include "support/errors.h"

namespace tutti::pass {
namespace {

ir::Module parsed(const std::string& text) {
  return ir::parse_module(text, "test", op::catalogue());
}

ir::Module adapted(const std::string& text, const Adaptation& adaptation) {
  ir::Module module = adapt(parsed(text), adaptation, op::catalogue());
  ir::verify(module);
  return module;
}

/// An adapter of rank 2 of the weight "w".
Adapter adapter_of_w() {
  Adapter adapter;
  adapter.weight = "w";
  adapter.a = "w.a";
  adapter.b = "w.b";
  adapter.rank = 2;
  adapter.scale = 0.5;
  return adapter;
}

/// Numbers without a pattern, the same for each shape and `which`.
ir::Array numbers(const ir::Type& type, int which) {
  ir::Array array(type);
  for (int64_t i = 0; i < array.count(); i++)
    array.f(i) = std::sin(1.7 * static_cast<double>(i + 10 * which) + which);
  return array;
}

int64_t count_of(const ir::Module& module, std::string_view op) {
  int64_t count = 0;
  for (const auto& function : module.functions)
    for (const auto& one : function->body.operations) count += one->name() == op;
  return count;
}

constexpr const char* kLinear = R"(
func.func @main(%x: tensor<4x3xf64>, %w: tensor<5x3xf64> {tutti.name = "w"}) -> tensor<4x5xf64> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1]
      : (tensor<4x3xf64>, tensor<5x3xf64>) -> tensor<4x5xf64>
  return %0 : tensor<4x5xf64>
}
)";

TEST(Adapt, AddsAProductWithTwoSmallMatrices) {
  std::string text = ir::print(adapted(kLinear, {{adapter_of_w()}, {}}));
  text.erase(0, text.find("    %0 ="));
  for (size_t type = text.find(" : "); type != text.npos; type = text.find(" : "))
    text.erase(type, text.find('\n', type) - type);
  EXPECT_EQ(text, R"(    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [1]
    %1 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [1]
    %2 = stablehlo.constant dense<5.000000e-01>
    %3 = stablehlo.multiply %1, %2
    %4 = stablehlo.dot_general %3, %arg3, contracting_dims = [1] x [1]
    %5 = stablehlo.add %0, %4
    return %5
  }
}
)");
}

/// y = W x + scale B A x, whichever of its operands the weight is and however it is stored.
TEST(Adapt, FindsTheWeightBehindTranspositionsAndConversions) {
  const char* const programs[] = {kLinear,
                                  // As PyTorch exports a linear layer.
                                  R"(
func.func @main(%x: tensor<4x3xf64>, %w: tensor<5x3xf64> {tutti.name = "w"}) -> tensor<4x5xf64> {
  %0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<5x3xf64>) -> tensor<3x5xf64>
  %1 = stablehlo.convert %0 : (tensor<3x5xf64>) -> tensor<3x5xf64>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0]
      : (tensor<4x3xf64>, tensor<3x5xf64>) -> tensor<4x5xf64>
  return %2 : tensor<4x5xf64>
}
)",
                                  // W x, turned afterwards, and called.
                                  R"(
func.func private @layer(%x: tensor<4x3xf64>, %w: tensor<5x3xf64>) -> tensor<4x5xf64> {
  %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [1]
      : (tensor<5x3xf64>, tensor<4x3xf64>) -> tensor<5x4xf64>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<5x4xf64>) -> tensor<4x5xf64>
  return %1 : tensor<4x5xf64>
}
func.func @main(%x: tensor<4x3xf64>, %w: tensor<5x3xf64> {tutti.name = "w"}) -> tensor<4x5xf64> {
  %0 = call @layer(%x, %w) : (tensor<4x3xf64>, tensor<5x3xf64>) -> tensor<4x5xf64>
  return %0 : tensor<4x5xf64>
}
)"};
  for (const char* program : programs) {
    const ir::Module module = adapted(program, {{adapter_of_w()}, {}});
    const ir::Function& main = module.get("main");
    ASSERT_EQ(main.argument_count(), 4u) << program;
    std::vector<ir::Array> in;
    for (size_t i = 0; i < 4; i++)
      in.push_back(numbers(main.argument(i)->type, static_cast<int>(i)));
    const ir::Array out = op::interpret(module, "main", in)[0];
    const auto at = [&](size_t array, int64_t row, int64_t column) {
      return in[array].f(row * in[array].type.dim(1) + column);
    };
    for (int64_t row = 0; row < 4; row++)
      for (int64_t column = 0; column < 5; column++) {
        double y = 0;
        for (int64_t k = 0; k < 3; k++) {
          double weight = at(1, column, k);
          for (int64_t r = 0; r < 2; r++) weight += 0.5 * at(3, column, r) * at(2, r, k);
          y += weight * at(0, row, k);
        }
        EXPECT_NEAR(out.f(row * 5 + column), y, 1e-14) << program;
      }
  }
}

constexpr const char* kLossOfLinear = R"(
func.func @main(%x: tensor<4x3xf64>, %w: tensor<5x3xf64> {tutti.name = "w"}, %t: tensor<4xi32>,
                %c: tensor<4xf64>) -> tensor<f64> {
  %0:3 = tutti.linear_cross_entropy %x, %w, %t, %c
      : (tensor<4x3xf64>, tensor<5x3xf64>, tensor<4xi32>, tensor<4xf64>)
      -> (tensor<4xf64>, tensor<4xf64>, tensor<f64>)
  return %0#2 : tensor<f64>
}
)";

/// The sum of c (lse - logits[t]) with the logits of W + scale B A, of each output m times that
/// over its norm where there are magnitudes: arguments x, w, t, c, a, b, m.
double adapted_loss(const std::vector<ir::Array>& in) {
  const auto at = [&](size_t array, int64_t row, int64_t column) {
    return in[array].f(row * in[array].type.dim(1) + column);
  };
  double total = 0;
  for (int64_t row = 0; row < 4; row++) {
    double logits[5], sum = 0;
    for (int64_t output = 0; output < 5; output++) {
      double y = 0, square = 0;
      for (int64_t k = 0; k < 3; k++) {
        double weight = at(1, output, k);
        for (int64_t r = 0; r < 2; r++) weight += 0.5 * at(5, output, r) * at(4, r, k);
        y += weight * at(0, row, k);
        square += weight * weight;
      }
      logits[output] = in.size() > 6 ? y * in[6].f(output) / std::sqrt(square) : y;
      sum += std::exp(logits[output]);
    }
    total += in[3].f(row) * (std::log(sum) - logits[in[2].i(row)]);
  }
  return total;
}

/// The logits are never there as a whole, and the adapter counts in them all the same.
TEST(Adapt, TheLossOfAProductHasTheAdapterInIt) {
  for (const char* magnitude : {"", "w.m"}) {
    Adapter adapter = adapter_of_w();
    adapter.magnitude = magnitude;
    ir::Module module = adapted(kLossOfLinear, {{adapter}, {}});
    EXPECT_EQ(count_of(module, "tutti.linear_cross_entropy"), 1);
    std::vector<ir::Array> in;
    const ir::Function& main = module.get("main");
    for (size_t i = 0; i < main.argument_count(); i++) {
      const ir::Type& type = main.argument(i)->type;
      in.push_back(i == 2 ? ir::Array(type) : numbers(type, static_cast<int>(i)));
    }
    for (int64_t row = 0; row < 4; row++) in[2].i(row) = row;
    const bool has_magnitude = in.size() > 6;
    EXPECT_NEAR(op::interpret(module, "main", in)[0].f(0), adapted_loss(in), 1e-13);

    // Gradients by A and B, held against differences of the formula. Those of DoRA take the norm
    // for a constant.
    if (has_magnitude) continue;
    module = value_and_gradients(std::move(module), "main", {4, 5}, op::catalogue());
    const auto results = op::interpret(module, "main_and_gradients", in);
    for (size_t k = 0; k < 2; k++)
      for (int64_t i = 0; i < in[4 + k].count(); i++) {
        constexpr double kStep = 1e-5;
        auto up = in, down = in;
        up[4 + k].f(i) += kStep;
        down[4 + k].f(i) -= kStep;
        const double slope = (adapted_loss(up) - adapted_loss(down)) / (2 * kStep);
        EXPECT_NEAR(results[1 + k].f(i), slope, 1e-8) << k << ", " << i;
      }
  }
}

TEST(Adapt, AWeightOfInputsByOutputsIsFoundAsSuch) {
  const ir::Module module = parsed(R"(
func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x5xf32> loc("params['kernel']"),
                %e: tensor<9x3xf32> {tutti.name = "e"}, %i: tensor<4xi32>)
    -> (tensor<4x5xf32>, tensor<4x9xf32>, tensor<4x3xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %1 = stablehlo.dot_general %x, %e, contracting_dims = [1] x [1]
      : (tensor<4x3xf32>, tensor<9x3xf32>) -> tensor<4x9xf32>
  %2 = tutti.embedding %e, %i : (tensor<9x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  return %0, %1, %2 : tensor<4x5xf32>, tensor<4x9xf32>, tensor<4x3xf32>
}
)");
  const auto weights = applied_weights(module.get("main"));
  ASSERT_EQ(weights.size(), 3u);
  EXPECT_EQ(weights[0].name, "params['kernel']");
  EXPECT_TRUE(weights[0].inputs_first);
  EXPECT_EQ(weights[0].inputs, 3);
  EXPECT_EQ(weights[0].outputs, 5);
  EXPECT_EQ(weights[1].name, "e");
  EXPECT_EQ(weights[1].application, Application::linear);
  EXPECT_EQ(weights[1].inputs, 3);
  EXPECT_EQ(weights[2].application, Application::embedding);
  EXPECT_EQ(weights[2].inputs, 9);
}

/// The base is frozen: its weights' gradients are not computed, nor anything before the first
/// adapter.
TEST(Adapt, OnlyWhatAdaptersNeedIsDifferentiated) {
  ir::Module module = adapted(R"(
func.func @main(%x: tensor<4x3xf32>, %v: tensor<3x3xf32> {tutti.name = "v"},
                %w: tensor<3x3xf32> {tutti.name = "w"},
                %u: tensor<3x3xf32> {tutti.name = "u"}) -> tensor<f32> {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [1]
      : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [1]
      : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  %2 = stablehlo.dot_general %1, %u, contracting_dims = [1] x [1]
      : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  %3 = stablehlo.dot_general %2, %2, contracting_dims = [0, 1] x [0, 1]
      : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<f32>
  return %3 : tensor<f32>
}
)",
                              {{adapter_of_w()}, {}});
  const int64_t forward = count_of(module, "stablehlo.dot_general");
  EXPECT_EQ(forward, 6);
  module = value_and_gradients(std::move(module), "main", {4, 5}, op::catalogue());
  // Two of the loss, one through u to its input, and three of B and A: dB, d(A x), dA.
  EXPECT_EQ(count_of(module, "stablehlo.dot_general") - forward, 6);
}

TEST(Adapt, RefusesAWeightThatIsNotAppliedThatWay) {
  Adapter adapter = adapter_of_w();
  adapter.application = Application::embedding;
  const auto failure = test::failure_of([&] { adapted(kLinear, {{adapter}, {}}); });
  EXPECT_NE(failure.message.find("w: no embedding applies it"), std::string::npos)
      << failure.message;
}

TEST(Adapt, AReplacementMayLeaveTheOtherUsesOfATiedWeight) {
  const char* const text = R"(
func.func @main(%i: tensor<4xi32>, %e: tensor<9x3xf64> {tutti.name = "e"})
    -> (tensor<4x3xf64>, tensor<4x9xf64>) {
  %0 = tutti.embedding %e, %i : (tensor<9x3xf64>, tensor<4xi32>) -> tensor<4x3xf64>
  %1 = stablehlo.dot_general %0, %e, contracting_dims = [1] x [1]
      : (tensor<4x3xf64>, tensor<9x3xf64>) -> tensor<4x9xf64>
  return %0, %1 : tensor<4x3xf64>, tensor<4x9xf64>
}
)";
  const ir::Module module = adapted(text, {{}, {{"e", "copy", Application::embedding}}});
  const ir::Function& main = module.get("main");
  ASSERT_EQ(main.argument_count(), 3u);
  EXPECT_EQ(main.body.operations[0]->operand(0), main.argument(2));
  EXPECT_EQ(main.body.operations[1]->operand(1), main.argument(1));
}

}  // namespace
}  // namespace tutti::pass
