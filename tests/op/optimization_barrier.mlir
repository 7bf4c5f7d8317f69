// SPDX-License-Identifier: Apache-2.0
func.func @passes_through() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %z:2 = stablehlo.optimization_barrier %x, %y : tensor<i32>, tensor<2xf32>
  check.expect_eq %z#0, %x : tensor<i32>
  check.expect_eq %z#1, %y : tensor<2xf32>
  return
}
func.func @gradient(%x: tensor<2xf64>, %y: tensor<3xf64>) -> (tensor<2xf64>, tensor<3xf64>) {
  %z:2 = stablehlo.optimization_barrier %x, %y : tensor<2xf64>, tensor<3xf64>
  return %z#0, %z#1 : tensor<2xf64>, tensor<3xf64>
}
func.func @tuples_and_tokens_pass_through() {
  %x = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %t = stablehlo.create_token : !stablehlo.token
  %a = stablehlo.tuple %x, %t : tuple<tensor<2xf32>, !stablehlo.token>
  %b:2 = stablehlo.optimization_barrier %t, %a : !stablehlo.token, tuple<tensor<2xf32>, !stablehlo.token>
  %y = stablehlo.get_tuple_element %b#1[0] : (tuple<tensor<2xf32>, !stablehlo.token>) -> tensor<2xf32>
  check.expect_eq %y, %x : tensor<2xf32>
  return
}
