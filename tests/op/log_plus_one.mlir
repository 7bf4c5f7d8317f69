// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-5.0e-1, 1.0e-6, 1.0e-1, 1.0, 7.5]> : tensor<5xf32>
  %y = stablehlo.log_plus_one %x : tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[-6.931472e-1, 9.999995e-7, 9.531018e-2, 6.931472e-1, 2.1400661]> : tensor<5xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-0.5, 1.0e-06, 0.1, 1.0, 7.5]> : tensor<5xf64>
  %y = stablehlo.log_plus_one %x : tensor<5xf64>
  check.expect_almost_eq_const %y, dense<[-0.6931471805599453, 9.999995000003334e-07, 0.09531017980432487, 0.6931471805599453, 2.1400661634962708]> : tensor<5xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[-1.0, -2.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %y = stablehlo.log_plus_one %x : tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -0.5 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.log_plus_one %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = stablehlo.log_plus_one %x : tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  return
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.log_plus_one %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(1.0397207708399179, 0.7853981633974483), (-0.5815754049028404, 0.4636476090008061), (1.151292546497023, -1.2490457723982544), (1.504463050478386, -0.027770636593421036)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}

// Neither squares nor sums overflow or cancel.
func.func @complex_extremes() {
  %a0 = stablehlo.constant dense<[(-1.0, 0.0001), (1e+20, 0.0), (-0.5, 0.5), (0.001, -0.002)]> : tensor<4xcomplex<f32>>
  %r = stablehlo.log_plus_one %a0 : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(-9.210340371976182, 1.5707963267948966), (46.051701859880914, 0.0), (-0.34657359027997264, 0.7853981633974483), (0.0010014963350914038, -0.0019979993393257262)]> : tensor<4xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
