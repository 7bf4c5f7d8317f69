// SPDX-License-Identifier: Apache-2.0
func.func @main(%i: tensor<i32>, %x: tensor<f32>) {
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %i : tensor<i32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
