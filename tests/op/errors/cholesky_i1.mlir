// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x2xi32>) {
  %r = stablehlo.cholesky %x : tensor<2x2xi32>
  return
}
