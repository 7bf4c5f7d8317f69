// SPDX-License-Identifier: Apache-2.0
func.func @main(%s: tensor<1xi32>) {
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi1>
  return
}
