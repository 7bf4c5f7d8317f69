// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = stablehlo.tanh %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[-9.866143e-1, -7.615942e-1, -2.9131263e-1, 9.9667996e-2, 6.3514894e-1, 9.950548e-1]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = stablehlo.tanh %x : tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[-0.9866142981514303, -0.7615941559557649, -0.2913126124515909, 0.09966799462495582, 0.6351489523872873, 0.9950547536867305]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 5.0e1]> : tensor<4xf32>
  %y = stablehlo.tanh %x : tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[1.0, -1.0, 0x7FC00000, 1.0]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.tanh %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = stablehlo.tanh %x : tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  return
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.tanh %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(1.16673625724092, -0.24345820118572528), (-0.4854872810241354, 0.19805544995134955), (0.0, 0.1425465430742778), (0.9982343908342196, -0.0004504101376448852)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
