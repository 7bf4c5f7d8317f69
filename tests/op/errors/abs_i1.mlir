// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xui32>) {
  %y = stablehlo.abs %x : tensor<2xui32>
  return
}
