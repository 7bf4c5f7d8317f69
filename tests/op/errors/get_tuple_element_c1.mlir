// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tuple<tensor<2xf32>>) {
  %t = stablehlo.get_tuple_element %x[1] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}
