// SPDX-License-Identifier: Apache-2.0
func.func @main(%s: tensor<1xf32>) {
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xf32>) -> tensor<?xf32>
  return
}
