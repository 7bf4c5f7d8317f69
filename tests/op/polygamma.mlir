// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[0.0, 1.0, 1.0, 2.0, 3.0, 5.0]> : tensor<6xf32>
  %y = stablehlo.constant dense<[1.5, 0.5, 4.0, 2.5, 0.75, 3.0]> : tensor<6xf32>
  %z = chlo.polygamma %x, %y : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %z, dense<[0.036489974, 4.9348022, 0.283822956, -0.236204052, 19.7633125, 0.206167438]> : tensor<6xf32>, tolerance = 2.0e-4 : f64
  return
}
func.func @values_f64() {
  %x = stablehlo.constant dense<[0.0, 1.0, 1.0, 2.0, 3.0, 5.0]> : tensor<6xf64>
  %y = stablehlo.constant dense<[1.5, 0.5, 4.0, 2.5, 0.75, 3.0]> : tensor<6xf64>
  %z = chlo.polygamma %x, %y : tensor<6xf64>, tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %z, dense<[0.03648997397857652, 4.93480220054468, 0.28382295573711525, -0.23620405164172736, 19.763312534850606, 0.2061674381338967]> : tensor<6xf64>, tolerance = 1.0e-11 : f64
  return
}
func.func @special() {
  %x = stablehlo.constant dense<[-1.0, 0.5, 1.0, 0.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[1.0, 1.0, 0x7FF8000000000000, 0.0]> : tensor<4xf64>
  %z = chlo.polygamma %x, %y : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %z, dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @gradient(%x: tensor<3xf64> {case.low = 0.5 : f64, case.high = 3.0 : f64}) -> tensor<3xf64> {
  %n = stablehlo.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf64>
  %y = chlo.polygamma %n, %x : tensor<3xf64>, tensor<3xf64> -> tensor<3xf64>
  return %y : tensor<3xf64>
}
