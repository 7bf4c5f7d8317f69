// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x4xf32>) {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%b: tensor<2x4xf32>):
    %s = stablehlo.slice %b [0:1, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
    stablehlo.return %s : tensor<1x4xf32>
  }) : (tensor<4x4xf32>) -> !stablehlo.future<tensor<1x4xf32>>
  return
}
