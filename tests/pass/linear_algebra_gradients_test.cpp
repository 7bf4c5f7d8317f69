// SPDX-License-Identifier: Apache-2.0
// Gradients of LAPACK's calls. The expected ones are differences of fourth order of NumPy's and
// SciPy's factorizations, but for those that are easily had by hand.
#include "op/rules/linear_algebra_gradients.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/differentiate.h"

namespace tutti::op {
namespace {

/// The gradients of the number that @main returns by its arguments, which are matrices.
std::vector<std::vector<double>> gradients_of(const std::string& text,
                                              const std::vector<std::vector<double>>& arguments) {
  const ir::Module module =
      pass::differentiate(ir::parse_module(text, "text.mlir", catalogue()), "main", catalogue());
  ir::verify(module);
  std::vector<Array> values;
  for (size_t i = 0; i < arguments.size(); i++) {
    values.emplace_back(module.get("main").argument(i)->type);
    values.back().floats = arguments[i];
  }
  values.emplace_back(Type::scalar(ElementType::f64));
  values.back().f(0) = 1;
  std::vector<std::vector<double>> found;
  for (const Array& gradient : interpret(module, "main_gradient", values))
    found.push_back(gradient.floats);
  return found;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); i++) EXPECT_NEAR(found[i], expected[i], 2e-8) << i;
}

/// The sum of x times weights, as the last lines of a program.
std::string weighted(const std::string& value, const std::string& type, const std::string& weights,
                     const std::string& name) {
  return "  %w" + name + " = stablehlo.constant dense<" + weights + "> : " + type + "\n  %p" +
         name + " = stablehlo.multiply " + value + ", %w" + name + " : " + type + "\n  %" + name +
         " = stablehlo.reduce(%p" + name +
         " init: %zero) applies stablehlo.add across dimensions = " +
         (type.find('x') == type.rfind('x') ? "[0]" : "[0, 1]") + " : (" + type +
         ", tensor<f64>) -> tensor<f64>\n";
}

std::string squared(const std::string& value, const std::string& type, const std::string& name) {
  return "  %" + name + " = stablehlo.multiply " + value + ", " + value + " : " + type + "\n";
}

constexpr std::string_view kZero = "  %zero = stablehlo.constant dense<0.0> : tensor<f64>\n";
constexpr std::string_view kQuarters = "[[0.25, 0.5, 0.75], [1.0, 1.25, 1.5], [1.75, 2.0, 2.25]]";

// a = 4, c = 2, d = 5: l11 = 2, l21 = 1, l22 = 2, and the upper element is passed through.
TEST(LinearAlgebraGradients, Cholesky) {
  const std::string type = "tensor<2x2xf64>";
  const auto found = gradients_of(
      "func.func @main(%x: " + type + ") -> tensor<f64> {\n" + std::string(kZero) +
          "  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 "
          ": ui8}} : (" +
          type + ") -> (" + type + ", tensor<i32>)\n" + weighted("%0#0", type, "1.0", "s") +
          "  return %s : tensor<f64>\n}\n",
      {{4, 2, 2, 5}});
  expect_near(found[0], {0.1875, 1, 0.25, 0.25});
}

TEST(LinearAlgebraGradients, TriangularSolve) {
  const auto found = gradients_of(
      "func.func @main(%a: tensor<3x3xf64>, %y: tensor<3x2xf64>) -> tensor<f64> {\n" +
          std::string(kZero) +
          "  %x = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %y) {mhlo.backend_config = {diag = "
          "78 "
          ": ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf64>, "
          "tensor<3x2xf64>) -> tensor<3x2xf64>\n" +
          weighted("%x", "tensor<3x2xf64>", "[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]", "s") +
          "  return %s : tensor<f64>\n}\n",
      {{2, 7, 7, 1, 4, 7, -1, 0.5, 5}, {1, 2, 3, 4, 5, -6}});
  expect_near(found[0], {-0.16875, 0, 0, -1.4625, -1.253125, 0, 0.7, 0.275, 0.5525});
  expect_near(found[1], {0.5, 1, 0.625, 0.75, 1.0375, 1.325});
}

TEST(LinearAlgebraGradients, LuWithExchangesOfRows) {
  const std::string type = "tensor<3x3xf64>";
  const auto found = gradients_of(
      "func.func @main(%x: " + type + ") -> tensor<f64> {\n" + std::string(kZero) +
          "  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%x) {mhlo.backend_config = {}} : (" +
          type + ") -> (" + type + ", tensor<3xi32>, tensor<i32>)\n" +
          weighted("%0#0", type, std::string(kQuarters), "s") + "  return %s : tensor<f64>\n}\n",
      {{1.5, 0.5, -0.25, 2, -1, 0.75, -0.5, 3, 2.5}});
  expect_near(found[0], {-0.704545455, -1.471590909, 2.25, 1.098527893, 2.083419422, -0.818181818,
                         1.280475207, 1.918904959, 0.477272727});
}

// The squares of the vectors' elements do not depend on their signs.
TEST(LinearAlgebraGradients, EigenvaluesAndVectorsOfASymmetricMatrix) {
  const std::string type = "tensor<3x3xf64>";
  const auto found = gradients_of(
      "func.func @main(%x: " + type + ") -> tensor<f64> {\n" + std::string(kZero) +
          "  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%x) {mhlo.backend_config = {mode = 86 "
          ": ui8, uplo = 76 : ui8}} : (" +
          type + ") -> (" + type + ", tensor<3xf64>, tensor<i32>)\n" + squared("%0#0", type, "q") +
          weighted("%q", type, std::string(kQuarters), "v") +
          weighted("%0#1", "tensor<3xf64>", "[1.0, 2.0, 4.0]", "w") +
          "  %s = stablehlo.add %v, %w : tensor<f64>\n  return %s : tensor<f64>\n}\n",
      {{2, 9, 9, 0.5, 3.5, 9, -0.25, 1, 5}});
  expect_near(found[0], {1.166666667, 0.0, 0.0, 0.666666667, 2.266666667, 0.0, -0.333333334,
                         1.733333333, 3.566666666});
}

TEST(LinearAlgebraGradients, SingularValuesAndVectors) {
  const std::string type = "tensor<3x2xf64>", square = "tensor<2x2xf64>";
  const auto found = gradients_of(
      "func.func @main(%x: " + type + ") -> tensor<f64> {\n" + std::string(kZero) +
          "  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%x) {mhlo.backend_config = {mode = 83 "
          ": ui8}} : (" +
          type + ") -> (" + type + ", tensor<2xf64>, " + type + ", " + square + ", tensor<i32>)\n" +
          squared("%0#2", type, "qu") + squared("%0#3", square, "qv") +
          weighted("%qu", type, "[[0.25, 0.5], [0.75, 1.0], [1.25, 1.5]]", "u") +
          weighted("%0#1", "tensor<2xf64>", "[1.0, 3.0]", "t") +
          weighted("%qv", square, "[[1.0, 2.0], [3.0, 5.0]]", "v") +
          "  %ut = stablehlo.add %u, %t : tensor<f64>\n  %s = stablehlo.add %ut, %v : "
          "tensor<f64>\n  return %s : tensor<f64>\n}\n",
      {{1, 2, 0.5, -1.5, 3, 0.25}});
  expect_near(found[0],
              {-0.411788088, 1.554729794, 0.838429677, -1.907256825, 1.540788788, -1.003259112});
}

}  // namespace
}  // namespace tutti::op
