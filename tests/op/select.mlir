// SPDX-License-Identifier: Apache-2.0
func.func @by_element_and_by_scalar() {
  %p = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %x = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.constant dense<[0x7FC00000, 5.0, 6.0]> : tensor<3xf32>
  %z = stablehlo.select %p, %x, %y : tensor<3xi1>, tensor<3xf32>
  check.expect_almost_eq_const %z, dense<[1.0, 5.0, 0x7FC00000]> : tensor<3xf32>
  %f = stablehlo.constant dense<false> : tensor<i1>
  %w = stablehlo.select %f, %x, %y : tensor<i1>, tensor<3xf32>
  check.expect_almost_eq_const %w, dense<[0x7FC00000, 5.0, 6.0]> : tensor<3xf32>
  return
}
func.func @gradient(%p: tensor<3xi1> {case.value = dense<[true, false, true]> : tensor<3xi1>}, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %z = stablehlo.select %p, %x, %y : tensor<3xi1>, tensor<3xf64>
  return %z : tensor<3xf64>
}
func.func @gradient_by_a_scalar(%p: tensor<i1> {case.value = dense<true> : tensor<i1>}, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %z = stablehlo.select %p, %x, %y : tensor<i1>, tensor<3xf64>
  return %z : tensor<3xf64>
}
