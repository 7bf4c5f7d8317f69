// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tuple<tensor<f32>>) {
  %t = stablehlo.get_tuple_element %x[1] : (tuple<tensor<f32>>) -> tensor<f32>
  return
}
