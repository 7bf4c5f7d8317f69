// SPDX-License-Identifier: Apache-2.0
func.func @axes() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.reverse %x, dims = [1] : tensor<2x3xi32>
  check.expect_eq_const %y, dense<[[3, 2, 1], [6, 5, 4]]> : tensor<2x3xi32>
  %z = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xi32>
  check.expect_eq_const %z, dense<[[6, 5, 4], [3, 2, 1]]> : tensor<2x3xi32>
  return
}
func.func @gradient(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.reverse %x, dims = [1] : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @of_nothing_and_of_a_scalar() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %v = stablehlo.constant dense<7.0> : tensor<f32>
  %a = stablehlo.reverse %x, dims = [0, 1] : tensor<0x3xf32>
  check.expect_eq_const %a, dense<> : tensor<0x3xf32>
  %b = stablehlo.reverse %v, dims = [] : tensor<f32>
  check.expect_eq_const %b, dense<7.0> : tensor<f32>
  return
}
