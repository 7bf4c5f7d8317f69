// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>, %t: !stablehlo.token) {
  %r = "stablehlo.infeed"(%t) : (!stablehlo.token) -> tensor<2x4xf32>
  return
}
