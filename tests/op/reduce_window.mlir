// SPDX-License-Identifier: Apache-2.0
func.func @with_padding_and_strides() {
  %x = stablehlo.constant dense<[1.0, 5.0, 3.0, 2.0, 4.0]> : tensor<5xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<5xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[5.0, 3.0, 4.0]> : tensor<3xf32>
  return
}
func.func @padding_takes_part() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %c = stablehlo.constant dense<10> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[21, 13, 22]> : tensor<3xi32>
  return
}
func.func @dilations() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<3x1xi32>
  check.expect_eq_const %r, dense<[[4], [0], [10]]> : tensor<3x1xi32>
  return
}
func.func @gradient_sum(%x: tensor<4x3xf64>) -> tensor<2x3xf64> {
  %c = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %m = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %m : tensor<f64>
  }) : (tensor<4x3xf64>, tensor<f64>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @gradient_maximum(%x: tensor<4x4xf64>) -> tensor<2x3xf64> {
  %c = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %m = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %m : tensor<f64>
  }) : (tensor<4x4xf64>, tensor<f64>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @gradient_with_dilations(%x: tensor<4xf64>) -> tensor<3xf64> {
  %c = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[1, -1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %m = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %m : tensor<f64>
  }) : (tensor<4xf64>, tensor<f64>) -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @complex_running_products() {
  %z = stablehlo.constant dense<[(0.0, 1.0), (2.0, 0.0), (1.0, 1.0)]> : tensor<3xcomplex<f32>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %r = "stablehlo.reduce_window"(%z, %one) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %c = stablehlo.multiply %a, %b : tensor<complex<f32>>
    stablehlo.return %c : tensor<complex<f32>>
  }) : (tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0.0, 1.0), (0.0, 2.0), (-2.0, 2.0)]> : tensor<3xcomplex<f32>>
  return
}

func.func @gradient_product(%x: tensor<3x4xf64> {case.value = dense<[[1.0, 2.0, 0.0, -0.5], [0.25, 3.0, 1.5, 0.0], [-1.0, 0.5, 2.0, 1.25]]> : tensor<3x4xf64>}, %init: tensor<f64>) -> tensor<3x3xf64> {
  %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x3xf64>
  return %r : tensor<3x3xf64>
}
func.func @gradient_of_two_inputs(%x: tensor<4xf64>, %y: tensor<4xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %r:2 = "stablehlo.reduce_window"(%x, %y, %zero, %zero) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %0 = stablehlo.multiply %b, %c : tensor<f64>
    %1 = stablehlo.add %a, %0 : tensor<f64>
    %2 = stablehlo.add %b, %d : tensor<f64>
    stablehlo.return %1, %2 : tensor<f64>, tensor<f64>
  }) : (tensor<4xf64>, tensor<4xf64>, tensor<f64>, tensor<f64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func @gradient_sum_in_a_wider_type(%x: tensor<4x3xf32>) -> tensor<2x3xf64> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %m = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %m : tensor<f64>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @gradient_maximum_in_a_wider_type(%x: tensor<4x4xf32>) -> tensor<2x3xf64> {
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %m = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %m : tensor<f64>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
