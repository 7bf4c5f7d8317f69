// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<1x3x1xf32>, %y: tensor<2x1x1xf32>) {
  %r = "stablehlo.convolution"(%x, %y) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHER>]}> : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
  return
}
