// SPDX-License-Identifier: Apache-2.0
func.func @of_scalars() {
  %x = stablehlo.constant dense<3.0> : tensor<f32>
  %y = stablehlo.constant dense<[2.0, -1.0]> : tensor<2xf32>
  %left = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %right = stablehlo.dot_general %y, %x, contracting_dims = [] x [] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %both = stablehlo.dot_general %x, %x, contracting_dims = [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %left, dense<[6.0, -3.0]> : tensor<2xf32>
  check.expect_eq_const %right, dense<[6.0, -3.0]> : tensor<2xf32>
  check.expect_eq_const %both, dense<9.0> : tensor<f32>
  return
}
func.func @matrices() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y = stablehlo.constant dense<[[1.0, -1.0], [0.5, 2.0], [0.0, 1.0]]> : tensor<3x2xf32>
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %z, dense<[[2.0, 6.0], [6.5, 12.0]]> : tensor<2x2xf32>
  return
}
func.func @batches() {
  %x = stablehlo.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi32>
  %y = stablehlo.constant dense<[[[5, 6]], [[7, 8]]]> : tensor<2x1x2xi32>
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x1x2xi32>, tensor<2x1x2xi32>) -> tensor<2x1x1xi32>
  check.expect_eq_const %z, dense<[[[17]], [[53]]]> : tensor<2x1x1xi32>
  return
}
func.func @outer_product_and_empty_sum() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [] x [] : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %z, dense<[[1.0, 2.0], [2.0, 4.0]]> : tensor<2x2xf32>
  %e = stablehlo.constant dense<> : tensor<2x0xf32>
  %s = stablehlo.dot_general %e, %e, contracting_dims = [1] x [1] : (tensor<2x0xf32>, tensor<2x0xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %s, dense<0.0> : tensor<2x2xf32>
  return
}
func.func @low_precision_operands() {
  %x = stablehlo.constant dense<[[256.0, 1.0]]> : tensor<1x2xbf16>
  %y = stablehlo.constant dense<[[1.0], [1.0]]> : tensor<2x1xbf16>
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xbf16>, tensor<2x1xbf16>) -> tensor<1x1xf32>
  check.expect_eq_const %z, dense<257.0> : tensor<1x1xf32>
  return
}
func.func @by_algorithms() {
  %x = stablehlo.constant dense<[[1.0009765625, 0x7F800000]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[1.0009765625], [1.0]]> : tensor<2x1xf32>
  %a = stablehlo.slice %x [0:1, 0:1] : (tensor<1x2xf32>) -> tensor<1x1xf32>
  %b = stablehlo.slice %y [0:1, 0:1] : (tensor<2x1xf32>) -> tensor<1x1xf32>
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r0, dense<1.0> : tensor<1x1xf32>
  %r1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r1, dense<1.001953125> : tensor<1x1xf32>
  %r2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r2, dense<1.00195407867431640625> : tensor<1x1xf32>
  %r3 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 9, allow_imprecise_accumulation = false> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r3, dense<1.00195407867431640625> : tensor<1x1xf32>
  %r4 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r4, dense<1.00195407867431640625> : tensor<1x1xf32>
  %r5 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r5, dense<1.001953125> : tensor<1x1xf32>
  %r6 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r6, dense<1.00195407867431640625> : tensor<1x1xf32>
  %c = stablehlo.constant dense<1.000244140625> : tensor<1x1xf32>
  %r7 = stablehlo.dot_general %c, %c, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r7, dense<1.0> : tensor<1x1xf32>
  %r8 = stablehlo.dot_general %c, %c, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r8, dense<1.00048828125> : tensor<1x1xf32>
  %infinite = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 9, allow_imprecise_accumulation = false> : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %infinite, dense<0x7F800000> : tensor<1x1xf32>
  return
}
func.func @floats_of_two_types() {
  %x = stablehlo.constant dense<[[1.5, 2.0]]> : tensor<1x2xf8E4M3FN>
  %y = stablehlo.constant dense<[[0.5], [3.0]]> : tensor<2x1xf8E5M2>
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xf8E4M3FN>, tensor<2x1xf8E5M2>) -> tensor<1x1xf32>
  check.expect_eq_const %z, dense<6.75> : tensor<1x1xf32>
  return
}
func.func @gradient(%x: tensor<2x3xf64>, %y: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
  return %z : tensor<2x4xf64>
}
func.func @gradient_into_a_wider_type(%x: tensor<2x3xf64>, %y: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %a = stablehlo.convert %x : (tensor<2x3xf64>) -> tensor<2x3xf32>
  %b = stablehlo.convert %y : (tensor<3x4xf64>) -> tensor<3x4xf32>
  %z = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf64>
  return %z : tensor<2x4xf64>
}
func.func @gradient_of_all_kinds_of_axes(%x: tensor<3x2x4x2xf64>, %y: tensor<4x2x5x3xf64>) -> tensor<2x2x5xf64> {
  %z = stablehlo.dot_general %x, %y, batching_dims = [1] x [1], contracting_dims = [2, 0] x [0, 3] : (tensor<3x2x4x2xf64>, tensor<4x2x5x3xf64>) -> tensor<2x2x5xf64>
  return %z : tensor<2x2x5xf64>
}
func.func @gradient_of_an_outer_product(%x: tensor<2xf64>, %y: tensor<3xf64>) -> tensor<2x3xf64> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<2xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}
func.func @complex_values_are_not_conjugated() {
  %x = stablehlo.constant dense<[[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]]> : tensor<1x4xcomplex<f64>>
  %y = stablehlo.constant dense<[(0.5, -1.0), (2.0, 0.0), (-1.0, 1.0), (0.75, 0.5)]> : tensor<4xcomplex<f64>>
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  check.expect_almost_eq_const %z, dense<[(7.1875, 5.15625)]> : tensor<1xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
func.func @sums_of_booleans_are_or() {
  %a = stablehlo.constant dense<[[true, true], [false, true]]> : tensor<2x2xi1>
  %y = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>
  %z = stablehlo.dot_general %a, %y, contracting_dims = [1] x [1] : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %y, dense<[[true, true], [false, true]]> : tensor<2x2xi1>
  check.expect_eq_const %z, dense<[[true, true], [true, true]]> : tensor<2x2xi1>
  return
}
func.func @of_two_types() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [-3.0, 0.5]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xbf16>
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [DEFAULT] : (tensor<2x2xf32>, tensor<2xbf16>) -> tensor<2xf32>
  check.expect_eq_const %z, dense<[10.0, -4.0]> : tensor<2xf32>
  %i = stablehlo.constant dense<[2, -1]> : tensor<2xi32>
  %w = stablehlo.dot_general %i, %x, contracting_dims = [0] x [1] : (tensor<2xi32>, tensor<2x2xf32>) -> tensor<2xf32>
  check.expect_eq_const %w, dense<[0.0, -6.5]> : tensor<2xf32>
  %s = stablehlo.constant dense<[100, -100]> : tensor<2xi8>
  %v = stablehlo.dot_general %s, %i, contracting_dims = [0] x [0] : (tensor<2xi8>, tensor<2xi32>) -> tensor<i32>
  check.expect_eq_const %v, dense<300> : tensor<i32>
  return
}
func.func @gradient_beside_integers(%x: tensor<2x2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<[3, -2]> : tensor<2xi64>
  %z = stablehlo.dot_general %x, %i, contracting_dims = [1] x [0] : (tensor<2x2xf64>, tensor<2xi64>) -> tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func @of_scalars_and_of_no_terms() {
  %s = stablehlo.constant dense<2.0> : tensor<f32>
  %m = stablehlo.constant dense<3.0> : tensor<2x3xf32>
  %a = stablehlo.dot_general %s, %s, contracting_dims = [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %a, dense<4.0> : tensor<f32>
  %b = stablehlo.dot_general %s, %m, contracting_dims = [] x [] : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %b, dense<6.0> : tensor<2x3xf32>
  %n = stablehlo.constant dense<> : tensor<0xf32>
  %c = stablehlo.dot_general %n, %n, contracting_dims = [0] x [0] : (tensor<0xf32>, tensor<0xf32>) -> tensor<f32>
  check.expect_eq_const %c, dense<0.0> : tensor<f32>
  return
}
