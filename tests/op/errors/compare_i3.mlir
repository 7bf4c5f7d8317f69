// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %r = "stablehlo.compare"(%x, %x) <{comparison_direction = #stablehlo<comparison_direction ZZ>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
