// SPDX-License-Identifier: Apache-2.0
#include "ir/type_text.h"

#include <gtest/gtest.h>

#include "ir/dense_text.h"
#include "support/errors.h"

namespace tutti::ir {
namespace {

Type read(std::string_view text) {
  std::string problem;
  const auto type = type_from_text(text, problem);
  EXPECT_TRUE(type) << text << ": " << problem;
  return type.value_or(Type{});
}

std::string problem_of(std::string_view text) {
  std::string problem;
  EXPECT_FALSE(type_from_text(text, problem)) << text;
  return problem;
}

TEST(TypeText, PrintsWhatItReads) {
  for (std::string_view text :
       {"tensor<f32>",
        "tensor<2x0x3xbf16>",
        "tensor<1xi2>",
        "tensor<1xui4>",
        "tensor<1xindex>",
        "tensor<1xf4E2M1FN>",
        "tensor<1xf6E2M3FN>",
        "tensor<1xf6E3M2FN>",
        "tensor<1xf8E3M4>",
        "tensor<1xf8E4M3>",
        "tensor<1xf8E4M3FN>",
        "tensor<1xf8E4M3FNUZ>",
        "tensor<1xf8E4M3B11FNUZ>",
        "tensor<1xf8E5M2>",
        "tensor<1xf8E5M2FNUZ>",
        "tensor<1xf8E8M0FNU>",
        "tensor<1xtf32>",
        "tensor<2xcomplex<f32>>",
        "tensor<complex<f64>>",
        "tensor<?x3x?xf32>",
        "tensor<?x3xf32, #stablehlo.bounds<8, ?>>",
        "tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>",
        "tensor<4x!quant.uniform<u8<1:254>:bf16, 2.000000e+00:128>>",
        "tensor<2x?x!quant.uniform<i4:f32:0, {5.000000e-01:1, 2.500000e-01:-3}>>",
        "tuple<>",
        "tuple<tensor<f32>, tuple<!stablehlo.token>>",
        "!stablehlo.token",
        "!stablehlo.future<tensor<2xf32>>",
        "memref<2x?xf32>"})
    EXPECT_EQ(read(text).str(), text);
}

TEST(TypeText, ReadsOtherSpellings) {
  EXPECT_EQ(read("tensor<?xf32, #stablehlo.type_extensions<bounds = [3]>>").str(),
            "tensor<?xf32, #stablehlo.bounds<3>>");
  EXPECT_EQ(read("tensor<1x!quant.uniform<i8<-128:127>:f32, 0.5:0>>").str(),
            "tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>");
  EXPECT_EQ(read("tuple< tensor<f32> , tensor<i1> >").str(), "tuple<tensor<f32>, tensor<i1>>");
}

TEST(TypeText, RefusesWhatIsNoType) {
  for (std::string_view text : {"",
                                "tensor",
                                "tensor<",
                                "tensor<>",
                                "tensor<2x>",
                                "tensor<2xf3>",
                                "tensor<-2xf32>",
                                "tensor<2f32>",
                                "tensor<*xf32>",
                                "tensor<99999999999999999999xf32>",
                                "tensor<9223372036854775807x2xf32>",
                                "tensor<2xcomplex<i8>>",
                                "tensor<2xcomplex<f32>",
                                "tensor<2xf32, #sparse>",
                                "tensor<?xf32, #stablehlo.bounds<1, 2>>",
                                "tensor<2xf32, #stablehlo.bounds<2>>",
                                "tensor<2x!quant.uniform<f32:f32, 1.0>>",
                                "tensor<2x!quant.uniform<i8:i8, 1.0>>",
                                "tensor<2x!quant.uniform<i8:f32>>",
                                "tensor<2x!quant.uniform<i8:f32, 1.0",
                                "!stablehlo.future<tuple<>>",
                                "tuple<tensor<f32>",
                                "!stablehlo.token>",
                                "tensor<2xf32>x"})
    EXPECT_NE(problem_of(text), "") << text;
  std::string deep;
  for (int i = 0; i < 100000; i++) deep += "tuple<";
  test::expect_contains(problem_of(deep), "nested deeper");
}

TEST(TypeText, NamesTheRuleOfQuantizedTypes) {
  test::expect_contains(problem_of("tensor<2x!quant.uniform<i8<9:3>:f32, 1.0>>"),
                        "[quantized_type_c3]");
  test::expect_contains(problem_of("tensor<2x!quant.uniform<i8:f32, 0.0>>"), "[quantized_type_c5]");
  test::expect_contains(problem_of("tensor<2x!quant.uniform<i8:f16, 1.0e6>>"),
                        "[quantized_type_c6]");
}

TEST(Type, IsCompatibleWhereSizesMayAgree) {
  EXPECT_TRUE(compatible(read("tensor<?x3xf32>"), read("tensor<2x?xf32>")));
  EXPECT_FALSE(compatible(read("tensor<?x3xf32>"), read("tensor<2x4xf32>")));
  EXPECT_FALSE(compatible(read("tensor<?xf32>"), read("tensor<?x?xf32>")));
  EXPECT_FALSE(compatible(read("tensor<?xf32>"), read("tensor<?xf64>")));
  EXPECT_TRUE(compatible(read("tensor<2x!quant.uniform<i8:f32, 1.0>>"),
                         read("tensor<2x!quant.uniform<i8:f32, 2.0:5>>")));
  EXPECT_FALSE(compatible(read("tensor<2x!quant.uniform<i8:f32, 1.0>>"),
                          read("tensor<2x!quant.uniform<i4:f32, 1.0>>")));
  EXPECT_FALSE(compatible(read("tuple<tensor<f32>>"), read("tuple<tensor<i1>>")));
  EXPECT_THROW(read("tensor<?xf32>").count(), UserError);
}

TEST(DenseText, ReadsAndPrintsEachKindOfElement) {
  const auto again = [](std::string_view payload, std::string_view type) {
    std::string problem;
    const auto tensor = tensor_from_text(payload, read(type), problem);
    return tensor ? text_of(*tensor) : problem;
  };
  EXPECT_EQ(again("[(1.0, -2.0), (0.5,0x7F800000)]", "tensor<2xcomplex<f32>>"),
            "[(1.000000e+00,-2.000000e+00), (5.000000e-01,0x7F800000)]");
  EXPECT_EQ(again("(1.0, 0.0)", "tensor<3xcomplex<f64>>"), "(1.000000e+00,0.000000e+00)");
  EXPECT_EQ(again("\"0x0F07\"", "tensor<2xi4>"), "[-1, 7]");
  EXPECT_EQ(again("\"0xFF\"", "tensor<2xi4>"), "-1");
  EXPECT_EQ(again("[448.0, 0x7F, -0.001953125]", "tensor<3xf8E4M3FN>"),
            "[4.480000e+02, 0x7F, -1.953125e-03]");
  EXPECT_EQ(again("[3, -128]", "tensor<2x!quant.uniform<i8:f32, 0.5>>"), "[3, -128]");
  test::expect_contains(again("[8]", "tensor<1xi4>"), "not a value of type i4");
  test::expect_contains(again("[200]", "tensor<1x!quant.uniform<i8:f32, 0.5>>"), "type i8");
  test::expect_contains(again("[true]", "tensor<1x!quant.uniform<i8:f32, 0.5>>"), "type i8");
  test::expect_contains(again("[true]", "tensor<1xi32>"), "type i32");
  test::expect_contains(again("[1.0]", "tensor<1xcomplex<f32>>"), "(real, imaginary)");
  test::expect_contains(again("[(1.0)]", "tensor<1xcomplex<f32>>"), "(real, imaginary)");
}

}  // namespace
}  // namespace tutti::ir
