// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x2xf32>) {
  %r = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0], precision = [HIGHER, DEFAULT] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
