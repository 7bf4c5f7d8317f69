// SPDX-License-Identifier: Apache-2.0
func.func @edges_and_gaps() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %v = stablehlo.constant dense<9> : tensor<i32>
  %y = stablehlo.pad %x, %v, low = [1, 0], high = [0, 1], interior = [0, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<3x4xi32>
  check.expect_eq_const %y, dense<[[9, 9, 9, 9], [1, 9, 2, 9], [3, 9, 4, 9]]> : tensor<3x4xi32>
  return
}
func.func @negative_edges_cut() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %v = stablehlo.constant dense<9> : tensor<i32>
  %y = stablehlo.pad %x, %v, low = [-1], high = [2], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %y, dense<[2, 3, 9, 9]> : tensor<4xi32>
  %z = stablehlo.pad %x, %v, low = [-1], high = [-2], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %z, dense<[9, 2]> : tensor<2xi32>
  return
}
func.func @gradient(%x: tensor<3x2xf64>, %v: tensor<f64>) -> tensor<4x4xf64> {
  %y = stablehlo.pad %x, %v, low = [-1, 1], high = [0, 1], interior = [1, 0] : (tensor<3x2xf64>, tensor<f64>) -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}
func.func @of_nothing_and_to_nothing() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %nothing = stablehlo.constant dense<> : tensor<0xf32>
  %v = stablehlo.constant dense<7.0> : tensor<f32>
  %a = stablehlo.pad %x, %v, low = [-1], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  check.expect_eq_const %a, dense<> : tensor<0xf32>
  %b = stablehlo.pad %nothing, %v, low = [1], high = [2], interior = [3] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %b, dense<7.0> : tensor<3xf32>
  %c = stablehlo.pad %v, %v, low = [], high = [], interior = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %c, dense<7.0> : tensor<f32>
  return
}
