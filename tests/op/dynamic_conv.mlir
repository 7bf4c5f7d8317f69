// SPDX-License-Identifier: Apache-2.0
func.func @padded_by_an_operand() {
  %l = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf64>
  %r = stablehlo.constant dense<[[[10.0]], [[1.0]]]> : tensor<2x1x1xf64>
  %p = stablehlo.constant dense<1> : tensor<1x2xi64>
  %y = "stablehlo.dynamic_conv"(%l, %r, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x1xf64>, tensor<2x1x1xf64>, tensor<1x2xi64>) -> tensor<1x4x1xf64>
  check.expect_eq_const %y, dense<[[[1.0], [12.0], [23.0], [30.0]]]> : tensor<1x4x1xf64>
  %q = stablehlo.add %p, %p : tensor<1x2xi64>
  %z = "stablehlo.dynamic_conv"(%l, %r, %q) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x1xf64>, tensor<2x1x1xf64>, tensor<1x2xi64>) -> tensor<1x?x1xf64>
  %n = stablehlo.get_dimension_size %z, dim = 1 : (tensor<1x?x1xf64>) -> tensor<i32>
  check.expect_eq_const %n, dense<6> : tensor<i32>
  return
}
func.func @gradient(%l: tensor<1x3x1xf64>, %r: tensor<2x1x1xf64>) -> tensor<1x4x1xf64> {
  %p = stablehlo.constant dense<1> : tensor<1x2xi64>
  %y = "stablehlo.dynamic_conv"(%l, %r, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x1xf64>, tensor<2x1x1xf64>, tensor<1x2xi64>) -> tensor<1x4x1xf64>
  return %y : tensor<1x4x1xf64>
}
