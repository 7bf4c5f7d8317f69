// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xf32>) {
  %y = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}
