// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[2.0, 5.0e-1, -2.0, 9.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[3.0, -2.0, 3.0, 5.0e-1]> : tensor<4xf32>
  %z = stablehlo.power %x, %y : tensor<4xf32>
  check.expect_almost_eq_const %z, dense<[8.0, 4.0, -8.0, 3.0]> : tensor<4xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[2.0, 0.5, -2.0, 9.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[3.0, -2.0, 3.0, 0.5]> : tensor<4xf64>
  %z = stablehlo.power %x, %y : tensor<4xf64>
  check.expect_almost_eq_const %z, dense<[8.0, 4.0, -8.0, 3.0]> : tensor<4xf64>, tolerance = 1.0e-14 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0.0, 0.0, -1.0, 0x7F800000, 0x7FC00000, 1.0, -8.0]> : tensor<7xf32>
  %y = stablehlo.constant dense<[0.0, -1.0, 5.0e-1, -1.0, 0.0, 0x7FC00000, 0x7F800000]> : tensor<7xf32>
  %z = stablehlo.power %x, %y : tensor<7xf32>
  check.expect_almost_eq_const %z, dense<[1.0, 0x7F800000, 0x7FC00000, 0.0, 1.0, 1.0, 0x7F800000]> : tensor<7xf32>
  return
}

func.func @values_i32() {
  %x = stablehlo.constant dense<[2, -3, 2, 1, -1, 0]> : tensor<6xi32>
  %y = stablehlo.constant dense<[10, 3, -1, -5, -3, 0]> : tensor<6xi32>
  %z = stablehlo.power %x, %y : tensor<6xi32>
  check.expect_eq_const %z, dense<[1024, -27, 0, 1, -1, 1]> : tensor<6xi32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}, %x1: tensor<2x3xf64> {case.low = -1.0 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.power %x0, %x1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.constant dense<[(0.5, -1.0), (2.0, 0.0), (-1.0, 1.0), (0.75, 0.5)]> : tensor<4xcomplex<f64>>
  %z = stablehlo.power %x, %y : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %z, dense<[(4.382565059863358, -1.1243974773611554), (0.18749999999999994, -0.2500000000000001), (-1.4280335716499117, 0.729320360712358), (2.1511129669703934, 1.471421329424009)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
