// SPDX-License-Identifier: Apache-2.0
#include "pass/recompute_rows.h"

#include "ir/verify.h"
#include "pass/loop_programs.h"

namespace tutti::test {
namespace {

// The first loop collects s = tanh(x) and d = 2 s (1 - s); the second one reads the rows of both
// from the last to the first.
const std::string kTwoLoops = R"(
func.func @main(%x: tensor<5x3xf64>, %g: tensor<3xf64>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<5x3xf64>
  %ones = stablehlo.constant dense<1.0> : tensor<3xf64>
  %r:3 = stablehlo.while(%i = %zero, %all_s = %none, %all_d = %none)
      : tensor<i32>, tensor<5x3xf64>, tensor<5x3xf64>
  cond {
    %p = stablehlo.compare LT, %i, %five, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 3]
        : (tensor<5x3xf64>, tensor<i32>, tensor<i32>) -> tensor<1x3xf64>
    %v = stablehlo.reshape %row : (tensor<1x3xf64>) -> tensor<3xf64>
    %s = stablehlo.tanh %v : tensor<3xf64>
    %rest = stablehlo.subtract %ones, %s : tensor<3xf64>
    %half = stablehlo.multiply %s, %rest : tensor<3xf64>
    %d = stablehlo.add %half, %half : tensor<3xf64>
    %s1 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
    %new_s = stablehlo.dynamic_update_slice %all_s, %s1, %i, %zero
        : (tensor<5x3xf64>, tensor<1x3xf64>, tensor<i32>, tensor<i32>) -> tensor<5x3xf64>
    %d1 = stablehlo.reshape %d : (tensor<3xf64>) -> tensor<1x3xf64>
    %new_d = stablehlo.dynamic_update_slice %all_d, %d1, %i, %zero
        : (tensor<5x3xf64>, tensor<1x3xf64>, tensor<i32>, tensor<i32>) -> tensor<5x3xf64>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %new_s, %new_d : tensor<i32>, tensor<5x3xf64>, tensor<5x3xf64>
  }
  %q:2 = stablehlo.while(%i = %zero, %sum = %g) : tensor<i32>, tensor<3xf64>
  cond {
    %p = stablehlo.compare LT, %i, %five, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k = stablehlo.subtract %four, %i : tensor<i32>
    %row_d = stablehlo.dynamic_slice %r#2, %k, %zero, sizes = [1, 3]
        : (tensor<5x3xf64>, tensor<i32>, tensor<i32>) -> tensor<1x3xf64>
    %row_s = stablehlo.dynamic_slice %r#1, %k, %zero, sizes = [1, 3]
        : (tensor<5x3xf64>, tensor<i32>, tensor<i32>) -> tensor<1x3xf64>
    %product = stablehlo.multiply %row_d, %row_s : tensor<1x3xf64>
    %flat = stablehlo.reshape %product : (tensor<1x3xf64>) -> tensor<3xf64>
    %less = stablehlo.multiply %sum, %flat : tensor<3xf64>
    %more = stablehlo.add %less, %g : tensor<3xf64>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %more : tensor<i32>, tensor<3xf64>
  }
  return %q#1 : tensor<3xf64>
})";

ir::Module recomputed(const std::string& text) {
  ir::Module module = pass::recompute_rows(read(text), op::catalogue());
  ir::verify(module);
  return module;
}

/// Fails unless the first loop then carries so many values, and all results have the same bits.
void expect_carried(const std::string& text, size_t count) {
  const ir::Module module = read(text), changed = recomputed(text);
  EXPECT_EQ(carried(changed), count);
  const auto arguments = arguments_of(module);
  const auto expected = op::interpret(module, "main", arguments),
             found = op::interpret(changed, "main", arguments);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); i++) EXPECT_TRUE(found[i].tensor() == expected[i].tensor());
}

TEST(RecomputeRows, OfOtherRows) {
  EXPECT_EQ(carried(read(kTwoLoops)), 3U);
  expect_carried(kTwoLoops, 2);
}

