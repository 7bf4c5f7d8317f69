// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %z = stablehlo.composite "plain" %x {decomposition = @main} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
