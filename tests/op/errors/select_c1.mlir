// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<3x5xi1>, %x: tensor<2x5xf32>) {
  %y = stablehlo.select %p, %x, %x : tensor<3x5xi1>, tensor<2x5xf32>
  return
}
