// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %z = stablehlo.xor %x, %x : tensor<2xf32>
  return
}
