// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[0.100000001, 0.5, 1.5, 2.5, 7.25, 30.0, -0.5, -1.25, -3.75]> : tensor<9xf32>
  %y = chlo.lgamma %x : tensor<9xf32> -> tensor<9xf32>
  check.expect_almost_eq_const %y, dense<[2.25271264, 0.572364943, -0.120782238, 0.28468287, 7.05218545, 71.257039, 1.26551212, 1.36643176, -1.31726794]> : tensor<9xf32>, tolerance = 2.0e-5 : f64
  return
}
func.func @values_f64() {
  %x = stablehlo.constant dense<[0.1, 0.5, 1.5, 2.5, 7.25, 30.0, -0.5, -1.25, -3.75]> : tensor<9xf64>
  %y = chlo.lgamma %x : tensor<9xf64> -> tensor<9xf64>
  check.expect_almost_eq_const %y, dense<[2.252712651734206, 0.5723649429247, -0.12078223763524526, 0.2846828704729192, 7.0521854507385395, 71.257038967168, 1.2655121234846454, 1.366431761236976, -1.3172679424463638]> : tensor<9xf64>, tolerance = 1.0e-11 : f64
  return
}
func.func @special() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.0, -2.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %y = chlo.lgamma %x : tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[0.0, 0.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @gradient(%x: tensor<2x3xf64> {case.low = 0.3 : f64, case.high = 4.0 : f64}) -> (tensor<2x3xf64>) {
  %y = chlo.lgamma %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @gradient_1(%x: tensor<2x3xf64> {case.low = -0.9 : f64, case.high = -0.1 : f64}) -> (tensor<2x3xf64>) {
  %y = chlo.lgamma %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
