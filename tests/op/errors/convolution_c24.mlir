// SPDX-License-Identifier: Apache-2.0
func.func @main(%l: tensor<1x4x2xf32>, %r: tensor<2x2x2xf32>) {
  %y = "stablehlo.convolution"(%l, %r) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x4x2xf32>, tensor<2x2x2xf32>) -> tensor<1x3x2xf32>
  return
}
