// SPDX-License-Identifier: Apache-2.0
// That operations have the attributes that their definitions declare. Violations with a label have
// a case of their own in errors/.
#include <gtest/gtest.h>

#include "ir/attribute_rules.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "op/catalogue.h"
#include "support/errors.h"

namespace tutti::op {
namespace {

std::string printed(const std::string& operation) {
  return ir::print(
      ir::parse_module("func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x1xi32>) {\n  " +
                           operation + "\n  return\n}\n",
                       "text.mlir", catalogue()));
}

void expect_refused(const std::string& operation, const std::string& message) {
  SCOPED_TRACE(operation);
  const auto failure = test::failure_of([&] { printed(operation); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "text.mlir:2:");
  test::expect_contains(failure.message, message);
}

std::string gather(const std::string& more_fields) {
  return "%y = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = "
         "[1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1" +
         more_fields +
         ">, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<2x1xi32>) -> "
         "tensor<2x3xf32>";
}

std::string exponential(const std::string& accuracy) {
  return "%y = stablehlo.exponential %x {result_accuracy = " + accuracy + "} : tensor<2x3xf32>";
}

std::string tolerance(const std::string& fields, const std::string& mode) {
  return exponential("#stablehlo.result_accuracy<" + fields +
                     "mode = #stablehlo.result_accuracy_mode<" + mode + ">>");
}

TEST(Attributes, OfAnotherKindAreRefused) {
  expect_refused("%y = \"stablehlo.iota\"() <{iota_dimension = 0 : i32}> : () -> tensor<2xf32>",
                 "attribute iota_dimension is 0 : i32, expected an integer like 3 : i64");
  expect_refused("%y = \"stablehlo.iota\"() : () -> tensor<2xf32>",
                 "attribute iota_dimension is missing, expected an integer like 3 : i64");
  expect_refused(
      "%y = \"stablehlo.transpose\"(%x) <{permutation = array<i32: 1, 0>}> : (tensor<2x3xf32>) -> "
      "tensor<3x2xf32>",
      "attribute permutation is array<i32: 1, 0>, expected a list like array<i64: 0, 1>");
  expect_refused(
      "%y = stablehlo.compare ZZ, %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>",
      "comparison_direction is ZZ, expected EQ, NE, GE, GT, LE or LT [compare_i3]");
  expect_refused(
      "%y = stablehlo.custom_call @f(%x) {called_computations = [\"g\"]} : (tensor<2x3xf32>) -> "
      "tensor<2x3xf32>",
      "attribute called_computations is [\"g\"], expected a list of functions like [@f, @g]");
  expect_refused(exponential("3 : i32"), "attribute result_accuracy is 3 : i32, expected");
}

TEST(Attributes, RecordsHaveTheFieldsOfTheirKind) {
  EXPECT_NO_THROW(printed(gather("")));
  expect_refused(gather(", bogus = 3"),
                 "#stablehlo.gather has no field 'bogus', expected offset_dims, ");
  expect_refused(gather(", index_vector_dim = 1"), "field index_vector_dim is given twice");
}

TEST(Attributes, TolerancesBelongToTheirMode) {
  const std::string fields = "atol = 1.000000e-05, ulps = 2, ";
  test::expect_contains(printed(tolerance(fields, "TOLERANCE")), "<" + fields + "mode = ");
  EXPECT_NO_THROW(printed(tolerance("", "HIGHEST")));
  expect_refused(tolerance("atol = 1.0e-5, ", "DEFAULT"), "attribute result_accuracy is ");
  expect_refused(tolerance("ulps = -1, ", "TOLERANCE"), "attribute result_accuracy is ");
  expect_refused(tolerance("", "LOOSE"), "attribute result_accuracy is ");
}

TEST(Attributes, EveryDeclarationIsOfAKnownKind) {
  for (const ir::OpDef& def : catalogue().all()) {
    SCOPED_TRACE(def.name);
    ir::Operation op(def, {}, {});
    for (ir::AttributeRule rule : ir::attribute_rules(def)) {
      rule.optional = false;
      const auto failure = test::failure_of([&] { ir::check_attributes(op, {rule}); });
      test::expect_contains(failure.message, rule.name + " is missing, expected ");
      EXPECT_NE(failure.message.back(), ' ') << "an enumeration without words: " << rule.kind;
    }
  }
}

}  // namespace
}  // namespace tutti::op
