// SPDX-License-Identifier: Apache-2.0
// Two logits, log(3) and 0: the shares are 3/4 and 1/4, and log(4 / 3) = 0.28768207245178096.
func.func @by_hand() {
  %hidden = stablehlo.constant dense<[[1.0986122886681098], [0.0], [1.0986122886681098]]> : tensor<3x1xf64>
  %weight = stablehlo.constant dense<[[1.0], [0.0]]> : tensor<2x1xf64>
  %target = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi32>
  %counts = stablehlo.constant dense<[2.0, 0.0, 1.0]> : tensor<3xf64>
  %r:5 = tutti.linear_cross_entropy %hidden, %weight, %target, %counts : (tensor<3x1xf64>, tensor<2x1xf64>, tensor<3xi32>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<3x1xf64>, tensor<2x1xf64>)
  check.expect_almost_eq_const %r#0, dense<[0.5753641449035619, 0.0, 1.3862943611198906]> : tensor<3xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[2.0, 0.0, 0.0]> : tensor<3xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#2, dense<1.9616585060234525> : tensor<f64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#3, dense<[[-0.5], [0.0], [0.75]]> : tensor<3x1xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#4, dense<[[0.27465307216702745], [-0.27465307216702745]]> : tensor<2x1xf64>, tolerance = 1.0e-12 : f64
  return
}

// The values are those of the formula in numpy. The second token does not count, and the last one's
// target is not a class.
func.func @values() {
  %hidden = stablehlo.constant dense<[[-0.802, -1.324, -0.248], [0.42, 1.136, 0.11], [-0.553, -0.785, 0.749], [1.635, 0.273, -1.233], [-0.958, 1.6, 0.203]]> : tensor<5x3xf64>
  %weight = stablehlo.constant dense<[[-1.732, -0.084, -1.163], [-0.629, -0.488, -0.713], [0.553, -0.063, -0.589], [0.41, 0.83, -1.643]]> : tensor<4x3xf64>
  %target = stablehlo.constant dense<[2, 0, 3, 1, 4]> : tensor<5xi32>
  %counts = stablehlo.constant dense<[1.0, 0.0, 0.5, 1.0, 1.0]> : tensor<5xf64>
  %r:5 = tutti.linear_cross_entropy %hidden, %weight, %target, %counts : (tensor<5x3xf64>, tensor<4x3xf64>, tensor<5xi32>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<f64>, tensor<5x3xf64>, tensor<4x3xf64>)
  check.expect_almost_eq_const %r#0, dense<[2.6046842715432357, 0.0, 1.6040341923604031, 3.485530412989462, 0.0]> : tensor<5xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<5xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#2, dense<7.6942488768931> : tensor<f64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#3, dense<[[-1.6644762718170225, -0.12878764927642133, -0.39201470003861644], [0.0, 0.0, 0.0], [-0.6145078490630742, -0.5187182694911561, 0.36916134111717397], [1.0153092475386236, 1.0865114083228453, -0.6818209925101462], [0.0, 0.0, 0.0]]> : tensor<5x3xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#4, dense<[[-0.5305428625537945, -0.8748485722372544, -0.0026039005830387884], [-1.9740167046763109, -0.8810584829353901, 1.2614936028816341], [1.030330507034036, 1.2167081431903903, 0.04029183631052156], [1.4742290601960688, 0.5391989119822542, -1.2991815386091166]]> : tensor<4x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @without_gradients() {
  %hidden = stablehlo.constant dense<[[-0.802, -1.324, -0.248], [0.42, 1.136, 0.11], [-0.553, -0.785, 0.749], [1.635, 0.273, -1.233], [-0.958, 1.6, 0.203]]> : tensor<5x3xf64>
  %weight = stablehlo.constant dense<[[-1.732, -0.084, -1.163], [-0.629, -0.488, -0.713], [0.553, -0.063, -0.589], [0.41, 0.83, -1.643]]> : tensor<4x3xf64>
  %target = stablehlo.constant dense<[2, 0, 3, 1, 4]> : tensor<5xi32>
  %counts = stablehlo.constant dense<[1.0, 0.0, 0.5, 1.0, 1.0]> : tensor<5xf64>
  %r:3 = tutti.linear_cross_entropy %hidden, %weight, %target, %counts : (tensor<5x3xf64>, tensor<4x3xf64>, tensor<5xi32>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<f64>)
  %s:4 = tutti.linear_cross_entropy %hidden, %weight, %target, %counts : (tensor<5x3xf64>, tensor<4x3xf64>, tensor<5xi32>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<f64>, tensor<5x3xf64>)
  check.expect_almost_eq_const %r#2, dense<7.6942488768931> : tensor<f64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %s#3, dense<[[-1.6644762718170225, -0.12878764927642133, -0.39201470003861644], [0.0, 0.0, 0.0], [-0.6145078490630742, -0.5187182694911561, 0.36916134111717397], [1.0153092475386236, 1.0865114083228453, -0.6818209925101462], [0.0, 0.0, 0.0]]> : tensor<5x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @empty() {
  %hidden = stablehlo.constant dense<0.0> : tensor<0x3xf32>
  %none = stablehlo.constant dense<0.0> : tensor<2x0xf32>
  %weight = stablehlo.constant dense<1.0> : tensor<4x3xf32>
  %flat = stablehlo.constant dense<1.0> : tensor<4x0xf32>
  %target = stablehlo.constant dense<0> : tensor<0xi32>
  %targets = stablehlo.constant dense<0> : tensor<2xi32>
  %counts = stablehlo.constant dense<0.0> : tensor<0xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<2xf32>
  %r:5 = tutti.linear_cross_entropy %hidden, %weight, %target, %counts : (tensor<0x3xf32>, tensor<4x3xf32>, tensor<0xi32>, tensor<0xf32>) -> (tensor<0xf32>, tensor<0xf32>, tensor<f32>, tensor<0x3xf32>, tensor<4x3xf32>)
  check.expect_almost_eq_const %r#2, dense<0.0> : tensor<f32>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#4, dense<0.0> : tensor<4x3xf32>, tolerance = 1.0e-12 : f64
  %s:5 = tutti.linear_cross_entropy %none, %flat, %targets, %ones : (tensor<2x0xf32>, tensor<4x0xf32>, tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<2x0xf32>, tensor<4x0xf32>)
  check.expect_almost_eq_const %s#2, dense<2.7725887222397811> : tensor<f32>, tolerance = 1.0e-6 : f64
  return
}

