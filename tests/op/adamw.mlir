// SPDX-License-Identifier: Apache-2.0
func.func @finite() {
  %parameter = stablehlo.constant dense<[-0.051, 0.006, -0.598, 0.009]> : tensor<4xf64>
  %gradient = stablehlo.constant dense<[-0.99, -0.472, -0.82, -0.201]> : tensor<4xf64>
  %m = stablehlo.constant dense<[-0.917, -0.955, -0.392, -0.534]> : tensor<4xf64>
  %v = stablehlo.constant dense<[0.586, 0.529, 0.751, 0.658]> : tensor<4xf64>
  %learning_rate = stablehlo.constant dense<0.01> : tensor<f64>
  %gradient_scale = stablehlo.constant dense<0.5> : tensor<f64>
  %correction1 = stablehlo.constant dense<0.2709999999999999> : tensor<f64>
  %correction2 = stablehlo.constant dense<0.002997000999999999> : tensor<f64>
  %finite = stablehlo.constant dense<true> : tensor<i1>
  %r:3 = tutti.adamw %parameter, %gradient, %m, %v, %learning_rate, %gradient_scale, %correction1, %correction2, %finite {beta1 = 0.9 : f64, beta2 = 0.999 : f64, epsilon = 1.0e-08 : f64, weight_decay = 0.1 : f64} : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<i1>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
  check.expect_almost_eq_const %r#0, dense<[-0.048639805539336604, 0.008447864474585788, -0.5964836705676355, 0.010213494541114452]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[-0.8748, -0.8830999999999999, -0.3938, -0.49065000000000003]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#2, dense<[0.585659025, 0.528526696, 0.7504171000000001, 0.65735210025]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @not_finite() {
  %parameter = stablehlo.constant dense<[-0.051, 0.006, -0.598, 0.009]> : tensor<4xf64>
  %gradient = stablehlo.constant dense<[-0.99, -0.472, -0.82, -0.201]> : tensor<4xf64>
  %m = stablehlo.constant dense<[-0.917, -0.955, -0.392, -0.534]> : tensor<4xf64>
  %v = stablehlo.constant dense<[0.586, 0.529, 0.751, 0.658]> : tensor<4xf64>
  %learning_rate = stablehlo.constant dense<0.01> : tensor<f64>
  %gradient_scale = stablehlo.constant dense<0.5> : tensor<f64>
  %correction1 = stablehlo.constant dense<0.2709999999999999> : tensor<f64>
  %correction2 = stablehlo.constant dense<0.002997000999999999> : tensor<f64>
  %finite = stablehlo.constant dense<false> : tensor<i1>
  %r:3 = tutti.adamw %parameter, %gradient, %m, %v, %learning_rate, %gradient_scale, %correction1, %correction2, %finite {beta1 = 0.9 : f64, beta2 = 0.999 : f64, epsilon = 1.0e-08 : f64, weight_decay = 0.1 : f64} : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<i1>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
  check.expect_almost_eq_const %r#0, dense<[-0.051, 0.006, -0.598, 0.009]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[-0.917, -0.955, -0.392, -0.534]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#2, dense<[0.586, 0.529, 0.751, 0.658]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  return
}
