// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[0.100000001, 0.5, 1.0, 2.5, 7.25, 30.0, -0.5, -1.25, -3.75]> : tensor<9xf32>
  %y = chlo.digamma %x : tensor<9xf32> -> tensor<9xf32>
  check.expect_almost_eq_const %y, dense<[-10.4237548, -1.96351003, -0.577215665, 0.703156641, 1.91045353, 3.38443813, 0.036489974, 3.71413912, -1.6923886]> : tensor<9xf32>, tolerance = 2.0e-5 : f64
  return
}
func.func @values_f64() {
  %x = stablehlo.constant dense<[0.1, 0.5, 1.0, 2.5, 7.25, 30.0, -0.5, -1.25, -3.75]> : tensor<9xf64>
  %y = chlo.digamma %x : tensor<9xf64> -> tensor<9xf64>
  check.expect_almost_eq_const %y, dense<[-10.423754940411076, -1.9635100260214235, -0.5772156649015329, 0.7031566406452432, 1.9104535268837362, 3.384438132685525, 0.03648997397857651, 3.7141391202135283, -1.6923885983113294]> : tensor<9xf64>, tolerance = 1.0e-11 : f64
  return
}
func.func @special() {
  %x = stablehlo.constant dense<[0.0, -2.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %y = chlo.digamma %x : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %y, dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @gradient(%x: tensor<2x3xf64> {case.low = 0.3 : f64, case.high = 4.0 : f64}) -> (tensor<2x3xf64>) {
  %y = chlo.digamma %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @gradient_1(%x: tensor<2x3xf64> {case.low = -0.9 : f64, case.high = -0.1 : f64}) -> (tensor<2x3xf64>) {
  %y = chlo.digamma %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
