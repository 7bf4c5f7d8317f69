// SPDX-License-Identifier: Apache-2.0
func.func @to_the_largest_of_each_window() {
  %x = stablehlo.constant dense<[1.0, 5.0, 3.0, 3.0]> : tensor<4xf32>
  %s = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %c = stablehlo.constant dense<0.5> : tensor<f32>
  %r = "stablehlo.select_and_scatter"(%x, %s, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<0> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %q = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %q : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[0.5, 10.5, 20.5, 0.5]> : tensor<4xf32>
  return
}
func.func @overlapping_windows_with_padding() {
  %x = stablehlo.constant dense<[1, 9, 2]> : tensor<3xi32>
  %s = stablehlo.constant dense<[1, 10, 100, 1000]> : tensor<4xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.select_and_scatter"(%x, %s, %c) <{window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %q = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %q : tensor<i32>
  }) : (tensor<3xi32>, tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[1, 110, 1000]> : tensor<3xi32>
  return
}
func.func @complex_numbers_by_their_real_parts() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (5.0, -1.0), (3.0, 4.0), (3.0, 5.0)]> : tensor<4xcomplex<f32>>
  %s = stablehlo.constant dense<[(10.0, 1.0), (20.0, 2.0), (40.0, 4.0)]> : tensor<3xcomplex<f32>>
  %c = stablehlo.constant dense<(0.5, 0.25)> : tensor<complex<f32>>
  %r = "stablehlo.select_and_scatter"(%x, %s, %c) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %u = stablehlo.real %a : (tensor<complex<f32>>) -> tensor<f32>
    %v = stablehlo.real %b : (tensor<complex<f32>>) -> tensor<f32>
    %p = stablehlo.compare GE, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %q = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %q : tensor<complex<f32>>
  }) : (tensor<4xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0.5, 0.25), (30.5, 3.25), (40.5, 4.25), (0.5, 0.25)]> : tensor<4xcomplex<f32>>
  return
}
func.func @gradient(%x: tensor<3x4xf64>, %s: tensor<3x3xf64>, %c: tensor<f64>) -> tensor<3x4xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %q = stablehlo.add %b, %a : tensor<f64>
    stablehlo.return %q : tensor<f64>
  }) : (tensor<3x4xf64>, tensor<3x3xf64>, tensor<f64>) -> tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}
func.func @gradient_in_a_wider_type(%x: tensor<3x4xf32>, %s: tensor<3x3xf32>, %c: tensor<f32>) -> tensor<3x4xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %q = stablehlo.add %b, %a : tensor<f64>
    stablehlo.return %q : tensor<f64>
  }) : (tensor<3x4xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}
