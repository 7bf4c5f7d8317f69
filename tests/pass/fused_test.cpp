// SPDX-License-Identifier: Apache-2.0
// Fused ops against their decompositions, and their gradients against those of the decompositions.
#include <gtest/gtest.h>

#include "base/random.h"
#include "ir/parse.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/common_subexpressions.h"
#include "pass/decompose.h"
#include "pass/differentiate.h"
#include "support/errors.h"
#include "support/text.h"

namespace tutti::pass {
namespace {

using ir::Array;
using ir::ElementType;
using ir::Module;
using test::replaced;

/// `type` is the text of a tensor type, in which $E means the element under test and $S for
/// the type of its statistics. Integers are given; floats are drawn from [low, high].
struct Argument {
  std::string type;
  std::vector<int64_t> integers = {};
  double low = -1, high = 1;
};

struct Case {
  std::string op;
  std::string attributes;
  std::vector<Argument> arguments;
  std::vector<std::string> results;
  bool differentiable = true;
};

void PrintTo(const Case& fused, std::ostream* out) {
  *out << fused.op << fused.attributes;
}

// Packed rows: negative ids belong without being attended to, 0 is filler, -9 attends to nothing.
const std::vector<int64_t> kSegment = {1, 1, 1, -1, 2, 2, 2, 2, 0, 4, 5, 5, 5, 5, -5, -9, 0, 0};
const std::vector<int64_t> kSample = {7, 7, 7, 7, 3, 3, 3, 3, 0, 9, -2, -2, -2, -2, -2, 0, 0, 0};
const std::vector<int64_t> kPosition = {0, 1, 2, 3, 0, 1, 2, 65535, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0};

const std::vector<Argument> kDropout = {{"tensor<2xui32>", {0x9e3779b9, 42}},
                                        {"tensor<2x9xi32>", kSample},
                                        {"tensor<2x9xi32>", kPosition}};

std::vector<Argument> with_dropout(std::vector<Argument> arguments) {
  arguments.insert(arguments.end(), kDropout.begin(), kDropout.end());
  return arguments;
}

const std::string kHidden = "tensor<2x9x10x$E>";
const std::string kChannels = "tensor<10x$S>";

std::vector<Case> all_cases() {
  const std::string dropped = "{rate = 0.3 : f64, site = 5 : i64}";
  const std::string far = "{rate = 0.5 : f64, site = 4294967295 : i64}";
  const std::string kept = "{rate = 0.0 : f64, site = 5 : i64}";
  const auto attention = [](const std::string& rate) {
    return "{heads = 2 : i64, scale = 0.4 : f64, rate = " + rate +
           " : f64, site = 6 : i64, max_segment = 5 : i64}";
  };
  const std::vector<Argument> attended = {
      {kHidden, {}, -3, 3}, {kHidden, {}, -3, 3}, {kHidden}, {"tensor<2x9xi32>", kSegment}};
  const std::vector<Argument> residual = {{kHidden}, {kChannels}, {kHidden}};
  const std::string norms = "tensor<2x9x$S>", features = "tensor<5x$S>", scalar = "tensor<$E>";
  const std::string weight = "tensor<4x5x$E>";
  return {
      {"layer_norm",
       "{epsilon = 1.0e-5 : f64}",
       {{kHidden}, {kChannels}, {kChannels}},
       {kHidden, norms, norms}},
      {"layer_norm",
       "{epsilon = 0.5 : f64}",
       {{"tensor<3x$E>"}, {"tensor<3x$S>"}, {"tensor<3x$S>"}},
       {"tensor<3x$E>", "tensor<$S>", "tensor<$S>"}},
      {"softmax", "", {{kHidden, {}, -4, 4}}, {kHidden}},
      {"bias_gelu", "{approximate = \"none\"}", {{kHidden, {}, -4, 4}, {kChannels}}, {kHidden}},
      {"bias_gelu", "{approximate = \"tanh\"}", {{kHidden, {}, -4, 4}, {kChannels}}, {kHidden}},
      {"bias_relu", "", {{kHidden}, {kChannels}}, {kHidden}},
      {"dropout", dropped, with_dropout({{kHidden}}), {kHidden}},
      {"dropout", far, with_dropout({{kHidden}}), {kHidden}},
      {"dropout", kept, with_dropout({{kHidden}}), {kHidden}},
      {"bias_dropout_residual", dropped, with_dropout(residual), {kHidden}},
      {"bias_dropout_residual", kept, residual, {kHidden}},
      {"attention", attention("0.0"), attended, {kHidden, "tensor<2x2x9x$S>"}},
      {"attention", attention("0.25"), with_dropout(attended), {kHidden, "tensor<2x2x9x$S>"}},
      {"cross_entropy",
       "",
       {{"tensor<2x9x$E>", {}, -4, 4},
        {"tensor<2x9xi32>", kSegment},
        {"tensor<5xi32>", {2, 5, 13, 16, 6}}},
       {features, features}},
      {"softmax_cross_entropy",
       "",
       {{"tensor<5x7x$E>", {}, -4, 4}, {"tensor<5xi32>", {0, 6, -1, 7, 3}}},
       {features, features}},
      {"embedding",
       "",
       {{"tensor<7x3x$E>"}, {"tensor<2x4xi32>", {0, 6, 3, -4, 2, 6, 9, 1}}},
       {"tensor<2x4x3x$E>"}},
      {"squared_norm", "", {{kHidden}, {scalar}, {weight}}, {"tensor<$S>"}},
      {"adamw",
       "{beta1 = 0.9 : f64, beta2 = 0.999 : f64, epsilon = 1.0e-8 : f64, weight_decay = 0.1 : f64}",
       {{weight},
        {weight},
        {weight},
        {weight, {}, 0.1, 1},
        {scalar, {}, 0.01, 0.02},
        {scalar, {}, 0.5, 1},
        {scalar, {}, 0.2, 0.5},
        {scalar, {}, 0.01, 0.05},
        {"tensor<i1>", {1}}},
       {weight, weight, weight},
       false},
  };
}

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// @main applies the op to the arguments and returns its first `returned` results.
Module program(const Case& fused, ElementType element, size_t returned) {
  std::vector<std::string> arguments, names, types, values, value_types;
  for (size_t i = 0; i < fused.arguments.size(); i++) {
    names.push_back(fmt::format("%a{}", i));
    types.push_back(fused.arguments[i].type);
    arguments.push_back(names.back() + ": " + types.back());
  }
  for (size_t i = 0; i < returned; i++) {
    values.push_back(fused.results.size() == 1 ? "%r" : fmt::format("%r#{}", i));
    value_types.push_back(fused.results[i]);
  }
  const bool many = fused.results.size() > 1;
  const std::string text = fmt::format(
      "func.func @main({}) -> ({}) {{\n  %r{} = tutti.{} {} {} : ({}) -> ({})\n  return {} : "
      "{}\n}}\n",
      joined(arguments), joined(value_types), many ? fmt::format(":{}", fused.results.size()) : "",
      fused.op, joined(names), fused.attributes, joined(types), joined(fused.results),
      joined(values), joined(value_types));
  const ElementType statistic = element == ElementType::f64 ? element : ElementType::f32;
  Module module =
      ir::parse_module(replaced(replaced(text, "$E", name_of(element)), "$S", name_of(statistic)),
                       "fused", op::catalogue());
  ir::verify(module);
  return module;
}

Module decomposed(const Module& module) {
  Module result = decompose(clone(module), op::catalogue(), [](const ir::Operation& op) {
    return !op.name().starts_with("tutti.");
  });
  ir::verify(result);
  return result;
}

Module differentiated(const Module& module) {
  Module result = differentiate(clone(module), "main", op::catalogue());
  ir::verify(result);
  return result;
}

/// Arguments for a function whose first ones are the case's; others are floats.
std::vector<Array> arguments_of(const ir::Function& function, const Case& fused) {
  std::vector<Array> arrays;
  for (size_t i = 0; i < function.argument_count(); i++) {
    const Argument argument = i < fused.arguments.size() ? fused.arguments[i] : Argument{""};
    Array array(function.argument(i)->type);
    for (int64_t k = 0; k < array.count(); k++) {
      if (!array.is_float()) {
        array.i(k) = argument.integers[static_cast<size_t>(k)];
        continue;
      }
      const Words words =
          threefry2x32({1, 2}, {static_cast<uint32_t>(i), static_cast<uint32_t>(k)});
      array.f(k) = argument.low + (argument.high - argument.low) * words[0] / 4294967296.0;
    }
    array.round();
    arrays.push_back(std::move(array));
  }
  return arrays;
}

std::vector<Array> run(const Module& module, const std::string& name, const Case& fused,
                       op::Rounding rounding = op::Rounding::typed) {
  op::InterpreterOptions options;
  options.rounding = rounding;
  return op::interpret(module, name, arguments_of(module.get(name), fused), options);
}

/// Compares relative to the largest value of each tensor.
void expect_near(const std::vector<Array>& found, const std::vector<Array>& expected,
                 const std::function<double(ElementType)>& tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); i++) {
    ASSERT_EQ(found[i].type, expected[i].type);
    double largest = 1e-300;
    for (double value : expected[i].floats) largest = std::max(largest, std::fabs(value));
    double worst = 0;
    for (int64_t k = 0; k < found[i].count(); k++) {
      const double error = std::fabs(found[i].f(k) - expected[i].f(k));
      worst = std::isnan(error) ? INFINITY : std::max(worst, error / largest);
    }
    EXPECT_LE(worst, tolerance(found[i].type.element))
        << "result " << i << ", " << found[i].type.str();
  }
}

