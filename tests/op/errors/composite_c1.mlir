// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<f32>) {
  %z = stablehlo.composite "plain" %x {decomposition = @main} : (tensor<f32>) -> tensor<f32>
  return
}
