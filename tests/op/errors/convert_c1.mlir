// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %z = stablehlo.convert %x : (tensor<2xf32>) -> tensor<3xf64>
  return
}
