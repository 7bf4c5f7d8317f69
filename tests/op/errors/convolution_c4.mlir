// SPDX-License-Identifier: Apache-2.0
func.func @main(%l: tensor<1x3x1xf32>, %r: tensor<2x1x1xf32>) {
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
  return
}
