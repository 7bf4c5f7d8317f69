// SPDX-License-Identifier: Apache-2.0
func.func @of_complex_numbers() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-3.0, 0.0)]> : tensor<2xcomplex<f32>>
  %y = chlo.conj %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_eq_const %y, dense<[(1.0, -2.0), (-3.0, 0.0)]> : tensor<2xcomplex<f32>>
  return
}
func.func @of_real_numbers() {
  %x = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %y = chlo.conj %x : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %y, %x : tensor<2xf32>
  return
}
func.func @gradient(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = chlo.conj %x : tensor<2xf64> -> tensor<2xf64>
  return %y : tensor<2xf64>
}
