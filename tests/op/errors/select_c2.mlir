// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<i1>, %x: tensor<2x5xf32>, %y: tensor<3x5xf32>) {
  %z = stablehlo.select %p, %x, %y : (tensor<i1>, tensor<2x5xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}
