// SPDX-License-Identifier: Apache-2.0
func.func @of_a_static_tensor() {
  %x = stablehlo.constant dense<0.0> : tensor<2x3xf32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  check.expect_eq_const %n, dense<3> : tensor<i32>
  return
}
func.func @of_a_dynamic_tensor() {
  %x = stablehlo.constant dense<0.0> : tensor<6xf32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  check.expect_eq_const %n, dense<2> : tensor<i32>
  return
}
