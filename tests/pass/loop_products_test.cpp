// SPDX-License-Identifier: Apache-2.0
#include "pass/loop_products.h"

#include "pass/loop_programs.h"

namespace tutti::test {
namespace {

// Each round multiplies the next rows of %x by %w.
const std::string kForward = R"(
func.func @main(%x: tensor<6x2x32xf64>, %w: tensor<32x3xf64>, %h: tensor<2x3xf64>)
    -> tensor<2x3xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %h) : tensor<i32>, tensor<2x3xf64>
  cond {
    %p = stablehlo.compare LT, %i, %six, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %x, %i, %zero, %zero, sizes = [1, 2, 32]
        : (tensor<6x2x32xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x32xf64>
    %v = stablehlo.reshape %row : (tensor<1x2x32xf64>) -> tensor<2x32xf64>
    %y = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0]
        : (tensor<2x32xf64>, tensor<32x3xf64>) -> tensor<2x3xf64>
    %sum = stablehlo.add %y, %s : tensor<2x3xf64>
    %t = stablehlo.tanh %sum : tensor<2x3xf64>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t : tensor<i32>, tensor<2x3xf64>
  }
  return %r#1 : tensor<2x3xf64>
})";

TEST(LoopProducts, OfRowsAreComputedBefore) {
  EXPECT_EQ(ir::print(hoisted(kForward)), ir::print(read(R"(
func.func @main(%x: tensor<6x2x32xf64>, %w: tensor<32x3xf64>, %h: tensor<2x3xf64>)
    -> tensor<2x3xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %all = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0]
      : (tensor<6x2x32xf64>, tensor<32x3xf64>) -> tensor<6x2x3xf64>
  %r:2 = stablehlo.while(%i = %zero, %s = %h) : tensor<i32>, tensor<2x3xf64>
  cond {
    %p = stablehlo.compare LT, %i, %six, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %all, %i, %none, %none, sizes = [1, 2, 3]
        : (tensor<6x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
    %y = stablehlo.reshape %row : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
    %sum = stablehlo.add %y, %s : tensor<2x3xf64>
    %t = stablehlo.tanh %sum : tensor<2x3xf64>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t : tensor<i32>, tensor<2x3xf64>
  }
  return %r#1 : tensor<2x3xf64>
})")));
}

const std::string kIndices = "%x, %i, %zero, %zero";

/// Changes of kForward with which it reads row %k of %x, which that line computes.
std::vector<Change> read_at(const std::string& line) {
  return {{"    %row =", line + "\n    %row ="}, {kIndices, "%x, %k, %zero, %zero"}};
}

const std::string kFromTheEnd = R"(    %five = stablehlo.constant dense<5> : tensor<i32>
    %k = stablehlo.subtract %five, %i : tensor<i32>)";

