// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi1>) {
  %z = stablehlo.remainder %x, %x : tensor<2xi1>
  return
}
