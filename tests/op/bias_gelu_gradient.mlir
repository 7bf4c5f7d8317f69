// SPDX-License-Identifier: Apache-2.0
func.func @erf() {
  %dy = stablehlo.constant dense<[[0.16, -0.088, 0.68, 0.889], [-0.052, 0.328, -0.879, 0.403], [0.294, 0.986, 0.644, -0.431]]> : tensor<3x4xf64>
  %x = stablehlo.constant dense<[[1.377, -1.272, 2.881, -2.292], [-0.491, 1.543, -2.088, -0.066], [-2.765, 1.009, 1.587, 0.438]]> : tensor<3x4xf64>
  %bias = stablehlo.constant dense<[0.751, -0.373, 0.391, 0.189]> : tensor<4xf64>
  %r:2 = tutti.bias_gelu_gradient %dy, %x, %bias {approximate = "none"} : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<4xf64>) -> (tensor<3x4xf64>, tensor<4xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.17144786099595002, 0.010527649326232551, 0.6838389283889668, -0.06594895501316532], [-0.0365479810379649, 0.3655295502699654, 0.10158451624245461, 0.2408515647442512], [-0.024613753448213836, 0.931651346920715, 0.7004186674816175, -0.40521321104961683]]> : tensor<3x4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[0.11028612650977129, 1.307708546516913, 1.4858421121130387, -0.23031060131853093]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @tanh() {
  %dy = stablehlo.constant dense<[[0.16, -0.088, 0.68, 0.889], [-0.052, 0.328, -0.879, 0.403], [0.294, 0.986, 0.644, -0.431]]> : tensor<3x4xf64>
  %x = stablehlo.constant dense<[[1.377, -1.272, 2.881, -2.292], [-0.491, 1.543, -2.088, -0.066], [-2.765, 1.009, 1.587, 0.438]]> : tensor<3x4xf64>
  %bias = stablehlo.constant dense<[0.751, -0.373, 0.391, 0.189]> : tensor<4xf64>
  %r:2 = tutti.bias_gelu_gradient %dy, %x, %bias {approximate = "tanh"} : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<4xf64>) -> (tensor<3x4xf64>, tensor<4xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.17158144509909254, 0.010572172400954217, 0.6835309016040998, -0.06670315341794371], [-0.03654686058759031, 0.3654451001711503, 0.10210483084650843, 0.24085059299032893], [-0.024869060059771766, 0.9314398638543498, 0.700974901577636, -0.40512339329565655]]> : tensor<3x4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[0.11016552445173047, 1.3074571364264544, 1.4866106340282443, -0.23097595372327134]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  return
}
