// SPDX-License-Identifier: Apache-2.0
func.func @of_two() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[10.0, 20.0], [30.0, 40.0]]> : tensor<2x2xf32>
  %three = stablehlo.constant dense<3.0> : tensor<f32>
  %r = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %0 = stablehlo.multiply %x, %two : tensor<f32>
    %1 = stablehlo.add %0, %y : tensor<f32>
    %2 = stablehlo.subtract %1, %three : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[9.0, 21.0], [33.0, 45.0]]> : tensor<2x2xf32>
  return
}
func.func @to_another_type() {
  %a = stablehlo.constant dense<[1, 5, 3]> : tensor<3xi32>
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>):
    %two = stablehlo.constant dense<2> : tensor<i32>
    %p = stablehlo.compare GT, %x, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %r, dense<[false, true, true]> : tensor<3xi1>
  return
}
func.func @gradient(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %0 = stablehlo.multiply %x, %y : tensor<f64>
    %1 = stablehlo.tanh %0 : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
