// SPDX-License-Identifier: Apache-2.0
func.func @main(%i: tensor<i64>, %x: tensor<2xf32>) {
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i64>) -> tensor<2xf32>
  return
}
