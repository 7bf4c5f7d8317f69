// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %x = stablehlo.constant dense<[[[1.76, 0.4], [0.98, 2.24], [1.87, -0.98]], [[0.95, -0.15], [-0.1, 0.41], [0.14, 1.45]]]> : tensor<2x3x2xf64>
  %s = stablehlo.constant dense<[1.5, -0.5, 2.0]> : tensor<3xf64>
  %o = stablehlo.constant dense<[0.25, 1.0, -1.0]> : tensor<3xf64>
  %m = stablehlo.constant dense<[0.1, 0.2, -0.3]> : tensor<3xf64>
  %v = stablehlo.constant dense<[1.5, 0.5, 2.0]> : tensor<3xf64>
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3x2xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3x2xf64>
  check.expect_almost_eq_const %y, dense<[[[2.2823991330058107, 0.6173010481335803], [0.449007428025334, -0.4410574959337419], [2.068076507076276, -1.9614248962266672]], [[1.290686303045144, -0.056084206777983536], [1.2119202199902561, 0.8516558460068208], [-0.3779015377356859, 1.4742552476421582]]]> : tensor<2x3x2xf64>, tolerance = 1.0e-7 : f64
  return
}
func.func @gradient(%x: tensor<2x3xf64>, %s: tensor<3xf64>, %o: tensor<3xf64>, %m: tensor<3xf64>, %v: tensor<3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}) -> (tensor<2x3xf64>) {
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