double rounding_of(ElementType element) {
  if (element == ElementType::f64) return 1e-13;
  return element == ElementType::f32 ? 2e-6 : 1.0 / 128;
}

class Fused : public testing::TestWithParam<Case> {};

TEST_P(Fused, MeansWhatItsDecompositionDoes) {
  const Case& fused = GetParam();
  for (ElementType element : {ElementType::f64, ElementType::f32, ElementType::bf16}) {
    SCOPED_TRACE(name_of(element));
    const Module module = program(fused, element, fused.results.size());
    expect_near(run(decomposed(module), "main", fused), run(module, "main", fused), rounding_of);
  }
}

TEST_P(Fused, GradientMeansWhatItsDecompositionDoes) {
  const Case& fused = GetParam();
  if (!fused.differentiable) return;
  for (ElementType element : {ElementType::f64, ElementType::f32, ElementType::bf16}) {
    SCOPED_TRACE(name_of(element));
    const Module module = differentiated(program(fused, element, 1));
    const std::string name = "main_gradient";
    expect_near(run(decomposed(module), name, fused), run(module, name, fused), rounding_of);
  }
}

TEST_P(Fused, GradientIsThatOfItsDecomposition) {
  const Case& fused = GetParam();
  if (!fused.differentiable) return;
  const Module module = program(fused, ElementType::f64, 1);
  const auto gradient = [&](const Module& of) {
    return run(of, "main_gradient", fused, op::Rounding::wide);
  };
  expect_near(gradient(decomposed(differentiated(module))),
              gradient(differentiated(decomposed(module))), [](ElementType) { return 1e-12; });
}

