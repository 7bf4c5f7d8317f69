// SPDX-License-Identifier: Apache-2.0
func.func @main(%i: tensor<i32>) {
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}
