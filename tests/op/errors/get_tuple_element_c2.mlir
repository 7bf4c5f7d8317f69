// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tuple<tensor<f32>>) {
  %t = stablehlo.get_tuple_element %x[0] : (tuple<tensor<f32>>) -> tensor<i1>
  return
}
