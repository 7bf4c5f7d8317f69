// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = stablehlo.sine %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[-5.984721e-1, -8.4147096e-1, -2.9552022e-1, 9.983342e-2, 6.816388e-1, 1.4112e-1]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = stablehlo.sine %x : tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[-0.5984721441039565, -0.8414709848078965, -0.29552020666133955, 0.09983341664682815, 0.6816387600233341, 0.1411200080598672]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  %y = stablehlo.sine %x : tensor<2xf32>
  check.expect_almost_eq_const %y, dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.sine %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = stablehlo.sine %x : tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  return
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.sine %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(3.165778513216168, 1.9596010414216063), (-0.494485780933195, 0.22168816414957482), (0.0, -10.017874927409903), (-0.3535272918664987, 0.11736216031444589)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
