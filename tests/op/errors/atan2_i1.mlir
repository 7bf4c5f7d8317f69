// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi32>) {
  %z = stablehlo.atan2 %x, %x : tensor<2xi32>
  return
}
