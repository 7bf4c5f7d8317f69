// SPDX-License-Identifier: Apache-2.0
#include "pass/rematerialise.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/common_subexpressions.h"
#include "pass/kept_values.h"

namespace tutti::pass {
namespace {

constexpr std::string_view kType = "tensor<32x64xf32>";
constexpr int kLayers = 30;

/// Each layer keeps its input and two values between for the backward pass, which reads them in
/// reverse order.
ir::Module layered() {
  std::string text = fmt::format("func.func public @main(%x: {0}, %d: {0}) -> {0} {{\n", kType);
  const auto line = [&](const std::string& result, std::string_view op,
                        const std::string& operands) {
    text += fmt::format("  %{} = stablehlo.{} {} : {}\n", result, op, operands, kType);
  };
  std::string in = "x", gradient = "d";
  for (int i = 0; i < kLayers; i++) {
    line(fmt::format("a{}", i), "tanh", "%" + in);
    line(fmt::format("b{}", i), "logistic", fmt::format("%a{}", i));
    line(fmt::format("c{}", i), "add", fmt::format("%b{}, %{}", i, in));
    in = fmt::format("c{}", i);
  }
  for (int i = kLayers - 1; i >= 0; i--) {
    const std::string input = i > 0 ? fmt::format("c{}", i - 1) : "x";
    line(fmt::format("p{}", i), "multiply", fmt::format("%{}, %b{}", gradient, i));
    line(fmt::format("q{}", i), "multiply", fmt::format("%p{}, %a{}", i, i));
    line(fmt::format("r{}", i), "multiply", fmt::format("%q{}, %{}", i, input));
    gradient = fmt::format("r{}", i);
  }
  text += fmt::format("  return %{} : {}\n}}\n", gradient, kType);
  return ir::parse_module(text, "test", op::catalogue());
}

int64_t peak_of(const ir::Module& module) {
  const KeptValues kept(module.get("main").body);
  return kept.peak(kept.order(kept.nothing()), kept.nothing());
}

std::vector<double> run(const ir::Module& module) {
  const ir::Type type = ir::Type::tensor(ir::ElementType::f32, {32, 64});
  ir::Array x(type), d(type);
  for (size_t i = 0; i < x.floats.size(); i++) {
    x.floats[i] = static_cast<double>(i) / 1024;
    d.floats[i] = 0x1p-66;
  }
  return op::interpret(module, "main", {x, d})[0].floats;
}

TEST(Rematerialise, KeepsWithinABudgetAndTheSameResults) {
  const int64_t all = peak_of(layered());
  const std::vector<double> expected = run(layered());
  int64_t before = all;
  for (const double share : {0.7, 0.4, 0.0}) {
    Rematerialised found;
    const ir::Module module =
        rematerialise(layered(), op::catalogue(), {{}, share}, peak_of, &found);
    ir::verify(module);
    EXPECT_EQ(found.before, all);
    EXPECT_EQ(found.after, peak_of(module));
    EXPECT_LT(found.after, before);
    if (share > 0) {
      EXPECT_LE(static_cast<double>(found.after), share * static_cast<double>(all));
    }
    EXPECT_GT(found.work, 0);
    EXPECT_EQ(run(module), expected);
    before = found.after;
  }
  EXPECT_LT(before, all / 2);
}

TEST(Rematerialise, IsNotUndone) {
  ir::Module module = rematerialise(layered(), op::catalogue(), {}, peak_of);
  const int64_t least = peak_of(module);
  module = eliminate_common_subexpressions(std::move(module), op::catalogue());
  EXPECT_EQ(peak_of(module), least);
}

TEST(Rematerialise, LeavesAProgramThatFits) {
  Rematerialised found;
  const ir::Module module =
      rematerialise(layered(), op::catalogue(), {int64_t{1} << 30}, peak_of, &found);
  EXPECT_EQ(ir::print(module), ir::print(layered()));
  EXPECT_EQ(found.values, 0u);
}

TEST(Rematerialise, OfABudgetThatCannotBeMetTakesTheLeast) {
  Rematerialised found, least;
  rematerialise(layered(), op::catalogue(), {}, peak_of, &least);
  rematerialise(layered(), op::catalogue(), {1}, peak_of, &found);
  EXPECT_EQ(found.after, least.after);
  EXPECT_GT(found.after, found.limit);
}

}  // namespace
}  // namespace tutti::pass