func.func @nothing_counts() {
  %hidden = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %weight = stablehlo.constant dense<1.0> : tensor<4x3xf32>
  %target = stablehlo.constant dense<[-1, 2]> : tensor<2xi32>
  %counts = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %r:5 = tutti.linear_cross_entropy %hidden, %weight, %target, %counts : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<2x3xf32>, tensor<4x3xf32>)
  check.expect_almost_eq_const %r#2, dense<0.0> : tensor<f32>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#3, dense<0.0> : tensor<2x3xf32>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#4, dense<0.0> : tensor<4x3xf32>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient_of_total(%hidden: tensor<5x3xf64>, %weight: tensor<4x3xf64>, %target: tensor<5xi32> {case.value = dense<[2, 0, 3, 1, 4]> : tensor<5xi32>}, %counts: tensor<5xf64> {case.value = dense<[1.0, 2.0, 0.5, 1.0, 1.5]> : tensor<5xf64>}) -> tensor<f64> {
  %r:5 = tutti.linear_cross_entropy %hidden, %weight, %target, %counts : (tensor<5x3xf64>, tensor<4x3xf64>, tensor<5xi32>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<f64>, tensor<5x3xf64>, tensor<4x3xf64>)
  return %r#2 : tensor<f64>
}

func.func @gradient_of_losses(%hidden: tensor<5x3xf64>, %weight: tensor<4x3xf64>, %target: tensor<5xi32> {case.value = dense<[2, 0, 3, 1, 4]> : tensor<5xi32>}, %counts: tensor<5xf64> {case.value = dense<[1.0, 2.0, 0.5, 1.0, 1.5]> : tensor<5xf64>}) -> tensor<5xf64> {
  %r:5 = tutti.linear_cross_entropy %hidden, %weight, %target, %counts : (tensor<5x3xf64>, tensor<4x3xf64>, tensor<5xi32>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<f64>, tensor<5x3xf64>, tensor<4x3xf64>)
  return %r#0 : tensor<5xf64>
}

// What does not count has no gradient.
func.func @gradient_of_what_counts(%hidden: tensor<5x3xf64>, %weight: tensor<4x3xf64>) -> tensor<f64> {
  %target = stablehlo.constant dense<[2, 0, 3, 1, 4]> : tensor<5xi32>
  %counts = stablehlo.constant dense<[1.0, 0.0, 0.5, 1.0, 1.0]> : tensor<5xf64>
  %r:5 = tutti.linear_cross_entropy %hidden, %weight, %target, %counts : (tensor<5x3xf64>, tensor<4x3xf64>, tensor<5xi32>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<f64>, tensor<5x3xf64>, tensor<4x3xf64>)
  return %r#2 : tensor<f64>
}
