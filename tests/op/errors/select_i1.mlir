// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<2xi32>, %x: tensor<2xf32>) {
  %y = stablehlo.select %p, %x, %x : tensor<2xi32>, tensor<2xf32>
  return
}
