// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %x = stablehlo.constant dense<[[[1.76, 0.4], [0.98, 2.24], [1.87, -0.98]], [[0.95, -0.15], [-0.1, 0.41], [0.14, 1.45]]]> : tensor<2x3x2xf64>
  %s = stablehlo.constant dense<[1.5, -0.5, 2.0]> : tensor<3xf64>
  %m = stablehlo.constant dense<[0.1, 0.2, -0.3]> : tensor<3xf64>
  %v = stablehlo.constant dense<[1.5, 0.5, 2.0]> : tensor<3xf64>
  %g = stablehlo.constant dense<[[[0.76, 0.12], [0.44, 0.33], [1.49, -0.21]], [[0.31, -0.85], [-2.55, 0.65], [0.86, -0.74]]]> : tensor<2x3x2xf64>
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3x2xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<2x3x2xf64>) -> (tensor<2x3x2xf64>, tensor<3xf64>, tensor<3xf64>)
  check.expect_almost_eq_const %y#0, dense<[[[0.2260504258723234, -0.06565006630919658], [0.01694515771019897, 0.94647334898263], [0.6690301753698906, -0.4963313278874836]], [[-0.031946137131138516, -1.0543367206345633], [1.3989483983288917, -0.51674799870149], [0.5299078565854076, -2.301406252593499]]]> : tensor<2x3x2xf64>, tolerance = 1.0e-7 : f64
  check.expect_almost_eq_const %y#1, dense<[1.447655864377151, 2.709611932795415, 1.7386945090216823]> : tensor<3xf64>, tolerance = 1.0e-7 : f64
  check.expect_almost_eq_const %y#2, dense<[0.33999999999999997, -1.13, 1.4]> : tensor<3xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @gradient(%x: tensor<3x2xf64>, %s: tensor<2xf64>, %m: tensor<2xf64>, %v: tensor<2xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}, %g: tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) {epsilon = 1.0e-2 : f32, feature_index = 1 : i64} : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  return %y#0, %y#1, %y#2 : tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>
}
