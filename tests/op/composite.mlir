// SPDX-License-Identifier: Apache-2.0
func.func private @add_n.impl(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.add %x, %y : tensor<i32>
  return %z : tensor<i32>
}
func.func @is_its_decomposition() {
  %x = stablehlo.constant dense<40> : tensor<i32>
  %y = stablehlo.constant dense<2> : tensor<i32>
  %z = stablehlo.composite "my.add_n" %x, %y {composite_attributes = {n = 1 : i64}, decomposition = @add_n.impl, version = 1 : i32} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %z, dense<42> : tensor<i32>
  return
}
func.func private @square(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.multiply %x, %x : tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func @gradient(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.composite "test.square" %x {decomposition = @square} : (tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
