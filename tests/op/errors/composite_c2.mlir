// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<f32>) {
  %y = stablehlo.composite "a.b" %x {decomposition = @absent} : (tensor<f32>) -> tensor<f32>
  return
}
