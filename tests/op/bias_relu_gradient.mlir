// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %dy = stablehlo.constant dense<[[0.16, -0.088, 0.68, 0.889], [-0.052, 0.328, -0.879, 0.403], [0.294, 0.986, 0.644, -0.431]]> : tensor<3x4xf64>
  %x = stablehlo.constant dense<[[1.377, -1.272, 2.881, -2.292], [-0.491, 1.543, -2.088, -0.066], [-2.765, 1.009, 1.587, 0.438]]> : tensor<3x4xf64>
  %bias = stablehlo.constant dense<[0.751, -0.373, 0.391, 0.189]> : tensor<4xf64>
  %r:2 = tutti.bias_relu_gradient %dy, %x, %bias : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<4xf64>) -> (tensor<3x4xf64>, tensor<4xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.16, 0.0, 0.68, 0.0], [-0.052, 0.328, 0.0, 0.403], [0.0, 0.986, 0.644, -0.431]]> : tensor<3x4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[0.10800000000000001, 1.314, 1.324, -0.02799999999999997]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  return
}
