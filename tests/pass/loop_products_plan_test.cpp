// SPDX-License-Identifier: Apache-2.0
// Products that a loop adds up, as the gradient of a weight that all rounds share.
#include "pass/loop_programs.h"

namespace tutti::test {
namespace {

// As the gradient of a layer that is the same in all rounds, from the last round to the first: %d
// is added in two parts, and %e is a product of two values that no array has yet.
const std::string kGradient = R"(
func.func @main(%x: tensor<6x2x4xf64>, %g: tensor<2x8xf64>, %a: tensor<4x4xf64>,
                %b: tensor<4x4xf64>, %c: tensor<8x8xf64>)
    -> (tensor<2x8xf64>, tensor<4x4xf64>, tensor<4x4xf64>, tensor<8x8xf64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %r:5 = stablehlo.while(%left = %a, %s = %g, %all = %c, %i = %zero, %right = %b)
      : tensor<4x4xf64>, tensor<2x8xf64>, tensor<8x8xf64>, tensor<i32>, tensor<4x4xf64>
  cond {
    %p = stablehlo.compare LT, %i, %six, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k = stablehlo.subtract %five, %i : tensor<i32>
    %row = stablehlo.dynamic_slice %x, %k, %zero, %zero, sizes = [1, 2, 4]
        : (tensor<6x2x4xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf64>
    %v = stablehlo.reshape %row : (tensor<1x2x4xf64>) -> tensor<2x4xf64>
    %t = stablehlo.ACTIVATION %s : tensor<2x8xf64>
    %d = stablehlo.dot_general %t, %v, contracting_dims = [0] x [0]
        : (tensor<2x8xf64>, tensor<2x4xf64>) -> tensor<8x4xf64>
    %turned = stablehlo.transpose %d, dims = [1, 0] : (tensor<8x4xf64>) -> tensor<4x8xf64>
    %d0 = stablehlo.slice %turned [0:4, 0:4] : (tensor<4x8xf64>) -> tensor<4x4xf64>
    %d1 = stablehlo.slice %turned [0:4, 4:8] : (tensor<4x8xf64>) -> tensor<4x4xf64>
    %left1 = stablehlo.add %left, %d0 : tensor<4x4xf64>
    %right1 = stablehlo.add %d1, %right : tensor<4x4xf64>
    %e = stablehlo.dot_general %s, %t, contracting_dims = [0] x [0]
        : (tensor<2x8xf64>, tensor<2x8xf64>) -> tensor<8x8xf64>
    %all1 = stablehlo.add %all, %e : tensor<8x8xf64>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %left1, %t, %all1, %next, %right1
        : tensor<4x4xf64>, tensor<2x8xf64>, tensor<8x8xf64>, tensor<i32>, tensor<4x4xf64>
  }
  return %r#1, %r#0, %r#4, %r#2
      : tensor<2x8xf64>, tensor<4x4xf64>, tensor<4x4xf64>, tensor<8x8xf64>
})";

/// kGradient with a function that is applied to %s in each round.
std::string gradient(const std::vector<Change>& changes = {}, const std::string& name = "tanh") {
  return with(with(kGradient, {{"ACTIVATION", name}}), changes);
}

// Sums of 12 products, in double precision.
constexpr double kOtherOrder = 1e-14;

TEST(LoopProducts, ThatAreAddedUpAreComputedAfter) {
  const ir::Module module = hoisted(gradient());
  EXPECT_EQ(products(module), (Products{2, 0}));
  // The counter, %s, and the rows of %t from the last to the first, and of %s and %t from the
  // first.
  EXPECT_EQ(carried(module), 5U);
  expect_same_values(gradient(), kOtherOrder);
}

TEST(LoopProducts, ThatAreAddedUpInOtherForms) {
  std::map<std::string, std::pair<std::string, size_t>> forms;  // the text, values then carried
  // One array then serves both products.
  forms["from the first row to the last"] = {gradient({{"%x, %k", "%x, %i"}}), 4};
  forms["with an index above the last row"] = {
      with_all(gradient({{"subtract %five, %i", "add %one, %i"}}), "6x2x4", "7x2x4"), 4};
  forms["a counter that falls"] = {gradient({{"%i = %zero", "%i = %six"},
                                             {"LT, %i, %six", "GT, %i, %zero"},
                                             {"subtract %five, %i", "subtract %i, %one"},
                                             {"add %i, %one", "add %i, %least"},
                                             {"%six =",
                                              "%least = stablehlo.constant dense<-1> : "
                                              "tensor<i32>\n  %six ="}}),
                                   4};
  forms["both in one sum"] = {
      gradient({{"%e = ",
                 "%f = stablehlo.dot_general %s, %s, contracting_dims = [0] x [0]\n"
                 "        : (tensor<2x8xf64>, tensor<2x8xf64>) -> tensor<8x8xf64>\n"
                 "    %e = "},
                {"%all1 = stablehlo.add %all, %e",
                 "%both = stablehlo.add %f, %e : tensor<8x8xf64>\n"
                 "    %all1 = stablehlo.add %both, %all"}}),
      5};
  // Then they are collected like other values: indices that wrap are moved to the first row.
  forms["indices that leave their type"] = {
      gradient({{"dense<5>", "dense<2147483647>"}, {"subtract %five, %i", "add %five, %i"}}), 5};
  forms["an axis of rows in the middle"] = {
      with_all(with_all(gradient({{"%x, %k, %zero", "%x, %zero, %k"}, {"[1, 2, 4]", "[2, 1, 4]"}}),
                        "6x2x4", "2x6x4"),
               "1x2x4", "2x1x4"),
      5};
  for (const auto& [name, form] : forms) {
    SCOPED_TRACE(name);
    EXPECT_EQ(products(hoisted(form.first)).inside, 0);
    EXPECT_EQ(carried(hoisted(form.first)), form.second);
    expect_same_values(form.first, kOtherOrder);
  }
}

// No sum is larger than that of absolute values. Before, 6 products and 6 sums are rounded by 2^-24
// of what they are, which is as much as 7 such sums; after, one product and one sum.
TEST(LoopProducts, ThatAreAddedUpAreAsExactInFloat32) {
  const std::string text = with_all(gradient(), "f64", "f32");
  const ir::Module module = read(text), changed = hoisted(text);
  const auto arguments = arguments_of(module);
  const auto expected = op::interpret(module, "main", arguments),
             found = op::interpret(changed, "main", arguments),
             largest = op::interpret(read(gradient({}, "abs")), "main",
                                     arguments_of(read(gradient()), true));
  for (size_t i = 0; i < found.size(); i++)
    for (int64_t k = 0; k < found[i].count(); k++)
      EXPECT_LE(std::fabs(found[i].f(k) - expected[i].f(k)), 9 * 0x1p-24 * largest[i].f(k))
          << "result " << i << " element " << k;
}

/// What another value of the loop, of %c's type, is made of in each round.
std::vector<Change> also_carried(const std::string& next) {
  return {{"%r:5", "%r:6"},
          {"%right = %b)", "%right = %b, %also = %c)"},
          {"tensor<i32>, tensor<4x4xf64>\n  cond",
           "tensor<i32>, tensor<4x4xf64>, "
           "tensor<8x8xf64>\n  cond"},
          {"%next =", next + "\n    %next ="},
          {"%right1\n", "%right1, %also1\n"},
          {"tensor<i32>, tensor<4x4xf64>\n  }",
           "tensor<i32>, tensor<4x4xf64>, "
           "tensor<8x8xf64>\n  }"},
          {"return %r#1,", "return %r#5, %r#1,"},
          {"-> (", "-> (tensor<8x8xf64>, "},
          {"      : tensor<2x8xf64>, tensor<4x4xf64>, tensor<4x4xf64>, tensor<8x8xf64>\n}",
           "      : tensor<8x8xf64>, tensor<2x8xf64>, tensor<4x4xf64>, tensor<4x4xf64>, "
           "tensor<8x8xf64>\n}"}};
}

TEST(LoopProducts, ThatAreAddedUpStayWhereMoreIsDoneWithThem) {
  std::map<std::string, std::pair<std::string, Products>> forms;
  const auto also = [](const std::string& next) { return gradient(also_carried(next)); };
  const Products one_stays = {1, 1}, both_stay = {0, 2};
  forms["the sum is read"] = {also("%also1 = stablehlo.tanh %all1 : tensor<8x8xf64>"), one_stays};
  forms["the sum is read before"] = {also("%also1 = stablehlo.tanh %all : tensor<8x8xf64>"),
                                     one_stays};
  forms["the product is read"] = {also("%also1 = stablehlo.tanh %e : tensor<8x8xf64>"), one_stays};
  forms["the product is multiplied"] = {
      also("%also1 = stablehlo.multiply %also, %e : tensor<8x8xf64>"), one_stays};
  forms["a product of the product"] = {
      also("%h = stablehlo.dot_general %e, %e, contracting_dims = [0] x [0]\n"
           "        : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>\n"
           "    %also1 = stablehlo.add %also, %h : tensor<8x8xf64>"),
      {2, 1}};
  forms["the sum is turned"] = {
      gradient({{"%all1 = stablehlo.add %all, %e : tensor<8x8xf64>",
                 "%sum = stablehlo.add %all, %e : tensor<8x8xf64>\n"
                 "    %all1 = stablehlo.transpose %sum, dims = [1, 0] : (tensor<8x8xf64>) -> "
                 "tensor<8x8xf64>"}}),
      one_stays};
  forms["the product is subtracted"] = {gradient({{"add %all, %e", "subtract %all, %e"}}),
                                        one_stays};
  forms["the sum is the other state"] = {
      gradient({{"stablehlo.return %left1, %t, %all1, %next, %right1",
                 "stablehlo.return %right1, %t, %all1, %next, %left1"}}),
      one_stays};
  forms["one part is read"] = {gradient({{"add %left, %d0", "multiply %left, %d0"}}), one_stays};
  forms["the condition reads the sum"] = {
      gradient({{"%p = stablehlo.compare LT, %i, %six, SIGNED : (tensor<i32>, tensor<i32>)",
                 "%part = stablehlo.slice %all [0:1, 0:1] : (tensor<8x8xf64>) -> tensor<1x1xf64>\n"
                 "    %p = stablehlo.compare LT, %i, %six, SIGNED : (tensor<i32>, tensor<i32>)"}}),
      one_stays};
  forms["rows from both ends"] = {gradient({{"%t = stablehlo.tanh %s : tensor<2x8xf64>\n",
                                             R"(%t = stablehlo.tanh %s : tensor<2x8xf64>
    %row1 = stablehlo.dynamic_slice %x, %i, %zero, %zero, sizes = [1, 2, 4]
        : (tensor<6x2x4xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf64>
    %v1 = stablehlo.reshape %row1 : (tensor<1x2x4xf64>) -> tensor<2x4xf64>
    %f = stablehlo.dot_general %v, %v1, contracting_dims = [0] x [0]
        : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<4x4xf64>
)"},
                                            {"add %d1, %right", "add %f, %right"}}),
                                  {1, 2}};
  forms["as many rounds as an argument says"] = {
      gradient({{"%c: tensor<8x8xf64>)", "%c: tensor<8x8xf64>, %n: tensor<i32>)"},
                {"LT, %i, %six", "LT, %i, %n"}}),
      both_stay};
  forms["sums of bfloat16"] = {with_all(gradient(), "f64", "bf16"), both_stay};
  forms["many terms"] = {with_all(with_all(with_all(gradient(), "<2x", "<256x"), "x2x4", "x256x4"),
                                  "[1, 2, 4]", "[1, 256, 4]"),
                         both_stay};
  forms["rows that are wider than sums"] = {
      with_all(with_all(with_all(gradient(), "<2x", "<40x"), "x2x4", "x40x4"), "[1, 2, 4]",
               "[1, 40, 4]"),
      both_stay};
  forms["batches"] = {
      gradient(
          {{"%e = stablehlo.dot_general %s, %t, contracting_dims = [0] x [0]",
            "%w = stablehlo.reshape %s : (tensor<2x8xf64>) -> tensor<8x2xf64>\n"
            "    %e = stablehlo.dot_general %s, %w, batching_dims = [1] x [0], "
            "contracting_dims = [] x []"},
           {"tensor<2x8xf64>) -> tensor<8x8xf64>",
            "tensor<8x2xf64>) -> tensor<8x2x2xf64>\n    %e1 = stablehlo.reshape %e : "
            "(tensor<8x2x2xf64>) -> tensor<4x8xf64>\n    %e2 = stablehlo.concatenate %e1, %e1, "
            "dim = 0 : (tensor<4x8xf64>, tensor<4x8xf64>) -> tensor<8x8xf64>"},
           {"add %all, %e", "add %all, %e2"}}),
      one_stays};
  for (const auto& [name, form] : forms) {
    SCOPED_TRACE(name);
    EXPECT_EQ(products(hoisted(form.first)), form.second);
    if (name != "as many rounds as an argument says") expect_same_values(form.first, kOtherOrder);
  }
}

// The loop goes round in another one, twice, which carries the sums.
TEST(LoopProducts, OfLoopsInsideOfLoops) {
  const std::string text =
      with(gradient(),
           {{"  %r:5 =", R"(  %two = stablehlo.constant dense<2> : tensor<i32>
  %o:5 = stablehlo.while(%n = %zero, %a1 = %a, %g1 = %g, %c1 = %c, %b1 = %b)
      : tensor<i32>, tensor<4x4xf64>, tensor<2x8xf64>, tensor<8x8xf64>, tensor<4x4xf64>
  cond {
    %q = stablehlo.compare LT, %n, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  } do {
  %r:5 =)"},
            {"%left = %a, %s = %g, %all = %c, %i = %zero, %right = %b",
             "%left = %a1, %s = %g1, %all = %c1, %i = %zero, %right = %b1"},
            {"  return %r#1, %r#0, %r#4, %r#2", R"(  %m = stablehlo.add %n, %one : tensor<i32>
  stablehlo.return %m, %r#0, %r#1, %r#2, %r#4
      : tensor<i32>, tensor<4x4xf64>, tensor<2x8xf64>, tensor<8x8xf64>, tensor<4x4xf64>
  }
  return %o#2, %o#1, %o#4, %o#3)"}});
  const ir::Module module = hoisted(text);
  const auto& operations = module.get("main").body.operations;
  const auto outer = std::find_if(operations.begin(), operations.end(),
                                  [](const auto& op) { return op->name() == "stablehlo.while"; });
  ASSERT_NE(outer, operations.end());
  int beside = 0;
  for (const auto& op : (*outer)->regions[1]->operations)
    beside += op->name() == "stablehlo.dot_general" ? 1 : 0;
  EXPECT_EQ(beside, 2);
  EXPECT_EQ(products(module), (Products{0, 2}));
  expect_same_values(text, kOtherOrder);
}

}  // namespace
}  // namespace tutti::test
