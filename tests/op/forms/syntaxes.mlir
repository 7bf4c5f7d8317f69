// SPDX-License-Identifier: Apache-2.0
// The syntaxes that some operations have of their own.
func.func @main(%x: tensor<1x4x4x2xf32>, %k: tensor<3x3x2x1xf32>, %n: tensor<i32>, %p: tensor<i1>) -> (tensor<1x2x2x1xf32>, tensor<i32>, tensor<f32>, tensor<f32>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [1, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x4x4x2xf32>, tensor<3x3x2x1xf32>) -> tensor<1x2x2x1xf32>
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.while(%i = %n) : tensor<i32> attributes {note = 1 : i32}
  cond {
    %8 = stablehlo.compare LT, %i, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  } do {
    %8 = stablehlo.add %i, %c : tensor<i32>
    stablehlo.return %8 : tensor<i32>
  }
  %2 = stablehlo.slice %x [0:1, 0:4:2, 1:3, 0:2] : (tensor<1x4x4x2xf32>) -> tensor<1x2x2x2xf32>
  %3 = stablehlo.dot_general %2, %2, batching_dims = [0] x [0], contracting_dims = [1, 2, 3] x [1, 2, 3], precision = [HIGHEST, DEFAULT] : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1xf32>
  %4:2 = stablehlo.reduce(%3 init: %cst), (%3 init: %cst) across dimensions = [0] : (tensor<1xf32>, tensor<1xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%s: tensor<f32> loc("s"), %t: tensor<f32>) {
    %8 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %8, %s : tensor<f32>, tensor<f32>
  }
  %5 = stablehlo.reduce_precision %4#0, format = e8m7 : tensor<f32>
  %6 = "stablehlo.if"(%p) ({
    stablehlo.return %5 : tensor<f32>
  }, {
    %8 = stablehlo.negate %5 : tensor<f32>
    stablehlo.return %8 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %7 = stablehlo.custom_call @Sharding(%6) {backend_config = "", mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<f32>) -> tensor<f32>
  return %0, %1, %6, %7 : tensor<1x2x2x1xf32>, tensor<i32>, tensor<f32>, tensor<f32>
}
