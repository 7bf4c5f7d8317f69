// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = chlo.cosh %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[6.1322894, 1.5430807, 1.0453385, 1.0050042, 1.2946833, 1.0067662e1]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = chlo.cosh %x : tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[6.132289479663686, 1.5430806348152437, 1.0453385141288605, 1.0050041680558035, 1.2946832846768448, 10.067661995777765]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 8.9e1]> : tensor<4xf32>
  %y = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0x7F800000, 0x7FC00000, 2.2448064e38]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.cosh %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
