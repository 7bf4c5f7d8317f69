// SPDX-License-Identifier: Apache-2.0
func.func @forwards() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = "chlo.scan"(%x, %z) <{dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: tensor<f32>, %s: tensor<f32>):
    %n = stablehlo.add %s, %e : tensor<f32>
    stablehlo.return %n, %n : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  check.expect_eq_const %r#0, dense<[1.0, 3.0, 6.0, 10.0]> : tensor<4xf32>
  check.expect_eq_const %r#1, dense<10.0> : tensor<f32>
  return
}
func.func @backwards() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = "chlo.scan"(%x, %z) <{dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: tensor<f32>, %s: tensor<f32>):
    %n = stablehlo.add %s, %e : tensor<f32>
    stablehlo.return %n, %n : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  check.expect_eq_const %r#0, dense<[10.0, 9.0, 7.0, 4.0]> : tensor<4xf32>
  check.expect_eq_const %r#1, dense<10.0> : tensor<f32>
  return
}
func.func @along_the_second_axis() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %z = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
  %r:2 = "chlo.scan"(%x, %z) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: tensor<2xi64>, %s: tensor<2xi64>):
    %n = stablehlo.add %s, %e : tensor<2xi64>
    %d = stablehlo.add %e, %e : tensor<2xi64>
    stablehlo.return %d, %n : tensor<2xi64>, tensor<2xi64>
  }) : (tensor<2x3xi64>, tensor<2xi64>) -> (tensor<2x3xi64>, tensor<2xi64>)
  check.expect_eq_const %r#0, dense<[[2, 4, 6], [8, 10, 12]]> : tensor<2x3xi64>
  check.expect_eq_const %r#1, dense<[16, 35]> : tensor<2xi64>
  return
}
func.func @gradient(%x: tensor<4xf64>, %z: tensor<f64>) -> (tensor<4xf64>, tensor<f64>) {
  %r:2 = "chlo.scan"(%x, %z) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: tensor<f64>, %s: tensor<f64>):
    %m = stablehlo.multiply %s, %e : tensor<f64>
    %n = stablehlo.tanh %m : tensor<f64>
    %o = stablehlo.add %n, %e : tensor<f64>
    stablehlo.return %o, %n : tensor<f64>, tensor<f64>
  }) : (tensor<4xf64>, tensor<f64>) -> (tensor<4xf64>, tensor<f64>)
  return %r#0, %r#1 : tensor<4xf64>, tensor<f64>
}
func.func @as_jax_prints_it() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %z = stablehlo.constant dense<4.0> : tensor<f32>
  %r:2 = chlo.scan(%x) inits (%z) dimension=0  attributes {is_reverse = true} {
  ^bb0(%input: tensor<f32>, %carry: tensor<f32>):
    %n = stablehlo.subtract %carry, %input : tensor<f32>
    stablehlo.return %n, %n : tensor<f32>, tensor<f32>
  } : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  check.expect_eq_const %r#0, dense<[-2.0, -1.0, 1.0]> : tensor<3xf32>
  check.expect_eq_const %r#1, dense<-2.0> : tensor<f32>
  %none:2 = chlo.scan() inits (%z) dimension=0  attributes {scan_dim_size = 2 : i64} {
  ^bb0(%carry: tensor<f32>):
    %n = stablehlo.add %carry, %carry : tensor<f32>
    stablehlo.return %n, %n : tensor<f32>, tensor<f32>
  } : (tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  check.expect_eq_const %none#0, dense<[8.0, 16.0]> : tensor<2xf32>
  return
}
