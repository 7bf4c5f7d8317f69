// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<3xi1>, %x: tensor<2xf32>) {
  %y = stablehlo.select %p, %x, %x : tensor<3xi1>, tensor<2xf32>
  return
}
