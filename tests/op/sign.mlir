// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = stablehlo.sign %x : tensor<6xf32>
  check.expect_eq_const %y, dense<[-1.0, -1.0, -1.0, 1.0, 1.0, 1.0]> : tensor<6xf32>
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = stablehlo.sign %x : tensor<6xf64>
  check.expect_eq_const %y, dense<[-1.0, -1.0, -1.0, 1.0, 1.0, 1.0]> : tensor<6xf64>
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.sign %x : tensor<3xf32>
  check.expect_almost_eq_const %y, dense<[1.0, -1.0, 0x7FC00000]> : tensor<3xf32>
  return
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = stablehlo.sign %x : tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  return
}

func.func @integers_i64() {
  %x = stablehlo.constant dense<[0, 5, -7]> : tensor<3xi64>
  %y = stablehlo.sign %x : tensor<3xi64>
  check.expect_eq_const %y, dense<[0, 1, -1]> : tensor<3xi64>
  return
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.sign %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(0.4472135954999579, 0.8944271909999159), (-0.8944271909999159, 0.4472135954999579), (0.0, -1.0), (0.9993628543475497, -0.03569153051241249)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}

func.func @gradient(%x: tensor<4xf64> {case.low = -3.0 : f64, case.high = 3.0 : f64}) -> tensor<4xf64> {
  %0 = stablehlo.sign %x : tensor<4xf64>
  %1 = stablehlo.multiply %0, %x : tensor<4xf64>
  return %1 : tensor<4xf64>
}
func.func @gradient_of_complex(%x: tensor<3xf64>, %y: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %z = stablehlo.complex %x, %y : tensor<3xcomplex<f64>>
  %u = stablehlo.sign %z : tensor<3xcomplex<f64>>
  %v = stablehlo.multiply %u, %u : tensor<3xcomplex<f64>>
  %r = stablehlo.real %v : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %i = stablehlo.imag %u : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  return %r, %i : tensor<3xf64>, tensor<3xf64>
}
