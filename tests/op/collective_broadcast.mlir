// SPDX-License-Identifier: Apache-2.0
func.func private @from_the_first(%x: tensor<2xi64>) -> tensor<2xi64> {
  %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}
// A process outside all groups gets zeros.
func.func @cross_replica() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %c = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@from_the_first], [@from_the_first], [@from_the_first]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
  check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi64>
  check.expect_eq_const %r#1, dense<[5, 6]> : tensor<2xi64>
  check.expect_eq_const %r#2, dense<[5, 6]> : tensor<2xi64>
  return
}
func.func private @from_a_root(%x: tensor<i64>, %y: tensor<1xf32>) -> (tensor<i64>, tensor<1xf32>) {
  %roots = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %r:2 = "stablehlo.collective_broadcast"(%x, %y, %roots) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<i64>, tensor<1xf32>, tensor<2xi32>) -> (tensor<i64>, tensor<1xf32>)
  return %r#0, %r#1 : tensor<i64>, tensor<1xf32>
}
func.func @cross_partition_with_dynamic_roots() {
  %a = stablehlo.constant dense<7> : tensor<i64>
  %b = stablehlo.constant dense<1.0> : tensor<1xf32>
  %c = stablehlo.constant dense<8> : tensor<i64>
  %d = stablehlo.constant dense<2.0> : tensor<1xf32>
  %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@from_a_root, @from_a_root]]} : (tensor<i64>, tensor<1xf32>, tensor<i64>, tensor<1xf32>) -> (tensor<i64>, tensor<1xf32>, tensor<i64>, tensor<1xf32>)
  check.expect_eq_const %r#0, dense<8> : tensor<i64>
  check.expect_eq_const %r#1, dense<1.0> : tensor<1xf32>
  check.expect_eq_const %r#2, dense<8> : tensor<i64>
  check.expect_eq_const %r#3, dense<1.0> : tensor<1xf32>
  return
}
func.func @gradient(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xf64>) -> tensor<3xf64>
  %y = stablehlo.multiply %r, %r : tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_one_process() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq %r, %x : tensor<2x2xf32>
  return
}
