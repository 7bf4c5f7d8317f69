// SPDX-License-Identifier: Apache-2.0
func.func @main(%i: tensor<i32>, %x: tensor<2xi32>) {
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xi32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}
