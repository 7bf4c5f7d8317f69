// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xi32>) {
  %y = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xi32>) -> tensor<?x3xi32>
  return
}
