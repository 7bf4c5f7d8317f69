// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %x = stablehlo.constant dense<[[[1.76, 0.4], [0.98, 2.24], [1.87, -0.98]], [[0.95, -0.15], [-0.1, 0.41], [0.14, 1.45]]]> : tensor<2x3x2xf64>
  %s = stablehlo.constant dense<[1.5, -0.5, 2.0]> : tensor<3xf64>
  %o = stablehlo.constant dense<[0.25, 1.0, -1.0]> : tensor<3xf64>
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3x2xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<2x3x2xf64>, tensor<3xf64>, tensor<3xf64>)
  check.expect_almost_eq_const %y#0, dense<[[[2.415805243661488, -0.471935081220496], [0.9441246982539583, 0.2220438756897265], [1.2258966103583422, -3.849147661258678]], [[0.695901079577365, -1.639771242018357], [1.5630511175947284, 1.270780308461587], [-1.8547442983776032, 0.4779953492779392]]]> : tensor<2x3x2xf64>, tolerance = 1.0e-7 : f64
  check.expect_almost_eq_const %y#1, dense<[0.74, 0.8825000000000001, 0.62]> : tensor<3xf64>, tolerance = 1.0e-13 : f64
  check.expect_almost_eq_const %y#2, dense<[0.49805, 0.7602187500000002, 1.26045]> : tensor<3xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @two_values() {
  %x = stablehlo.constant dense<[[1.0], [3.0]]> : tensor<2x1xf32>
  %s = stablehlo.constant dense<1.0> : tensor<1xf32>
  %o = stablehlo.constant dense<0.0> : tensor<1xf32>
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>)
  check.expect_eq_const %y#0, dense<[[-1.0], [1.0]]> : tensor<2x1xf32>
  check.expect_eq_const %y#1, dense<2.0> : tensor<1xf32>
  check.expect_eq_const %y#2, dense<1.0> : tensor<1xf32>
  return
}
func.func @gradient(%x: tensor<4x2xf64>, %s: tensor<2xf64>, %o: tensor<2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 1.0e-2 : f32, feature_index = 1 : i64} : (tensor<4x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<2xf64>)
  return %y#0, %y#1, %y#2 : tensor<4x2xf64>, tensor<2xf64>, tensor<2xf64>
}
