// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3x2x4xf32>) {
  %r = stablehlo.cholesky %x, lower = true : tensor<3x2x4xf32>
  return
}
