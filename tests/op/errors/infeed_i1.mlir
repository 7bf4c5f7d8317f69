// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>) {
  %r:2 = "stablehlo.infeed"(%x) : (tensor<2x4xf32>) -> (tensor<2x4xf32>, !stablehlo.token)
  return
}
