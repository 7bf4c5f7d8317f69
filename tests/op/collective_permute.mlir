// SPDX-License-Identifier: Apache-2.0
func.func private @shift(%x: tensor<2xi64>) -> tensor<2xi64> {
  %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}
// A process that is no target gets zeros.
func.func @cross_replica() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %c = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@shift], [@shift], [@shift]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
  check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi64>
  check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi64>
  check.expect_eq_const %r#2, dense<[3, 4]> : tensor<2xi64>
  return
}
func.func private @swap(%x: tensor<1xf32>) -> tensor<1xf32> {
  %r = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
func.func @cross_partition() {
  %a = stablehlo.constant dense<1.0> : tensor<1xf32>
  %b = stablehlo.constant dense<2.0> : tensor<1xf32>
  %c = stablehlo.constant dense<3.0> : tensor<1xf32>
  %d = stablehlo.constant dense<4.0> : tensor<1xf32>
  %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@swap, @swap], [@swap, @swap]]} : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  check.expect_eq_const %r#0, dense<2.0> : tensor<1xf32>
  check.expect_eq_const %r#1, dense<1.0> : tensor<1xf32>
  check.expect_eq_const %r#2, dense<4.0> : tensor<1xf32>
  check.expect_eq_const %r#3, dense<3.0> : tensor<1xf32>
  return
}
func.func @gradient(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<0> : tensor<1x2xi64>} : (tensor<3xf64>) -> tensor<3xf64>
  %y = stablehlo.multiply %r, %r : tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_one_process() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<0> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq %r, %x : tensor<2x2xf32>
  return
}
func.func @from_nobody() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<0.0> : tensor<2xf32>
  return
}