/// Other ways to read the rows. The sums are the same, so values are the same to the bit.
std::map<std::string, std::string> forms_of_rows() {
  std::map<std::string, std::string> forms;
  forms["first to last"] = kForward;
  forms["last to first"] = with(kForward, read_at(kFromTheEnd));
  forms["a counter that falls"] =
      with(with(kForward, read_at("    %k = stablehlo.subtract %i, %one : tensor<i32>")),
           {{"%i = %zero", "%i = %six"},
            {"LT, %i, %six", "GT, %i, %zero"},
            {"%next = stablehlo.add %i, %one",
             "%least = stablehlo.constant dense<-1> : tensor<i32>\n"
             "    %next = stablehlo.add %i, %least"}});
  forms["some of the rows"] = with_all(
      with(kForward, read_at("    %k = stablehlo.add %i, %one : tensor<i32>")), "6x2x32", "9x2x32");
  forms["an index that may be negative"] =
      with(kForward, read_at(R"(    %is_negative = stablehlo.compare LT, %i, %zero, SIGNED
        : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %later = stablehlo.add %i, %six : tensor<i32>
    %k = stablehlo.select %is_negative, %later, %i : tensor<i1>, tensor<i32>)"));
  forms["an index of another type"] =
      with(kForward, {{"    %row =", R"(    %k = stablehlo.convert %i : (tensor<i32>) -> tensor<i64>
    %none = stablehlo.constant dense<0> : tensor<i64>
    %row =)"},
                      {kIndices, "%x, %k, %none, %none"},
                      {"tensor<6x2x32xf64>, tensor<i32>, tensor<i32>, tensor<i32>",
                       "tensor<6x2x32xf64>, tensor<i64>, tensor<i64>, tensor<i64>"}});
  forms["an axis in the middle"] =
      with_all(with(kForward, {{kIndices, "%x, %zero, %i, %zero"}, {"[1, 2, 32]", "[2, 1, 32]"}}),
               "1x2x32", "2x1x32");
  forms["an axis in the middle"] = with_all(forms["an axis in the middle"], "6x2x32", "2x6x32");
  forms["the right side"] = with(
      kForward, {{"%v, %w, contracting_dims = [1] x [0]", "%w, %v, contracting_dims = [0] x [1]"},
                 {"(tensor<2x32xf64>, tensor<32x3xf64>) -> tensor<2x3xf64>",
                  "(tensor<32x3xf64>, tensor<2x32xf64>) -> tensor<3x2xf64>"},
                 {"%sum =",
                  "%z = stablehlo.transpose %y, dims = [1, 0] : (tensor<3x2xf64>) -> "
                  "tensor<2x3xf64>\n    %sum ="},
                 {"add %y", "add %z"}});
  forms["with the axis of rows"] =
      with(kForward, {{"    %v = stablehlo.reshape %row : (tensor<1x2x32xf64>) -> "
                       "tensor<2x32xf64>\n    %y = stablehlo.dot_general %v",
                       "    %u = stablehlo.dot_general %row"},
                      {"[1] x [0]", "[2] x [0]"},
                      {"(tensor<2x32xf64>, tensor<32x3xf64>) -> tensor<2x3xf64>",
                       "(tensor<1x2x32xf64>, tensor<32x3xf64>) -> tensor<1x2x3xf64>\n    %y = "
                       "stablehlo.reshape %u : (tensor<1x2x3xf64>) -> tensor<2x3xf64>"}});
  return forms;
}

TEST(LoopProducts, OfRowsHoweverTheyAreRead) {
  for (const auto& [name, text] : forms_of_rows()) {
    SCOPED_TRACE(name);
    EXPECT_EQ(products(hoisted(text)), (Products{1, 0}));
    expect_same_values(text, 0);
  }
}

TEST(LoopProducts, OfRowsStayWhereTheyAreNotTheSame) {
  std::map<std::string, std::string> forms;
  forms["a row beyond the end"] =
      with(kForward, read_at("    %k = stablehlo.add %i, %one : tensor<i32>"));
  forms["a row before the first"] =
      with(kForward, read_at("    %k = stablehlo.subtract %i, %one : tensor<i32>"));
  forms["the same row again"] =
      with(kForward, read_at("    %k = stablehlo.subtract %one, %zero : tensor<i32>"));
  forms["every other row"] = with_all(
      with(kForward, read_at("    %k = stablehlo.add %i, %i : tensor<i32>")), "6x2x32", "12x2x32");
  forms["a part of each row"] = with_all(kForward, "6x2x32", "6x4x32");
  forms["as many rounds as an argument says"] =
      with(kForward, {{"%h: tensor<2x3xf64>)", "%h: tensor<2x3xf64>, %n: tensor<i32>)"},
                      {"LT, %i, %six", "LT, %i, %n"}});
  forms["an index that leaves its type"] = with_all(
      with(kForward, {{"    %row =", R"(    %most = stablehlo.constant dense<125> : tensor<i8>
    %none = stablehlo.constant dense<0> : tensor<i8>
    %j = stablehlo.convert %i : (tensor<i32>) -> tensor<i8>
    %k = stablehlo.add %j, %most : tensor<i8>
    %row =)"},
                      {kIndices, "%x, %k, %none, %none"},
                      {"tensor<6x2x32xf64>, tensor<i32>, tensor<i32>, tensor<i32>",
                       "tensor<6x2x32xf64>, tensor<i8>, tensor<i8>, tensor<i8>"}}),
      "6x2x32", "140x2x32");
  forms["one round"] = with(kForward, {{"LT, %i, %six", "LT, %i, %one"}});
  forms["few terms"] = with_all(with_all(kForward, "32x", "31x"), "32xf", "31xf");
  forms["few terms"] = with(forms["few terms"], {{"[1, 2, 32]", "[1, 2, 31]"}});
  forms["batches"] = with(with_all(kForward, "tensor<32x3xf64>", "tensor<2x32x3xf64>"),
                          {{"contracting_dims = [1] x [0]",
                            "batching_dims = [0] x [0], contracting_dims = [1] x [1]"}});
  forms["a weight that changes"] =
      with(with_all(kForward, "%r:2", "%r:3"),
           {{"%s = %h) : tensor<i32>, tensor<2x3xf64>",
             "%s = %h, %z = %w) : tensor<i32>, tensor<2x3xf64>, tensor<32x3xf64>"},
            {"dot_general %v, %w", "dot_general %v, %z"},
            {"%next =", "%other = stablehlo.tanh %z : tensor<32x3xf64>\n    %next ="},
            {"%next, %t : tensor<i32>, tensor<2x3xf64>",
             "%next, %t, %other : tensor<i32>, tensor<2x3xf64>, tensor<32x3xf64>"}});
  forms["rows that change"] =
      with(with_all(kForward, "%r:2", "%r:3"),
           {{"%s = %h) : tensor<i32>, tensor<2x3xf64>",
             "%s = %h, %z = %x) : tensor<i32>, tensor<2x3xf64>, tensor<6x2x32xf64>"},
            {"dynamic_slice %x", "dynamic_slice %z"},
            {"%next =", "%other = stablehlo.tanh %z : tensor<6x2x32xf64>\n    %next ="},
            {"%next, %t : tensor<i32>, tensor<2x3xf64>",
             "%next, %t, %other : tensor<i32>, tensor<2x3xf64>, tensor<6x2x32xf64>"}});
  forms["many rows"] = with_all(with_all(kForward, "2x32", "256x32"), "tensor<2x3", "tensor<256x3");
  forms["many rows"] = with(forms["many rows"], {{"[1, 2, 32]", "[1, 256, 32]"}});
  for (const auto& [name, text] : forms) {
    SCOPED_TRACE(name);
    expect_unchanged(text);
  }
}

// All rounds of any loop may make 67 MB, and those of the last one, which reads and carries 21 MB,
// would make 40,000 * 2 * 200 * 8 bytes = 128 MB.
TEST(LoopProducts, TakeNoMoreMemoryThanIsSaid) {
  const std::string many = with(with_all(kForward, "6x2x32", "400000x2x32"), {{"<6>", "<400000>"}});
  EXPECT_EQ(products(hoisted(many)), (Products{1, 0}));
  const std::string wide = with_all(with_all(many, "x3xf64", "x200xf64"), "400000", "40000");
  EXPECT_EQ(products(hoisted(with_all(wide, "40000", "10000"))), (Products{1, 0}));
  expect_unchanged(wide);
}

}  // namespace
}  // namespace tutti::test
