// SPDX-License-Identifier: Apache-2.0
// Right and wrong layouts, aliases and buffers of custom calls; the labels have cases in errors/.
#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "support/errors.h"

namespace tutti::op {
namespace {

/// What is wrong with a call of these attributes and this signature; empty: nothing.
std::string problem_of(const std::string& attributes, const std::string& operands,
                       const std::string& results) {
  const std::string text = "func.func @main(%x: " + operands +
                           ") {\n  %r = \"stablehlo.custom_call\"(%x) <{" +
                           "call_target_name = \"f\", " + attributes + "}> : (" + operands +
                           ") -> " + results + "\n  return\n}\n";
  try {
    ir::verify(ir::parse_module(text, "test", catalogue()));
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

std::string aliases(const std::string& output, int operand, const std::string& parts) {
  return fmt::format(
      "output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [{}], "
      "operand_index = {}, operand_tuple_indices = [{}]>]",
      output, operand, parts);
}

constexpr const char* kMatrix = "tensor<2x3xf32>";
constexpr const char* kTuple = "tuple<tensor<2x3xf32>, tensor<f32>>";
constexpr const char* kBuffer = "memref<2xf32>";
constexpr const char* kOrder = "dense<[1, 0]> : tensor<2xindex>";
constexpr const char* kNone = "dense<> : tensor<0xindex>";

std::string layouts(const std::string& of_operands, const std::string& of_results) {
  return "operand_layouts = [" + of_operands + "], result_layouts = [" + of_results + "]";
}

TEST(CustomCall, TakesWhatFits) {
  EXPECT_EQ(problem_of(layouts(kOrder, kOrder), kMatrix, kMatrix), "");
  EXPECT_EQ(problem_of(layouts(kOrder, std::string(kOrder) + ", " + kNone), kMatrix, kTuple), "");
  EXPECT_EQ(problem_of(layouts(kNone, kOrder), "!stablehlo.token", kMatrix), "");
  EXPECT_EQ(problem_of(aliases("", 0, ""), kMatrix, kMatrix), "");
  EXPECT_EQ(problem_of(aliases("0", 0, "0"), kTuple, kTuple), "");
  EXPECT_EQ(problem_of(aliases("0", 0, ""), kMatrix, kTuple), "");
  EXPECT_EQ(problem_of(aliases("", 0, ""), kBuffer, kBuffer), "");
  EXPECT_EQ(problem_of("api_version = 4 : i32, backend_config = {a = 1 : i32}", kMatrix, kMatrix),
            "");
  EXPECT_EQ(problem_of("api_version = 2 : i32, backend_config = \"a\"", kMatrix, kMatrix), "");
}

TEST(CustomCall, RefusesWhatDoesNot) {
  struct Wrong {
    std::string attributes, operand, result, message;
  };
  const Wrong wrong[] = {
      {fmt::format("operand_layouts = [{}]", kOrder), kMatrix, kMatrix, "operands alone"},
      {fmt::format("result_layouts = [{}]", kOrder), kMatrix, kMatrix, "results alone"},
      {layouts(kOrder, ""), kMatrix, kMatrix,
       "result_layouts has 0 layouts, expected one for each of 1"},
      {layouts(kOrder, kOrder), kMatrix, kTuple,
       "result_layouts has 1 layouts, expected one for each of 2"},
      {layouts("dense<[1, 2]> : tensor<2xindex>", kOrder), kMatrix, kMatrix, "order of its 2 axes"},
      {layouts(kNone, kOrder), kMatrix, kMatrix, "order of its 2 axes"},
      {layouts("dense<0> : tensor<1xindex>", kOrder), "!stablehlo.token", kMatrix, "its 0 axes"},
      {aliases("", 1, ""), kMatrix, kMatrix, "names operand 1, expected one of 1"},
      {aliases("", -1, ""), kMatrix, kMatrix, "names operand -1"},
      {aliases("2", 0, ""), kMatrix, kTuple, "a part of a tuple that is none"},
      {aliases("", 0, "0"), kMatrix, kMatrix, "a part of a tuple that is none"},
      {aliases("1", 0, ""), kMatrix, kTuple, "of a tensor<2x3xf32> and a tensor<f32>"},
      {"api_version = 1 : i32", kMatrix, kBuffer, "the buffer result 0 has 0 aliases"},
      {"api_version = 2 : i32, backend_config = {a = 1 : i32}", kMatrix, kMatrix,
       "expected a string"},
  };
  for (const Wrong& one : wrong)
    test::expect_contains(problem_of(one.attributes, one.operand, one.result), one.message);
}

}  // namespace
}  // namespace tutti::op
