// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.0e-2, 5.0e-1, 1.0, 2.0, 7.5, 1.0e2]> : tensor<6xf32>
  %y = stablehlo.rsqrt %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[1.0e1, 1.4142135, 1.0, 7.0710677e-1, 3.6514837e-1, 1.0e-1]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[0.01, 0.5, 1.0, 2.0, 7.5, 100.0]> : tensor<6xf64>
  %y = stablehlo.rsqrt %x : tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[10.0, 1.414213562373095, 1.0, 0.7071067811865475, 0.3651483716701107, 0.1]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0.0, -1.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %y = stablehlo.rsqrt %x : tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0x7FC00000, 0.0, 0x7FC00000]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.rsqrt %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.rsqrt %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(0.5688644810057831, -0.3515775842541429), (0.30729007631213207, -1.3017016520692888), (0.4082482904638631, 0.408248290463863), (0.5342670505330819, 0.009537442738027074)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
