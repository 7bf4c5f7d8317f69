// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>, %t: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}