TEST(RecomputeRows, OfRowsThatAreComputedAgainToo) {
  // %e = max(-d, s), with two operations more.
  const std::string text = with(
      kTwoLoops,
      {{"%all_d = %none)", "%all_d = %none, %all_e = %none)"},
       {"tensor<5x3xf64>, tensor<5x3xf64>\n  cond",
        "tensor<5x3xf64>, tensor<5x3xf64>, tensor<5x3xf64>\n  cond"},
       {"%r:3", "%r:4"},
       {"%half = stablehlo.multiply %s, %rest : tensor<3xf64>\n    %d = stablehlo.add %half, %half",
        "%d = stablehlo.multiply %s, %rest : tensor<3xf64>\n    %less = stablehlo.negate %d : "
        "tensor<3xf64>\n    %e = stablehlo.maximum %less, %s"},
       {"    %next =", R"(    %e1 = stablehlo.reshape %e : (tensor<3xf64>) -> tensor<1x3xf64>
    %new_e = stablehlo.dynamic_update_slice %all_e, %e1, %i, %zero
        : (tensor<5x3xf64>, tensor<1x3xf64>, tensor<i32>, tensor<i32>) -> tensor<5x3xf64>
    %next =)"},
       {"%next, %new_s, %new_d : tensor<i32>",
        "%next, %new_s, %new_d, %new_e : tensor<i32>, "
        "tensor<5x3xf64>"},
       {"    %product = stablehlo.multiply %row_d, %row_s",
        R"(    %row_e = stablehlo.dynamic_slice %r#3, %k, %zero, sizes = [1, 3]
        : (tensor<5x3xf64>, tensor<i32>, tensor<i32>) -> tensor<1x3xf64>
    %both = stablehlo.add %row_e, %row_d : tensor<1x3xf64>
    %product = stablehlo.multiply %both, %row_s)"}});
  EXPECT_EQ(carried(read(text)), 4U);
  expect_carried(text, 2);
}

TEST(RecomputeRows, NotWhereThatIsNoGain) {
  std::map<std::string, std::string> forms;
  forms["all rows are read at once"] =
      with(kTwoLoops, {{"return %q#1 : tensor<3xf64>\n}",
                        "return %q#1, %r#2 : tensor<3xf64>, "
                        "tensor<5x3xf64>\n}"},
                       {"-> tensor<3xf64> {", "-> (tensor<3xf64>, tensor<5x3xf64>) {"}});
  forms["other rows are not sliced"] =
      with(kTwoLoops, {{"dynamic_slice %r#1, %k", "dynamic_slice %x, %k"},
                       {"return %q#1 : tensor<3xf64>\n}",
                        "return %q#1, %r#1 : tensor<3xf64>, "
                        "tensor<5x3xf64>\n}"},
                       {"-> tensor<3xf64> {", "-> (tensor<3xf64>, tensor<5x3xf64>) {"}});
  forms["other rows are read elsewhere"] =
      with(kTwoLoops, {{"dynamic_slice %r#1, %k", "dynamic_slice %r#1, %i"}});
  forms["dear operations"] =
      with(kTwoLoops, {{"add %half, %half : tensor<3xf64>", "tanh %half : tensor<3xf64>"}});
  forms["many operations"] =
      with(kTwoLoops, {{"%d = stablehlo.add %half, %half",
                        "%c = stablehlo.add %half, %s : tensor<3xf64>\n"
                        "    %e = stablehlo.multiply %c, %half : tensor<3xf64>\n"
                        "    %d = stablehlo.add %e, %half"}});
  forms["of what only the round has"] =
      with(kTwoLoops, {{"subtract %ones, %s", "subtract %ones, %v"}});
  forms["from another place"] =
      with(kTwoLoops,
           {{"    %d1 =", "    %back = stablehlo.subtract %four, %i : tensor<i32>\n    %d1 ="},
            {"%all_d, %d1, %i", "%all_d, %d1, %back"}});
  forms["not all rows are written"] =
      with(kTwoLoops, {{"compare LT, %i, %five", "compare LT, %i, %four"}});
  for (const auto& [name, text] : forms) {
    SCOPED_TRACE(name);
    expect_carried(text, 3);
  }
}

}  // namespace
}  // namespace tutti::test
