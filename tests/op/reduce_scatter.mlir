// SPDX-License-Identifier: Apache-2.0
func.func private @sum_and_part(%x: tensor<2x4xi64>) -> tensor<2x2xi64> {
  %r = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<2x4xi64>) -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}
// The place in the row says which part of the sum a process gets.
func.func @cross_replica() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi64>
  %y = stablehlo.constant dense<[[9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<2x4xi64>
  %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@sum_and_part], [@sum_and_part]]} : (tensor<2x4xi64>, tensor<2x4xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>)
  check.expect_eq_const %r#0, dense<[[14, 16], [22, 24]]> : tensor<2x2xi64>
  check.expect_eq_const %r#1, dense<[[10, 12], [18, 20]]> : tensor<2x2xi64>
  return
}
func.func private @everywhere(%x: tensor<4xf32>) -> tensor<1xf32> {
  %r = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
// The group is (0, 0), (1, 0), (0, 1), (1, 1).
func.func @cross_replica_and_partition() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r:4 = "interpreter.run_parallel"(%x, %x, %x, %x) {programs = [[@everywhere, @everywhere], [@everywhere, @everywhere]]} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  check.expect_eq_const %r#0, dense<4.0> : tensor<1xf32>
  check.expect_eq_const %r#1, dense<12.0> : tensor<1xf32>
  check.expect_eq_const %r#2, dense<8.0> : tensor<1xf32>
  check.expect_eq_const %r#3, dense<16.0> : tensor<1xf32>
  return
}
func.func @gradient(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %r, %r : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @of_one_process() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %r = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq %r, %x : tensor<2x2xf32>
  return
}
func.func private @quantized(%x: tensor<6x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>> {
  %r = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  }) : (tensor<6x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>
  return %r : tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>
}
func.func @gradient_in_a_wider_type(%x: tensor<2x3xf32>) -> tensor<2x3xf64> {
  %r = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %r, %r : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
