// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>) {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%b: tensor<2x4xf32>):
    %s = stablehlo.add %b, %b : tensor<2x4xf32>
    stablehlo.return %s : tensor<2x4xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x4xf32>>
  return
}
