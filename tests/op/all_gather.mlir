// SPDX-License-Identifier: Apache-2.0
// Two replicas gather in the order of the row.
func.func private @in_row_order(%x: tensor<1x2xf64>) -> tensor<2x2xf64> {
  %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<1x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
func.func @cross_replica() {
  %x = stablehlo.constant dense<[[3.0, 4.0]]> : tensor<1x2xf64>
  %y = stablehlo.constant dense<[[5.0, 6.0]]> : tensor<1x2xf64>
  %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@in_row_order], [@in_row_order]]} : (tensor<1x2xf64>, tensor<1x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  check.expect_eq_const %r#0, dense<[[5.0, 6.0], [3.0, 4.0]]> : tensor<2x2xf64>
  check.expect_eq %r#1, %r#0 : tensor<2x2xf64>
  return
}

// Both replicas of both partitions: the partition is the outer loop.
func.func private @everywhere(%x: tensor<1xi32>) -> tensor<4xi32> {
  %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<1xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @cross_replica_and_partition() {
  %a = stablehlo.constant dense<0> : tensor<1xi32>
  %b = stablehlo.constant dense<1> : tensor<1xi32>
  %c = stablehlo.constant dense<10> : tensor<1xi32>
  %d = stablehlo.constant dense<11> : tensor<1xi32>
  %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@everywhere, @everywhere], [@everywhere, @everywhere]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %r#0, dense<[0, 10, 1, 11]> : tensor<4xi32>
  check.expect_eq %r#3, %r#0 : tensor<4xi32>
  return
}

func.func private @by_global_ids(%x: tensor<1xi32>) -> tensor<2xi32> {
  %r = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<1xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @flattened_ids() {
  %a = stablehlo.constant dense<0> : tensor<1xi32>
  %b = stablehlo.constant dense<1> : tensor<1xi32>
  %c = stablehlo.constant dense<10> : tensor<1xi32>
  %d = stablehlo.constant dense<11> : tensor<1xi32>
  %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@by_global_ids, @by_global_ids], [@by_global_ids, @by_global_ids]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[11, 0]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[1, 10]> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[1, 10]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<[11, 0]> : tensor<2xi32>
  return
}

func.func private @several(%x: tensor<1xi32>, %y: tensor<2x1xf32>) -> (tensor<2xi32>, tensor<4x1xf32>) {
  %r:2 = "stablehlo.all_gather"(%x, %y) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi32>, tensor<2x1xf32>) -> (tensor<2xi32>, tensor<4x1xf32>)
  return %r#0, %r#1 : tensor<2xi32>, tensor<4x1xf32>
}
func.func @of_several_operands() {
  %a = stablehlo.constant dense<1> : tensor<1xi32>
  %b = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %d = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@several], [@several]]} : (tensor<1xi32>, tensor<2x1xf32>, tensor<1xi32>, tensor<2x1xf32>) -> (tensor<2xi32>, tensor<4x1xf32>, tensor<2xi32>, tensor<4x1xf32>)
  check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<[[1.0], [2.0], [3.0], [4.0]]> : tensor<4x1xf32>
  return
}

func.func @gradient(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %y = stablehlo.multiply %r, %r : tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}
func.func @of_one_process() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %r = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq %r, %x : tensor<2x2xf32>
  return
}
