// SPDX-License-Identifier: Apache-2.0
func.func @main(%t: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%t) <{layout = [[0, 1], [0]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}
