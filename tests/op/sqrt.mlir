// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.0e-2, 5.0e-1, 1.0, 2.0, 7.5, 1.0e2]> : tensor<6xf32>
  %y = stablehlo.sqrt %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[1.0e-1, 7.0710677e-1, 1.0, 1.4142135, 2.738613, 1.0e1]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[0.01, 0.5, 1.0, 2.0, 7.5, 100.0]> : tensor<6xf64>
  %y = stablehlo.sqrt %x : tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[0.1, 0.7071067811865476, 1.0, 1.4142135623730951, 2.7386127875258306, 10.0]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0.0, -1.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
  %y = stablehlo.sqrt %x : tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[0.0, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.sqrt %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = stablehlo.sqrt %x : tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  return
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.sqrt %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(1.272019649514069, 0.7861513777574233), (0.17178037486125622, 0.7276733451126774), (1.224744871391589, -1.2247448713915892), (1.8711268572080402, -0.033402331733540486)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}

// Neither squares nor sums overflow or cancel.
func.func @complex_extremes() {
  %a0 = stablehlo.constant dense<[(3e+38, 0.0), (3e+38, 3e+38), (-3e+38, 0.001), (1e-20, 1e-20)]> : tensor<4xcomplex<f32>>
  %r = stablehlo.sqrt %a0 : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(1.7320508075688774e+19, 0.0), (1.9029767059950166e+19, 7.882387605032136e+18), (2.886751345948129e-23, 1.7320508075688774e+19), (1.09868411346781e-10, 4.550898605622273e-11)]> : tensor<4xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
