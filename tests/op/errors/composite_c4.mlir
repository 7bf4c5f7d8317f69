// SPDX-License-Identifier: Apache-2.0
func.func private @part(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) {
  %y = stablehlo.composite "a.b" %x {decomposition = @part} : (tensor<2xf32>) -> tensor<f32>
  return
}
