// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x4xf32>) {
  %y = stablehlo.slice %x [0:2] : (tensor<4x4xf32>) -> tensor<2x4xf32>
  return
}
