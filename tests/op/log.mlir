// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.0e-2, 5.0e-1, 1.0, 2.0, 7.5, 1.0e2]> : tensor<6xf32>
  %y = stablehlo.log %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[-4.6051702, -6.931472e-1, 0.0, 6.931472e-1, 2.014903, 4.6051702]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[0.01, 0.5, 1.0, 2.0, 7.5, 100.0]> : tensor<6xf64>
  %y = stablehlo.log %x : tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[-4.605170185988091, -0.6931471805599453, 0.0, 0.6931471805599453, 2.0149030205422647, 4.605170185988092]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0.0, -0.0, -1.0, 0x7F800000, 0x7FC00000]> : tensor<5xf32>
  %y = stablehlo.log %x : tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[0xFF800000, 0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<5xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.log %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.log %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(0.8047189562170501, 1.1071487177940904), (-0.5815754049028404, 2.677945044588987), (1.0986122886681098, -1.5707963267948966), (1.2534003172113684, -0.03569911267932397)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}

// Neither squares nor sums overflow or cancel.
func.func @complex_extremes() {
  %a0 = stablehlo.constant dense<[(3e+38, 3e+38), (1e+20, 0.0), (1.0, 0.0001), (0.999, 0.04), (-0.0, -1e-20)]> : tensor<5xcomplex<f32>>
  %r = stablehlo.log %a0 : tensor<5xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(88.94341941272182, 0.7853981633974483), (46.051701859880914, 0.0), (4.9999999750000005e-09, 9.999999966666667e-05), (-0.00019953981084003649, 0.040018663137660115), (-46.051701859880914, -1.5707963267948966)]> : tensor<5xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
