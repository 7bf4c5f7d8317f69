// SPDX-License-Identifier: Apache-2.0
// Programs that the verifier must tell apart where one case a label (tests/op/errors) is not
// enough: constraints that are broken in several ways, and neighbours of violations that are right.
#include <gtest/gtest.h>

#include "support/cases.h"
#include "support/errors.h"

namespace tutti::op {
namespace {

std::string program(const std::string& arguments, const std::string& operation) {
  return "func.func @main(" + arguments + ") {\n  " + operation + "\n  return\n}\n";
}

void expect_right(const std::string& text) {
  EXPECT_NO_THROW(ir::parse_module(text, "text.mlir", catalogue())) << text;
}

void expect_wrong(const std::string& text, const std::string& label) {
  SCOPED_TRACE(text);
  const auto failure = test::failure_of([&] { ir::parse_module(text, "text.mlir", catalogue()); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "[" + label + "]");
}

/// A reduction of elements `from` by a body on `to`.
std::string reduction(const std::string& from, const std::string& to) {
  return program("%x: tensor<2x3x" + from + ">, %c: tensor<" + from + ">",
                 "%r = \"stablehlo.reduce\"(%x, %c) <{dimensions = array<i64: 0>}> ({\n  ^bb0(%a: "
                 "tensor<" +
                     to + ">, %b: tensor<" + to + ">):\n    stablehlo.return %a : tensor<" + to +
                     ">\n  }) : (tensor<2x3x" + from + ">, tensor<" + from + ">) -> tensor<3x" +
                     to + ">");
}

TEST(Verifier, ABodyTakesNoFewerBitsOfTheSameKind) {
  for (const auto& [from, to] :
       {std::pair("i8", "i32"), std::pair("i1", "i8"), std::pair("ui8", "i16"),
        std::pair("f64", "bf16"), std::pair("complex<f32>", "complex<f64>")})
    expect_right(reduction(from, to));
  for (const auto& [from, to] :
       {std::pair("i32", "i8"), std::pair("i8", "i1"), std::pair("i32", "f32"),
        std::pair("f32", "i32"), std::pair("f32", "complex<f32>"),
        std::pair("complex<f64>", "complex<f32>")})
    expect_wrong(reduction(from, to), "reduce_c6");
}

/// `name` with a body that adds `element`s.
std::string collective(const std::string& name, const std::string& attributes,
                       const std::string& element) {
  const std::string scalar = "tensor<" + element + ">";
  return program("%x: tensor<2x4xi32>",
                 "%r = \"stablehlo." + name + "\"(%x) <{" + attributes + "}> ({\n  ^bb0(%a: " +
                     scalar + ", %b: " + scalar + "):\n    stablehlo.return %a : " + scalar +
                     "\n  }) : (tensor<2x4xi32>) -> tensor<2x4x" + element + ">");
}

TEST(Verifier, ACollectiveIsGivenGroupsAndABodyThatFits) {
  const std::string groups = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>";
  expect_right(collective("all_reduce", groups, "i32"));
  expect_wrong(collective("all_reduce", groups, "i8"), "all_reduce_c5");
  expect_wrong(collective("collective_reduce", groups, "i8"), "collective_reduce_c4");
  expect_wrong(collective("reduce_scatter",
                          "scatter_dimension = 0 : i64, replica_groups = dense<[[0]]> : "
                          "tensor<1x1xi64>",
                          "i8"),
               "reduce_scatter_c7");
  const std::string global =
      "channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids, ";
  const std::string none = "replica_groups = dense<> : tensor<0x0xi64>";
  expect_right(collective("all_reduce", none, "i32"));
  expect_right(collective("all_reduce", global + groups, "i32"));
  expect_wrong(collective("all_reduce", global + none, "i32"), "all_reduce_i2");
  expect_wrong(program("%x: tensor<2x4xi32>",
                       "%r = \"stablehlo.all_to_all\"(%x) <{split_dimension = 1 : i64, "
                       "concat_dimension = 0 : i64, split_count = 2 : i64, " +
                           none + "}> : (tensor<2x4xi32>) -> tensor<4x2xi32>"),
               "all_to_all_c8");
}

TEST(Verifier, IdsAndAxesAreIntegers) {
  const auto permute = [](const std::string& pairs) {
    return program("%x: tensor<4xf32>",
                   "%r = \"stablehlo.collective_permute\"(%x) <{source_target_pairs = dense<" +
                       pairs + ">}> : (tensor<4xf32>) -> tensor<4xf32>");
  };
  expect_right(permute("[[0, 1]]> : tensor<1x2xi64"));
  expect_wrong(permute("[[0.0, 1.0]]> : tensor<1x2xf32"), "collective_permute_c1");
  expect_wrong(permute("(1.0, 2.0)> : tensor<1x2xcomplex<f32>"), "collective_permute_c1");
  const auto call = [](const std::string& layout) {
    return program("%x: tensor<2x3xf32>",
                   "%r = stablehlo.custom_call @f(%x) {operand_layouts = [dense<" + layout +
                       ">], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : "
                       "(tensor<2x3xf32>) -> tensor<2x3xf32>");
  };
  expect_right(call("[0, 1]> : tensor<2xindex"));
  expect_wrong(call("[0.0, 1.0]> : tensor<2xf32"), "custom_call_layouts");
  expect_wrong(call("(1.0, 2.0)> : tensor<2xcomplex<f32>"), "custom_call_layouts");
}

TEST(Verifier, AttentionHasHeads) {
  const auto attention = [](int heads) {
    return program(
        "%q: tensor<2x4x6xf32>, %s: tensor<2x4xi32>",
        fmt::format("%r:2 = tutti.attention %q, %q, %q, %s {{heads = {0} : i64, scale = 0.5 : f64, "
                    "rate = 0.0 : f64, site = 1 : i64, max_segment = 4 : i64}} : "
                    "(tensor<2x4x6xf32>, tensor<2x4x6xf32>, tensor<2x4x6xf32>, tensor<2x4xi32>) -> "
                    "(tensor<2x4x6xf32>, tensor<2x{0}x4xf32>)",
                    heads));
  };
  expect_right(attention(2));
  expect_wrong(attention(4), "attention_c3");
  expect_wrong(attention(0), "attention_c3");
}

TEST(Verifier, WhatIsGatheredHasElements) {
  const auto gather = [](const std::string& rows, int size) {
    return program(
        "%x: tensor<3x2xf32>, %i: tensor<" + rows + "x1xi32>",
        fmt::format("%r = \"stablehlo.gather\"(%x, %i) <{{dimension_numbers = "
                    "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
                    "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: {0}, "
                    "2>}}> : (tensor<3x2xf32>, tensor<{1}x1xi32>) -> tensor<{1}x2xf32>",
                    size, rows));
  };
  expect_right(gather("4", 1));
  expect_right(gather("0", 0));
  expect_right(gather("?", 0));
  expect_wrong(gather("4", 0), "gather_c9");
}

TEST(Verifier, WindowsHaveSizes) {
  const std::string two = "(tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>";
  const std::string body =
      "({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    stablehlo.return %p : tensor<i1>\n  }, "
      "{\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    stablehlo.return %a : tensor<f32>\n  })";
  const std::string arguments = "%x: tensor<4xf32>, %c: tensor<f32>, %p: tensor<i1>";
  expect_right(program(arguments,
                       "%r = \"stablehlo.select_and_scatter\"(%x, %x, %c) "
                       "<{window_dimensions = array<i64: 1>}> " +
                           body + " : " + two));
  expect_wrong(
      program(arguments, "%r = \"stablehlo.select_and_scatter\"(%x, %x, %c) " + body + " : " + two),
      "select_and_scatter_c4");
}

TEST(Verifier, ConstantSizesAreThoseOfTheResult) {
  const auto with = [](const std::string& sizes, const std::string& arguments,
                       const std::string& operation) {
    return program(arguments, "%s = stablehlo.constant dense<" + sizes +
                                  "> : tensor<2xi64>\n  %r = stablehlo." + operation);
  };
  const std::string reshape = "dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<";
  expect_right(with("[2, 3]", "%x: tensor<6xf32>", reshape + "2x3xf32>"));
  expect_right(with("[2, 3]", "%x: tensor<6xf32>", reshape + "?x3xf32>"));
  expect_wrong(with("[3, 2]", "%x: tensor<6xf32>", reshape + "2x3xf32>"), "dynamic_reshape_c4");
  expect_wrong(with("[3, 2]", "%x: tensor<6xf32>", reshape + "?x3xf32>"), "dynamic_reshape_c4");
  expect_wrong(with("[-1, 3]", "%x: tensor<6xf32>", reshape + "?x3xf32>"), "dynamic_reshape_c4");
  expect_wrong(with("[2, 4]", "", "dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<2x3xf32>"),
               "dynamic_iota_c2");
  expect_wrong(with("[2, 4]", "%x: tensor<3xf32>",
                    "dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf32>, "
                    "tensor<2xi64>) -> tensor<2x3xf32>"),
               "dynamic_broadcast_in_dim_c7");
  expect_wrong(with("[2, 4]", "%x: tensor<f32>",
                    "rng %x, %x, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, "
                    "tensor<2xi64>) -> tensor<2x3xf32>"),
               "rng_c3");
  const std::string pad =
      "dynamic_pad %x, %v, %s, %s, %s : (tensor<4x4xf32>, tensor<f32>, "
      "tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<";
  expect_right(with("1", "%x: tensor<4x4xf32>, %v: tensor<f32>", pad + "9x?xf32>"));
  expect_wrong(with("1", "%x: tensor<4x4xf32>, %v: tensor<f32>", pad + "9x8xf32>"),
               "dynamic_pad_c4");
}

TEST(Verifier, WhatBroadcastsKnowsItsElements) {
  const auto compared = [](const std::string& result) {
    return program("%x: tensor<2xf32>, %y: tensor<1xf32>",
                   "%r = chlo.broadcast_compare %x, %y {comparison_direction = "
                   "#chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<1xf32>) -> " +
                       result);
  };
  expect_right(compared("tensor<2xi1>"));
  expect_wrong(compared("tensor<2xf32>"), "broadcast_compare_c1");
  expect_wrong(compared("tensor<1xi1>"), "broadcast_compare_c3");
}

TEST(Verifier, ResultsAreQuantizedAsTheirElementsAre) {
  const auto transposed = [](const std::string& scale) {
    const std::string type = "tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>";
    return program("%x: " + type, "%r = stablehlo.transpose %x, dims = [1, 0] : (" + type +
                                      ") -> tensor<3x2x!quant.uniform<i8:f32, " + scale + ">>");
  };
  expect_right(transposed("5.000000e-01"));
  expect_wrong(transposed("2.500000e-01"), "transpose_c1");
  expect_wrong(transposed("5.000000e-01:1"), "transpose_c1");
  expect_wrong(program("%x: tensor<2x!quant.uniform<i8:f16, 1.0e-10>>", ""), "quantized_type_c5");
  const std::string half = "tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>",
                    quarter = "tensor<2x!quant.uniform<i8:f32, 2.500000e-01>>";
  expect_right(program("%p: tensor<2xi1>, %x: " + half + ", %y: " + quarter,
                       "%r = stablehlo.select %p, %x, %y : (tensor<2xi1>, " + half + ", " +
                           quarter + ") -> " + quarter));
}

TEST(Verifier, WhatNeedsNoSizeIsHeldWithoutOne) {
  for (const auto& [operation, label] : {
           std::pair(R"(%r = "stablehlo.add"(%x) : (tensor<?xf32>) -> tensor<?xf32>)",
                     "add_operands"),
           std::pair(R"(%r = "stablehlo.slice"(%x) <{limit_indices = array<i64: 1>, )"
                     R"(start_indices = array<i64: 0, 0>, strides = array<i64>}> )"
                     R"(: (tensor<?xf32>) -> tensor<1xf32>)",
                     "slice_c2"),
           std::pair(R"(%r = "stablehlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, )"
                     R"(mantissa_bits = -1 : i32}> : (tensor<?xf32>) -> tensor<?xf32>)",
                     "reduce_precision_c3"),
       })
    expect_wrong(program("%x: tensor<?xf32>", operation), label);
}

TEST(Verifier, KnownSizesAreTakenTogether) {
  const auto added = [](const std::string& result) {
    return program("%x: tensor<?x3xf32>, %y: tensor<2x?xf32>",
                   "%r = stablehlo.add %x, %y : (tensor<?x3xf32>, tensor<2x?xf32>) -> " + result);
  };
  expect_right(added("tensor<2x3xf32>"));
  expect_right(added("tensor<?x?xf32>"));
  expect_wrong(added("tensor<2x4xf32>"), "add_c1");
  expect_wrong(added("tensor<3x?xf32>"), "add_c1");
  const auto joined = [](const std::string& result) {
    return program("%x: tensor<2x?xf32>, %y: tensor<?x3xf32>",
                   "%r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x?xf32>, "
                   "tensor<?x3xf32>) -> " +
                       result);
  };
  expect_right(joined("tensor<9x3xf32>"));
  expect_wrong(joined("tensor<?x4xf32>"), "concatenate_c6");
}

TEST(Verifier, ConstantSizesAreThoseThatAnOperandHas) {
  const auto reshaped = [](const std::string& sizes) {
    return program("%x: tensor<2x5xf32>",
                   "%s = stablehlo.constant dense<" + sizes +
                       "> : tensor<2xi32>\n  %y = stablehlo.dynamic_reshape %x, %s : "
                       "(tensor<2x5xf32>, tensor<2xi32>) -> tensor<?x?xf32>");
  };
  expect_right(reshaped("[5, 2]"));
  expect_wrong(reshaped("[5, 3]"), "dynamic_reshape_c2");
  const auto repeated = [](const std::string& sizes) {
    return program("%x: tensor<1x3xi32>",
                   "%s = stablehlo.constant dense<" + sizes +
                       "> : tensor<3xi32>\n  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims "
                       "= [1, 2] : (tensor<1x3xi32>, tensor<3xi32>) -> tensor<?x?x?xi32>");
  };
  expect_right(repeated("[2, 4, 3]"));
  expect_wrong(repeated("[2, 1, 1]"), "dynamic_broadcast_in_dim_c5");
}

TEST(Verifier, AKnownSizeIsNotAboveItsBound) {
  const auto added = [](const std::string& result) {
    return program(
        "%x: tensor<?xf32, #stablehlo.bounds<4>>",
        "%r = stablehlo.add %x, %x : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, "
        "#stablehlo.bounds<4>>) -> " +
            result);
  };
  expect_right(added("tensor<4xf32>"));
  expect_right(added("tensor<?xf32, #stablehlo.bounds<4>>"));
  expect_wrong(added("tensor<5xf32>"), "add_c1");
}

TEST(Verifier, ResultsHaveKnownSizesOrTheOnlyBound) {
  const auto reshaped = [](const std::string& result) {
    return program("%x: tensor<4x5xf32>",
                   "%y = stablehlo.reshape %x : (tensor<4x5xf32>) -> tensor<" + result + ">");
  };
  expect_right(reshaped("?x5xf32, #stablehlo.bounds<4, ?>"));
  expect_wrong(reshaped("?x5xf32"), "reshape_o1");
  expect_wrong(reshaped("?x?xf32, #stablehlo.bounds<4, ?>"), "reshape_o1");
  expect_wrong(program("%s: tensor<2xui64>",
                       "%a, %b = stablehlo.rng_bit_generator %s, algorithm = PHILOX : "
                       "(tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)"),
               "rng_bit_generator_i4");
  expect_wrong(program("%t: !stablehlo.token",
                       "%a, %b = \"stablehlo.infeed\"(%t) : (!stablehlo.token) -> "
                       "(tensor<?xf32>, !stablehlo.token)"),
               "infeed_c2");
}

TEST(Verifier, AScaleIsANumberOfTheExpressedType) {
  const auto scaled = [](const std::string& scale) {
    return program("%x: tensor<2x!quant.uniform<i4:f16, " + scale + ">>", "");
  };
  expect_right(scaled("5.960464477539063e-08"));
  expect_wrong(scaled("4.960464e-08"), "quantized_type_c5");
  expect_wrong(scaled("65520.0"), "quantized_type_c6");
}

TEST(Verifier, ABarrierTakesOneScaleForAllElements) {
  const std::string type = "tensor<2x!quant.uniform<i8:f32:0, {0.1:-30, 0.1:-30}>>";
  const auto failure = test::failure_of([&] {
    ir::parse_module(program("%x: " + type, "%y = stablehlo.optimization_barrier %x : " + type),
                     "text.mlir", catalogue());
  });
  test::expect_contains(failure.message, "expected one scale for all elements");
}

TEST(Verifier, WhatFillsAnInfeedReturnsOneValue) {
  const std::string text =
      "func.func @infeed(%t: !stablehlo.token) -> (tensor<i64>, !stablehlo.token) {\n"
      "  %r:2 = \"stablehlo.infeed\"(%t) : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)\n"
      "  return %r#0, %r#1 : tensor<i64>, !stablehlo.token\n}\n"
      "func.func @queue() -> (tensor<i64>, tensor<i64>) {\n"
      "  %r = stablehlo.constant dense<1> : tensor<i64>\n"
      "  return %r, %r : tensor<i64>, tensor<i64>\n}\n"
      "func.func @main() {\n  %t = stablehlo.after_all : !stablehlo.token\n"
      "  %r:2 = \"interpreter.run_parallel\"(%t) {infeed = [@queue], programs = [[@infeed]]} : "
      "(!stablehlo.token) -> (tensor<i64>, !stablehlo.token)\n  return\n}\n";
  expect_wrong(text, "run_parallel_c6");
}

}  // namespace
}  // namespace tutti::op
