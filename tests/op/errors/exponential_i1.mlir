// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi32>) {
  %z = stablehlo.exponential %x : tensor<2xi32>
  return
}
