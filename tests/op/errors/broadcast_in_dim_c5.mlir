// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xf32>) {
  %z = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<4x5xf32>
  return
}
