// SPDX-License-Identifier: Apache-2.0
// Generated programs are long: what passes take must grow with the length, and not with its square.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "ir/parse.h"
#include "op/catalogue.h"
#include "pass/pipeline.h"

namespace tutti::pass {
namespace {

/// Processor seconds of all passes, the least of three times: others use the caches too.
double seconds_of(const std::string& text, const std::string& differentiated = "") {
  const ir::Module module = ir::parse_module(text, "text.mlir", op::catalogue());
  PipelineOptions options;
  options.differentiate = differentiated;
  options.supports = [](const ir::Operation&) { return true; };
  double least = 1e9;
  for (int time = 0; time < 3; time++) {
    const std::clock_t begin = std::clock();
    run_pipeline(ir::clone(module), op::catalogue(), options);
    least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return least;
}

/// A program of four times the steps takes six to ten times as long, as less of it stays in the
/// caches, and 20 to 30 times as long where something is quadratic.
template <typename Program>
void expect_in_proportion(const Program& program) {
  const double few = seconds_of(program(1000)), many = seconds_of(program(4000));
  EXPECT_LT(many, 14 * few) << few << " s and " << many << " s";
}

/// `lines(i)` are step i, which makes %i of %p; `steps` of them, each behind the last.
template <typename Lines>
std::string chain(int steps, const Lines& lines) {
  std::string text = "func.func @main(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {\n";
  for (int i = 0; i < steps; i++) text += lines(i, i == 0 ? "%x" : fmt::format("%{}", i - 1));
  return text + fmt::format("  return %{} : tensor<4xf32>\n}}\n", steps - 1);
}

TEST(LongPrograms, ConstantsAreToldApart) {
  expect_in_proportion([](int steps) {
    return chain(steps, [](int i, const std::string& before) {
      return fmt::format(
          "  %k{0} = stablehlo.constant dense<[{0}.5, 1.0, 2.0, 3.0]> : tensor<4xf32>\n"
          "  %{0} = stablehlo.add {1}, %k{0} : tensor<4xf32>\n",
          i, before);
    });
  });
}

TEST(LongPrograms, SlicesAreToldApart) {
  expect_in_proportion([](int steps) {
    std::string text = fmt::format(
        "func.func @main(%x: tensor<{}xf32>) -> tensor<4xf32> {{\n"
        "  %0 = stablehlo.slice %x [0:4] : (tensor<{}xf32>) -> "
        "tensor<4xf32>\n",
        steps + 4, steps + 4);
    for (int i = 1; i < steps; i++)
      text += fmt::format(
          "  %s{0} = stablehlo.slice %x [{0}:{1}] : (tensor<{2}xf32>) -> tensor<4xf32>\n"
          "  %{0} = stablehlo.add %{3}, %s{0} : tensor<4xf32>\n",
          i, i + 4, steps + 4, i - 1);
    return text + fmt::format("  return %{} : tensor<4xf32>\n}}\n", steps - 1);
  });
}

TEST(LongPrograms, BranchesStandBesideEachOther) {
  expect_in_proportion([](int steps) {
    return chain(steps, [](int i, const std::string& before) {
      return fmt::format(
          "  %{0} = \"stablehlo.if\"(%c) ({{\n"
          "    %t = stablehlo.tanh {1} : tensor<4xf32>\n"
          "    stablehlo.return %t : tensor<4xf32>\n  }}, {{\n"
          "    stablehlo.return {1} : tensor<4xf32>\n  }}) : (tensor<i1>) -> tensor<4xf32>\n",
          i, before);
    });
  });
}

/// Functions that each call the next one in a branch. A gradient copies each branch for every one
/// around it, so that twice the depth takes four times as long; it took eight times as long.
TEST(LongPrograms, AGradientOfNestedBranchesIsAsLongAsThey) {
  const auto program = [](int depth) {
    std::string text;
    for (int i = 0; i < depth; i++)
      text += fmt::format(
          "func.func {}(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {{\n"
          "  %r = \"stablehlo.if\"(%c) ({{\n    %t = stablehlo.sine %x : tensor<f32>\n"
          "    %y = {} : {}tensor<f32>\n    stablehlo.return %y : tensor<f32>\n  }}, {{\n"
          "    stablehlo.return %x : tensor<f32>\n  }}) : (tensor<i1>) -> tensor<f32>\n"
          "  return %r : tensor<f32>\n}}\n",
          i == 0 ? "@main" : fmt::format("private @f{}", i),
          i + 1 < depth ? fmt::format("func.call @f{}(%c, %t)", i + 1) : "stablehlo.cosine %t",
          i + 1 < depth ? "(tensor<i1>, tensor<f32>) -> " : "");
    return text;
  };
  const double few = seconds_of(program(60), "main"), many = seconds_of(program(240), "main");
  EXPECT_LT(many, 32 * few) << few << " s and " << many << " s";
}

TEST(LongPrograms, ASumIsReadOnce) {
  expect_in_proportion([](int steps) {
    return chain(3 * steps, [](int i, const std::string& before) {
      return fmt::format("  %{} = stablehlo.add {}, %x : tensor<4xf32>\n", i, before);
    });
  });
}

}  // namespace
}  // namespace tutti::pass
