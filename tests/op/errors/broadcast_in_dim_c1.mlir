// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %z = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2xf64>
  return
}
