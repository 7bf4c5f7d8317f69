// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x2xf32>) {
  %r = "stablehlo.cholesky"(%x) <{lower = "yes"}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
