// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>) {
  %r = "stablehlo.async_done"(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
