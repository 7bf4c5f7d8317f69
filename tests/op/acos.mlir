// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-9.0e-1, -3.0e-1, 0.0, 5.0e-1, 9.9e-1]> : tensor<5xf32>
  %y = chlo.acos %x : tensor<5xf32> -> tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[2.6905658, 1.875489, 1.5707964, 1.0471976, 1.4153941e-1]> : tensor<5xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-0.9, -0.3, 0.0, 0.5, 0.99]> : tensor<5xf64>
  %y = chlo.acos %x : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %y, dense<[2.6905658417935308, 1.8754889808102941, 1.5707963267948966, 1.0471975511965979, 0.1415394733244273]> : tensor<5xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[1.0, -1.0, 1.5, 0x7FC00000]> : tensor<4xf32>
  %y = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0.0, 3.1415927, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -0.9 : f64, case.high = 0.9 : f64}) -> tensor<2x3xf64> {
  %y = chlo.acos %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
