// SPDX-License-Identifier: Apache-2.0
func.func @by_hand() {
  %x = stablehlo.constant dense<[[1.0, -2.0], [3.0, -4.0]]> : tensor<2x2xf64>
  %y = stablehlo.constant dense<5.0> : tensor<f64>
  %z = stablehlo.constant dense<[]> : tensor<0xf64>
  %r = tutti.squared_norm %x, %y, %z : (tensor<2x2xf64>, tensor<f64>, tensor<0xf64>) -> tensor<f64>
  check.expect_almost_eq_const %r, dense<55.0> : tensor<f64>, tolerance = 1.0e-12 : f64
  return
}

func.func @summed_in_f32() {
  %x = stablehlo.constant dense<[16.0, 1.0]> : tensor<2xbf16>
  %r = tutti.squared_norm %x : (tensor<2xbf16>) -> tensor<f32>
  check.expect_almost_eq_const %r, dense<257.0> : tensor<f32>, tolerance = 0.0 : f64
  return
}

func.func @gradient(%a: tensor<2x3xf64>, %b: tensor<f64>) -> tensor<f64> {
  %y = tutti.squared_norm %a, %b : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
