// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xf32>) {
  %z = stablehlo.convert %x : (tensor<2x5xf32>) -> tensor<3x5xf64>
  return
}
