// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-3.0, -5.0e-1, 1.0e-5, 5.0e-1, 9.9e-1, 1.5, 3.0, 9.0]> : tensor<8xf32>
  %y = chlo.erfc %x : tensor<8xf32> -> tensor<8xf32>
  check.expect_almost_eq_const %y, dense<[1.999978, 1.5204998, 9.9998873e-1, 4.7950011e-1, 1.6149193e-1, 3.389485e-2, 2.2090497e-5, 4.1370317e-37]> : tensor<8xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-3.0, -0.5, 1.0e-05, 0.5, 0.99, 1.5, 3.0, 9.0]> : tensor<8xf64>
  %y = chlo.erfc %x : tensor<8xf64> -> tensor<8xf64>
  check.expect_almost_eq_const %y, dense<[1.9999779095030015, 1.5204998778130465, 0.9999887162083294, 0.4795001221869535, 0.1614919304446302, 0.033894853524689274, 2.2090496998585438e-05, 4.13703174651381e-37]> : tensor<8xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 2.0e1]> : tensor<5xf32>
  %y = chlo.erfc %x : tensor<5xf32> -> tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[0.0, 2.0, 0x7FC00000, 1.0, 0.0]> : tensor<5xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -1.5 : f64, case.high = 1.5 : f64}) -> tensor<2x3xf64> {
  %y = chlo.erfc %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @small_values_keep_their_digits() {
  %x = stablehlo.constant dense<[5.0, 8.5]> : tensor<2xf32>
  %y = chlo.erfc %x : tensor<2xf32> -> tensor<2xf32>
  %e = stablehlo.constant dense<[1.5374598e-12, 2.7623241e-33]> : tensor<2xf32>
  check.expect_close %y, %e, max_ulp_difference = 64 : tensor<2xf32>, tensor<2xf32>
  return
}
