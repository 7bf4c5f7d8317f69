// SPDX-License-Identifier: Apache-2.0
func.func @main(%s: tensor<1xi32>) {
  %y = stablehlo.dynamic_iota %s, dim = 1 : (tensor<1xi32>) -> tensor<?xf32>
  return
}
