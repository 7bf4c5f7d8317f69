// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = stablehlo.abs %x : tensor<6xf32>
  check.expect_eq_const %y, dense<[2.5, 1.0, 3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = stablehlo.abs %x : tensor<6xf64>
  check.expect_eq_const %y, dense<[2.5, 1.0, 0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.abs %x : tensor<3xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<3xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.abs %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = stablehlo.abs %x : tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x00000000, 0x00000000]> : tensor<2xui32>
  return
}

func.func @integers_i32() {
  %x = stablehlo.constant dense<[0, 5, -7, -2147483648]> : tensor<4xi32>
  %y = stablehlo.abs %x : tensor<4xi32>
  check.expect_eq_const %y, dense<[0, 5, 7, -2147483648]> : tensor<4xi32>
  return
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.abs %x : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  check.expect_almost_eq_const %y, dense<[2.23606797749979, 0.5590169943749475, 3.0, 3.5022314315304746]> : tensor<4xf64>, tolerance = 1.0e-13 : f64
  return
}
