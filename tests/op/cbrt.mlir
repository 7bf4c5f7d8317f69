// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-8.0, -5.0e-1, 1.0e-3, 2.7e1]> : tensor<4xf32>
  %y = stablehlo.cbrt %x : tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[-2.0, -7.937005e-1, 1.0e-1, 3.0]> : tensor<4xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-8.0, -0.5, 0.001, 27.0]> : tensor<4xf64>
  %y = stablehlo.cbrt %x : tensor<4xf64>
  check.expect_almost_eq_const %y, dense<[-2.0, -0.7937005259840998, 0.10000000000000002, 3.0]> : tensor<4xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.cbrt %x : tensor<3xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.cbrt %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = stablehlo.cbrt %x : tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  return
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.cbrt %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(1.2196165079717578, 0.47171126778938893), (0.516796460394527, 0.6415027846178182), (1.2490247664834064, -0.721124785153704), (1.5185095621492832, -0.01807066761599682)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
