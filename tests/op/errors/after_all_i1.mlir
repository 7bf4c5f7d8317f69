// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>) {
  %t = "stablehlo.after_all"(%x) : (tensor<2x4xf32>) -> !stablehlo.token
  return
}
