// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %x = stablehlo.constant dense<[[1.377, -1.272, 2.881, -2.292], [-0.491, 1.543, -2.088, -0.066], [-2.765, 1.009, 1.587, 0.438]]> : tensor<3x4xf64>
  %bias = stablehlo.constant dense<[0.751, -0.373, 0.391, 0.189]> : tensor<4xf64>
  %r = tutti.bias_relu %x, %bias : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3x4xf64>
  check.expect_almost_eq_const %r, dense<[[2.128, 0.0, 3.272, 0.0], [0.26, 1.17, 0.0, 0.123], [0.0, 0.6359999999999999, 1.978, 0.627]]> : tensor<3x4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient(%x: tensor<2x3x4xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}, %bias: tensor<4xf64> {case.low = -0.4 : f64, case.high = 0.4 : f64}) -> tensor<2x3x4xf64> {
  %y = tutti.bias_relu %x, %bias : (tensor<2x3x4xf64>, tensor<4xf64>) -> tensor<2x3x4xf64>
  return %y : tensor<2x3x4xf64>
}

func.func @gradient_below_zero(%x: tensor<2x3x4xf64> {case.low = -2.0 : f64, case.high = -0.5 : f64}, %bias: tensor<4xf64> {case.low = -0.4 : f64, case.high = 0.4 : f64}) -> tensor<2x3x4xf64> {
  %y = tutti.bias_relu %x, %bias : (tensor<2x3x4xf64>, tensor<4xf64>) -> tensor<2x3x4xf64>
  return %y : tensor<2x3x4xf64>
}
