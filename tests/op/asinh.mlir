// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0, 1.0e-5, 1.0e30]> : tensor<8xf32>
  %y = chlo.asinh %x : tensor<8xf32> -> tensor<8xf32>
  check.expect_almost_eq_const %y, dense<[-1.6472311, -8.813736e-1, -2.9567307e-1, 9.983408e-2, 6.931472e-1, 1.8184465, 1.0e-5, 6.97707e1]> : tensor<8xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0, 1.0e-05, 1.0e+30]> : tensor<8xf64>
  %y = chlo.asinh %x : tensor<8xf64> -> tensor<8xf64>
  check.expect_almost_eq_const %y, dense<[-1.6472311463710958, -0.881373587019543, -0.29567304756342244, 0.09983407889920758, 0.6931471805599453, 1.8184464592320668, 9.999999999833334e-06, 69.77069997038132]> : tensor<8xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %y = chlo.asinh %x : tensor<3xf32> -> tensor<3xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.asinh %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = chlo.asinh %x : tensor<2xf32> -> tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  return
}
