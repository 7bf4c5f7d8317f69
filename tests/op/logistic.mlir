// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = stablehlo.logistic %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[7.585818e-2, 2.6894143e-1, 4.255575e-1, 5.249792e-1, 6.791787e-1, 9.5257413e-1]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = stablehlo.logistic %x : tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[0.07585818002124355, 0.2689414213699951, 0.425557483188341, 0.52497918747894, 0.679178699175393, 0.9525741268224334]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 2.0e2, -2.0e2]> : tensor<6xf32>
  %y = stablehlo.logistic %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[1.0, 0.0, 0x7FC00000, 5.0e-1, 1.0, 0.0]> : tensor<6xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -2.0 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.logistic %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.logistic %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(1.0214153641721806, 0.4034387060815424), (0.3757248355800388, 0.059002964314508036), (0.5000000000000021, -7.050709973585859), (0.970896847411827, -0.0035489488992414492)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
