// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = stablehlo.cosine %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[-8.011436e-1, 5.403023e-1, 9.553365e-1, 9.950042e-1, 7.3168886e-1, -9.899925e-1]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = stablehlo.cosine %x : tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[-0.8011436155469337, 0.5403023058681398, 0.955336489125606, 0.9950041652780258, 0.7316888688738209, -0.9899924966004454]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0x7FC00000, 0.0]> : tensor<3xf32>
  %y = stablehlo.cosine %x : tensor<3xf32>
  check.expect_almost_eq_const %y, dense<[0x7FC00000, 0x7FC00000, 1.0]> : tensor<3xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.cosine %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.cosine %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(2.0327230070196656, -3.0518977991518), (0.9051501505596068, 0.12110879604381165), (10.067661995777765, 0.0), (-0.9437822862532047, -0.043962179951782324)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
