// SPDX-License-Identifier: Apache-2.0
#include "pass/recompute.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"

namespace tutti::pass {
namespace {

constexpr std::string_view kType = "tensor<128x256xf32>", kNarrow = "tensor<128x256xbf16>";

/// %last after so many operations that each read the one before, of which the first reads %first.
std::string chain(std::string_view first, std::string_view last, int count) {
  std::string text;
  for (int i = 0; i < count; i++)
    text += fmt::format("  %{} = stablehlo.tanh %{} : {}\n",
                        i + 1 == count ? std::string(last) : fmt::format("{}{}", last, i),
                        i == 0 ? std::string(first) : fmt::format("{}{}", last, i - 1), kType);
  return text;
}

std::string function_of(std::string_view body, std::string_view type = kType) {
  std::string text =
      fmt::format("func.func public @main(%a: {0}, %b: {0}) -> {0} {{\n{1}}}\n", kType, body);
  for (size_t at = 0; (at = text.find(kType, at)) != std::string::npos; at += type.size())
    text.replace(at, kType.size(), type);
  return text;
}

std::string printed(const std::string& text) {
  return ir::print(ir::parse_module(text, "test", op::catalogue()));
}

std::string changed(const std::string& text) {
  const ir::Module module =
      recompute(ir::parse_module(text, "test", op::catalogue()), op::catalogue());
  ir::verify(module);
  return ir::print(module);
}

std::string gated(std::string_view result, std::string_view gate, std::string_view up) {
  return fmt::format("  %{0} = tutti.swiglu %{1}, %{2} : ({3}, {3}) -> {3}\n", result, gate, up,
                     kType);
}

std::string summed(std::string_view result, std::string_view x, std::string_view y) {
  return fmt::format("  %{} = stablehlo.add %{}, %{} : {}\n", result, x, y, kType);
}

const std::string kReturn = fmt::format("  return %r : {}\n", kType);

TEST(Recompute, ACheapValueThatIsReadAgainMuchLater) {
  const std::string forward = gated("y", "a", "b") + chain("y", "z", 150);
  EXPECT_EQ(changed(function_of(forward + summed("r", "y", "z") + kReturn)),
            printed(function_of(forward + gated("again", "a", "b") + summed("r", "again", "z") +
                                kReturn)));
}

TEST(Recompute, WithTheCheapValuesThatItReads) {
  const std::string forward = gated("x", "a", "b") + gated("y", "x", "b") + chain("y", "z", 150);
  EXPECT_EQ(changed(function_of(forward + summed("s", "y", "z") + summed("r", "y", "s") + kReturn)),
            printed(function_of(forward + gated("x2", "a", "b") + gated("y2", "x2", "b") +
                                summed("s", "y2", "z") + summed("r", "y2", "s") + kReturn)));
}

std::string converted(std::string_view result, std::string_view x, std::string_view from,
                      std::string_view to) {
  return fmt::format("  %{} = stablehlo.convert %{} : ({}) -> {}\n", result, x, from, to);
}

/// What a copy reads of values that are not arguments.
std::string barrier(std::string_view result, std::string_view x, std::string_view type) {
  return fmt::format("  %{} = stablehlo.optimization_barrier %{} : {}\n", result, x, type);
}

TEST(Recompute, WideCopiesOfWhatIsThenKeptInFewerBits) {
  const std::string forward = chain("a", "x", 2) + converted("n", "x", kType, kNarrow) +
                              converted("w", "n", kNarrow, kType);
  const std::string zero = fmt::format("  %c = stablehlo.constant dense<0.0> : {}\n", kType);
  const auto rectified = [&](std::string_view result, std::string_view x) {
    return fmt::format("  %{} = stablehlo.maximum %{}, %c : {}\n", result, x, kType);
  };
  const std::string again = barrier("p", "n", kNarrow) + converted("w2", "p", kNarrow, kType);
  const std::string way = chain("w", "z", 40);
  EXPECT_EQ(changed(function_of(forward + way + summed("r", "w", "z") + kReturn)),
            printed(function_of(forward + way + again + summed("r", "w2", "z") + kReturn)));
  // What is cheap to compute of it as well, but further away.
  const std::string far = rectified("y", "w") + chain("y", "z", 150);
  EXPECT_EQ(changed(function_of(forward + zero + far + summed("r", "y", "z") + kReturn)),
            printed(function_of(forward + zero + far + again + rectified("y2", "w2") +
                                summed("r", "y2", "z") + kReturn)));
}

TEST(Recompute, NarrowCopiesOfArguments) {
  const auto product = [](std::string_view result, std::string_view x) {
    return converted(result, x, kNarrow, kType);
  };
  const std::string forward = converted("n", "b", kType, kNarrow) + product("w", "n");
  const std::string way = summed("s", "w", "w") + chain("s", "z", 150);
  EXPECT_EQ(
      changed(function_of(forward + way + product("v", "n") + summed("r", "v", "z") + kReturn)),
      printed(function_of(forward + way + converted("n2", "b", kType, kNarrow) +
                          product("v", "n2") + summed("r", "v", "z") + kReturn)));
}

TEST(Recompute, NothingElse) {
  const std::string near = gated("y", "a", "b") + chain("y", "z", 50) + summed("r", "y", "z");
  // What it reads is no longer there.
  const std::string gone =
      chain("a", "g", 2) + gated("y", "g", "b") + chain("y", "z", 150) + summed("r", "y", "z");
  const std::string dear = chain("a", "y", 1) + chain("y", "z", 150) + summed("r", "y", "z");
  for (const std::string& body : {near, gone, dear}) {
    const std::string text = function_of(body + kReturn);
    EXPECT_EQ(changed(text), printed(text));
  }
  const std::string small =
      function_of(gated("y", "a", "b") + chain("y", "z", 150) + summed("r", "y", "z") + kReturn,
                  "tensor<8x8xf32>");
  EXPECT_EQ(changed(small), printed(small));
}

}  // namespace
}  // namespace tutti::pass
