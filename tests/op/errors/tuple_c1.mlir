// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<f32>) {
  %t = stablehlo.tuple %x : tuple<tensor<i1>>
  return
}
