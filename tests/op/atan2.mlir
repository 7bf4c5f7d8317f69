// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.0, -1.0, 5.0e-1, -3.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[1.0, -1.0, -2.0, 1.0e-1]> : tensor<4xf32>
  %z = stablehlo.atan2 %x, %y : tensor<4xf32>
  check.expect_almost_eq_const %z, dense<[7.853982e-1, -2.3561945, 2.896614, -1.5374753]> : tensor<4xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[1.0, -1.0, 0.5, -3.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[1.0, -1.0, -2.0, 0.1]> : tensor<4xf64>
  %z = stablehlo.atan2 %x, %y : tensor<4xf64>
  check.expect_almost_eq_const %z, dense<[0.7853981633974483, -2.356194490192345, 2.896613990462929, -1.5374753309166493]> : tensor<4xf64>, tolerance = 1.0e-14 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0x7FC00000, 1.0]> : tensor<5xf32>
  %y = stablehlo.constant dense<[-1.0, -1.0, 0x7F800000, 1.0, 0.0]> : tensor<5xf32>
  %z = stablehlo.atan2 %x, %y : tensor<5xf32>
  check.expect_almost_eq_const %z, dense<[3.1415927, -3.1415927, 7.853982e-1, 0x7FC00000, 1.5707964]> : tensor<5xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}, %x1: tensor<2x3xf64> {case.low = -2.0 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.atan2 %x0, %x1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.constant dense<[(0.5, -1.0), (2.0, 0.0), (-1.0, 1.0), (0.75, 0.5)]> : tensor<4xcomplex<f64>>
  %z = stablehlo.atan2 %x, %y : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %z, dense<[(1.9081667979066728, 0.3790868723420225), (-0.24848430243952663, 0.11808983573454841), (1.9251094628587317, 0.3059438579055288), (1.360419782351144, -0.1449047020238728)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
