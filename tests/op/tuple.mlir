// SPDX-License-Identifier: Apache-2.0
func.func @elements_stay_as_they_are() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %k = stablehlo.create_token : !stablehlo.token
  %a = stablehlo.tuple %p : tuple<tensor<i1>>
  %t = stablehlo.tuple %x, %a, %k : tuple<tensor<2xf32>, tuple<tensor<i1>>, !stablehlo.token>
  %y = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tuple<tensor<i1>>, !stablehlo.token>) -> tensor<2xf32>
  check.expect_eq %y, %x : tensor<2xf32>
  %b = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tuple<tensor<i1>>, !stablehlo.token>) -> tuple<tensor<i1>>
  %c = stablehlo.get_tuple_element %b[0] : (tuple<tensor<i1>>) -> tensor<i1>
  check.expect_eq_const %c, dense<true> : tensor<i1>
  return
}
func.func @gradient(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.tuple %x, %x : tuple<tensor<2xf64>, tensor<2xf64>>
  %1 = stablehlo.tuple %0 : tuple<tuple<tensor<2xf64>, tensor<2xf64>>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tuple<tensor<2xf64>, tensor<2xf64>>>) -> tuple<tensor<2xf64>, tensor<2xf64>>
  %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<2xf64>, tensor<2xf64>>) -> tensor<2xf64>
  %4 = stablehlo.multiply %3, %3 : tensor<2xf64>
  return %4 : tensor<2xf64>
}
