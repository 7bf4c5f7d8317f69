// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xf32>) {
  %y = stablehlo.slice %x [0:4:3] : (tensor<4xf32>) -> tensor<1xf32>
  return
}
