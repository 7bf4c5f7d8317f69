// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x2xf32>) {
  %z = stablehlo.broadcast_in_dim %x, dims = [0, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
