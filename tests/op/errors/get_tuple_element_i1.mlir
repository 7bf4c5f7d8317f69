// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<f32>) {
  %t = stablehlo.get_tuple_element %x[0] : (tensor<f32>) -> tensor<f32>
  return
}
