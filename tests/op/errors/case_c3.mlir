// SPDX-License-Identifier: Apache-2.0
func.func @main(%i: tensor<i32>, %x: tensor<2xi32>, %y: tensor<2xf32>) {
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xi32>
  }, {
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xi32>
  return
}
