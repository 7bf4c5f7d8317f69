// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %t = stablehlo.tuple %x : tuple<tensor<2xi1>>
  return
}
