// SPDX-License-Identifier: Apache-2.0
#include "pass/inline_calls.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "op/catalogue.h"

namespace tutti::pass {
namespace {

/// @main calls @f0; each function calls the next one `calls` times, the last one negates.
ir::Module chain(int length, int calls) {
  std::string text;
  for (int i = -1; i < length; i++) {
    text += i < 0 ? "func.func @main(" : fmt::format("func.func private @f{}(", i);
    text += "%x0: tensor<f32>) -> tensor<f32> {\n";
    const int times = i < 0 ? 1 : i + 1 < length ? calls : 0;
    for (int k = 0; k < times; k++)
      text +=
          fmt::format("  %x{} = call @f{}(%x{}) : (tensor<f32>) -> tensor<f32>\n", k + 1, i + 1, k);
    if (times == 0) text += "  %x1 = stablehlo.negate %x0 : tensor<f32>\n";
    text += fmt::format("  return %x{} : tensor<f32>\n}}\n", std::max(times, 1));
  }
  return ir::parse_module(text, "chain.mlir", op::catalogue());
}

void expect_refused(const ir::Module& module, const std::string& why) {
  try {
    inline_calls(ir::clone(module), op::catalogue());
    ADD_FAILURE() << "not refused";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
  }
}

TEST(InlineCalls, PutsBodiesInThePlaceOfCalls) {
  const ir::Module module = inline_calls(chain(4, 2), op::catalogue());
  ASSERT_EQ(module.functions.size(), 1u);
  const auto& operations = module.functions[0]->body.operations;
  ASSERT_EQ(operations.size(), 9u);  // 2 x 2 x 2 negations and the return
  for (size_t i = 0; i < 8; i++) EXPECT_EQ(operations[i]->name(), "stablehlo.negate");
}

TEST(InlineCalls, FunctionsThatCustomCallsNameStay) {
  ir::Module module = inline_calls(ir::parse_module(R"(
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.custom_call @f(%x) {called_computations = [@outer]} : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func @other(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @outer(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.custom_call @g(%x) {called_computations = [@inner]} : (tensor<f32>) -> tensor<f32>
  %z = call @called(%y) : (tensor<f32>) -> tensor<f32>
  return %z : tensor<f32>
}
func.func private @inner(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @called(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
})",
                                                    "test", op::catalogue()),
                                   op::catalogue());
  EXPECT_EQ(module.functions.size(), 4u);
  EXPECT_EQ(module.find("called"), nullptr);
  keep_function(module, "main");
  EXPECT_EQ(module.functions.size(), 3u);
  EXPECT_EQ(module.find("other"), nullptr);
}

TEST(InlineCalls, RefusesProgramsThatGrowWithoutEnd) {
  expect_refused(chain(60, 2), "more than 1000000 operations");
}

TEST(InlineCalls, RefusesACallWithTooFewOperands) {
  ir::Module module = chain(1, 1);
  auto& call = *module.get("main").body.operations[0];
  call.operands.clear();
  EXPECT_THROW(inline_calls(std::move(module), op::catalogue()), InternalError);
}

}  // namespace
}  // namespace tutti::pass
