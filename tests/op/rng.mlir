// SPDX-License-Identifier: Apache-2.0
func.func @uniform() {
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.constant dense<3.0> : tensor<f32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  %c = stablehlo.clamp %a, %r, %b : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq %c, %r : tensor<2x3xf32>
  return
}
func.func @of_a_computed_shape() {
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %held = stablehlo.optimization_barrier %s : tensor<2xi64>
  %t = stablehlo.reverse %held, dims = [0] : tensor<2xi64>
  %r = stablehlo.rng %a, %b, %t, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<7> : tensor<2x3xi32>
  return
}
func.func @integers_of_one_kind() {
  %a = stablehlo.constant dense<-7> : tensor<i32>
  %b = stablehlo.constant dense<-6> : tensor<i32>
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<-7> : tensor<4xi32>
  return
}
func.func @normal_without_deviation() {
  %a = stablehlo.constant dense<5.0> : tensor<f64>
  %b = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4xf64>
  check.expect_eq_const %r, dense<5.0> : tensor<4xf64>
  return
}
func.func @mean_of_many() {
  %a = stablehlo.constant dense<1.0> : tensor<f64>
  %b = stablehlo.constant dense<2.0> : tensor<f64>
  %s = stablehlo.constant dense<4096> : tensor<1xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4096xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %n = stablehlo.constant dense<4096.0> : tensor<f64>
  %sum = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096xf64>, tensor<f64>) -> tensor<f64>
  %mean = stablehlo.divide %sum, %n : tensor<f64>
  check.expect_almost_eq_const %mean, dense<1.0> : tensor<f64>, tolerance = 0.15 : f64
  return
}
func.func @of_no_elements() {
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %a = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x0xf32>
  check.expect_eq_const %a, dense<> : tensor<2x0xf32>
  return
}
