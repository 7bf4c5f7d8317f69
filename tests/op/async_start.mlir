// SPDX-License-Identifier: Apache-2.0
func.func @slices_at_once() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%b: tensor<4xf32>):
    %s = "stablehlo.slice"(%b) {start_indices = array<i64: 1>, limit_indices = array<i64: 3>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<2xf32>
    "stablehlo.return"(%s) : (tensor<2xf32>) -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  %v = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  check.expect_eq_const %v, dense<[2.0, 3.0]> : tensor<2xf32>
  return
}
func.func private @sum(%x: tensor<f32>) -> tensor<f32> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<f32>):
    %r = "stablehlo.all_reduce"(%y) ({
    ^bb1(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<f32>) -> !stablehlo.future<tensor<f32>>
  %v = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<f32>>) -> tensor<f32>
  return %v : tensor<f32>
}
func.func @sums_over_replicas() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<2.0> : tensor<f32>
  %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@sum], [@sum]]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  check.expect_eq_const %r#0, dense<3.0> : tensor<f32>
  check.expect_eq_const %r#1, dense<3.0> : tensor<f32>
  return
}
func.func @gradient(%x: tensor<4xf64>) -> tensor<2xf64> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%b: tensor<4xf64>):
    %s = "stablehlo.slice"(%b) {start_indices = array<i64: 1>, limit_indices = array<i64: 3>, strides = array<i64: 1>} : (tensor<4xf64>) -> tensor<2xf64>
    "stablehlo.return"(%s) : (tensor<2xf64>) -> ()
  }) : (tensor<4xf64>) -> !stablehlo.future<tensor<2xf64>>
  %v = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf64>>) -> tensor<2xf64>
  %y = stablehlo.multiply %v, %v : tensor<2xf64>
  return %y : tensor<2xf64>
}
