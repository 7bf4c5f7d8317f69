// SPDX-License-Identifier: Apache-2.0
func.func private @to_the_first(%x: tensor<1xi64>) -> tensor<1xi64> {
  %r = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1xi64>) -> tensor<1xi64>
  return %r : tensor<1xi64>
}
func.func @cross_replica() {
  %a = stablehlo.constant dense<3> : tensor<1xi64>
  %b = stablehlo.constant dense<4> : tensor<1xi64>
  %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@to_the_first], [@to_the_first]]} : (tensor<1xi64>, tensor<1xi64>) -> (tensor<1xi64>, tensor<1xi64>)
  check.expect_eq_const %r#0, dense<0> : tensor<1xi64>
  check.expect_eq_const %r#1, dense<7> : tensor<1xi64>
  return
}
func.func private @to_roots(%x: tensor<i64>, %y: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %roots = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %r:2 = "stablehlo.collective_reduce"(%x, %y, %roots) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<i64>, tensor<i64>, tensor<2xi32>) -> (tensor<i64>, tensor<i64>)
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}
func.func @cross_partition_with_dynamic_roots() {
  %a = stablehlo.constant dense<1> : tensor<i64>
  %b = stablehlo.constant dense<20> : tensor<i64>
  %r:4 = "interpreter.run_parallel"(%a, %b, %a, %b) {programs = [[@to_roots, @to_roots]]} : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
  check.expect_eq_const %r#0, dense<0> : tensor<i64>
  check.expect_eq_const %r#1, dense<40> : tensor<i64>
  check.expect_eq_const %r#2, dense<2> : tensor<i64>
  check.expect_eq_const %r#3, dense<0> : tensor<i64>
  return
}
func.func @gradient(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xf64>) -> tensor<3xf64>
  %y = stablehlo.multiply %r, %r : tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_one_process() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %r = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq %r, %x : tensor<2x2xf32>
  return
}
func.func @gradient_in_a_wider_type(%x: tensor<3xf32>) -> tensor<3xf64> {
  %r = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xf32>) -> tensor<3xf64>
  %y = stablehlo.multiply %r, %r : tensor<3xf64>
  return %y : tensor<3xf64>
}
