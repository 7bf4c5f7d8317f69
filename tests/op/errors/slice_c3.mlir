// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xf32>) {
  %y = stablehlo.slice %x [3:2] : (tensor<4xf32>) -> tensor<1xf32>
  return
}
