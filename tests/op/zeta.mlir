// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.5, 2.0, 2.0, 3.0, 5.5, 10.0]> : tensor<6xf32>
  %y = stablehlo.constant dense<[1.0, 1.0, 0.25, 2.5, 0.5, 3.0]> : tensor<6xf32>
  %z = chlo.zeta %x, %y : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %z, dense<[2.61237535, 1.64493407, 17.1973292, 0.118102026, 45.3702585, 1.80126278e-05]> : tensor<6xf32>, tolerance = 5.0e-5 : f64
  return
}
func.func @values_f64() {
  %x = stablehlo.constant dense<[1.5, 2.0, 2.0, 3.0, 5.5, 10.0]> : tensor<6xf64>
  %y = stablehlo.constant dense<[1.0, 1.0, 0.25, 2.5, 0.5, 3.0]> : tensor<6xf64>
  %z = chlo.zeta %x, %y : tensor<6xf64>, tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %z, dense<[2.612375348685488, 1.6449340668482266, 17.197329154507113, 0.11810202582086368, 45.370258497771026, 1.8012627818085337e-05]> : tensor<6xf64>, tolerance = 1.0e-11 : f64
  return
}
func.func @special() {
  %x = stablehlo.constant dense<[1.0, 0.5, 2.0, 3.0, 2.5, 0x7FF8000000000000]> : tensor<6xf64>
  %y = stablehlo.constant dense<[2.0, 1.0, -1.0, -1.0, -0.5, 1.0]> : tensor<6xf64>
  %z = chlo.zeta %x, %y : tensor<6xf64>, tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %z, dense<[0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @gradient(%q: tensor<3xf64> {case.low = 0.5 : f64, case.high = 3.0 : f64}) -> tensor<3xf64> {
  %x = stablehlo.constant dense<[2.0, 3.0, 1.5]> : tensor<3xf64>
  %y = chlo.zeta %x, %q : tensor<3xf64>, tensor<3xf64> -> tensor<3xf64>
  return %y : tensor<3xf64>
}
