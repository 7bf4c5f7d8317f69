// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %z = stablehlo.or %x, %x : tensor<2xf32>
  return
}
