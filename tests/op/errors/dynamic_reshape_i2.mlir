// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<6xf32>, %s: tensor<2xf32>) {
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}
