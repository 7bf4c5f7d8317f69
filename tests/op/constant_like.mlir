// SPDX-License-Identifier: Apache-2.0
func.func @fills_a_shape() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %y = "chlo.constant_like"(%x) <{value = 2.5 : f32}> : (tensor<2xi64>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<2.5> : tensor<2xf32>
  %z = "chlo.constant_like"(%y) <{value = 7 : i32}> : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %z, dense<7> : tensor<2xi32>
  return
}