INSTANTIATE_TEST_SUITE_P(Ops, Fused, testing::ValuesIn(all_cases()), [](const auto& instance) {
  return fmt::format("{}_{}", instance.param.op, instance.index);
});

TEST(FusedDropout, MasksAreExactlyEqual) {
  for (const Case& fused : all_cases()) {
    if (fused.op != "dropout") continue;
    const Module module = program(fused, ElementType::f64, 1);
    EXPECT_EQ(run(decomposed(module), "main", fused)[0].floats,
              run(module, "main", fused)[0].floats);
  }
}

// A compiler takes long for each of the many operations that a key takes.
TEST(FusedDropout, SitesShareTheComputationOfTheirKeys) {
  const std::string text = R"(
func.func @main(%x: $X, %key: $K, %token: $T) -> $X {
  %y = tutti.dropout %x, %key, %token, %token {rate = 0.5 : f64, site = 3 : i64} : $TYPES
  %z = tutti.dropout %y, %key, %token, %token {rate = 0.5 : f64, site = $SITE : i64} : $TYPES
  return %z : $X
}
)";
  const auto shifts = [&](std::string_view later_site) {
    std::string here =
        replaced(replaced(text, "$SITE", later_site), "$TYPES", "($X, $K, $T, $T) -> $X");
    here = replaced(here, "$X", "tensor<1x2x4xf32>");
    here = replaced(replaced(here, "$K", "tensor<2xui32>"), "$T", "tensor<1x2xi32>");
    const Module module = eliminate_common_subexpressions(
        decomposed(ir::parse_module(here, "test", op::catalogue())), op::catalogue());
    const auto& operations = module.get("main").body.operations;
    return std::count_if(operations.begin(), operations.end(),
                         [](const auto& op) { return op->name() == "stablehlo.shift_left"; });
  };
  // 20 rounds for each mask and for the keys, and one shift of a position for each mask.
  EXPECT_EQ(shifts("4"), 2 * 21 + 20);
  // Other keys' first round shifts the same word, as only the word before it counts sites.
  EXPECT_EQ(shifts("1000"), 2 * 21 + 20 + 19);
}

TEST(FusedOps, RefuseGradientsOfTheirStatistics) {
  for (const Case& fused : all_cases()) {
    const bool has_all = fused.results.size() == 1 || fused.op == "softmax_cross_entropy";
    if (!fused.differentiable || has_all) continue;
    SCOPED_TRACE(fused.op);
    const Module module = program(fused, ElementType::f64, fused.results.size());
    const auto failure = test::failure_of([&] { differentiated(module); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, "tutti." + fused.op + ": a gradient flows into the ");
  }
}

TEST(FusedEmbedding, PaddingRowLearnsNothing) {
  const Case fused = {"embedding",
                      "{padding_index = 2 : i64}",
                      {{"tensor<4x1x$E>"}, {"tensor<5xi32>", {2, 1, 2, 3, 1}}},
                      {"tensor<5x1x$E>"}};
  const Module module = differentiated(program(fused, ElementType::f64, 1));
  const std::vector<double> table = run(module, "main_gradient", fused)[0].floats;
  const std::vector<double> dy = arguments_of(module.get("main_gradient"), fused)[2].floats;
  EXPECT_EQ(table, (std::vector<double>{0, dy[1] + dy[4], 0, dy[3]}));
}

}  // namespace
}  // namespace tutti::pass
