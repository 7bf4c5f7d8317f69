// SPDX-License-Identifier: Apache-2.0
func.func private @sum(%x: tensor<2xf64>) -> tensor<2xf64> {
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}
func.func @cross_replica() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %y = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf64>
  %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@sum], [@sum]]} : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  check.expect_eq_const %r#0, dense<[11.0, 22.0]> : tensor<2xf64>
  check.expect_eq_const %r#1, dense<[11.0, 22.0]> : tensor<2xf64>
  return
}
// Each partition on its own: replicas 0 and 1 of partition 0, then of partition 1.
func.func @each_partition_on_its_own() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %y = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf64>
  %z = stablehlo.constant dense<[100.0, 200.0]> : tensor<2xf64>
  %r:4 = "interpreter.run_parallel"(%x, %y, %z, %z) {programs = [[@sum, @sum], [@sum, @sum]]} : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_eq_const %r#0, dense<[101.0, 202.0]> : tensor<2xf64>
  check.expect_eq_const %r#1, dense<[110.0, 220.0]> : tensor<2xf64>
  check.expect_eq %r#2, %r#0 : tensor<2xf64>
  check.expect_eq %r#3, %r#1 : tensor<2xf64>
  return
}
// A computation that does not commute shows the order of the leaves: ((x2 - x0) - x1).
func.func private @difference(%x: tensor<i64>) -> tensor<i64> {
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.subtract %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<i64>) -> tensor<i64>
  return %r : tensor<i64>
}
func.func @folds_in_the_order_of_the_row() {
  %a = stablehlo.constant dense<1> : tensor<i64>
  %b = stablehlo.constant dense<10> : tensor<i64>
  %c = stablehlo.constant dense<100> : tensor<i64>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@difference, @difference, @difference]]} : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>)
  check.expect_eq_const %r#0, dense<89> : tensor<i64>
  check.expect_eq_const %r#1, dense<89> : tensor<i64>
  check.expect_eq_const %r#2, dense<89> : tensor<i64>
  return
}
// Rows may be filled up with -1.
func.func private @ragged(%x: tensor<i64>) -> tensor<i64> {
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>} : (tensor<i64>) -> tensor<i64>
  return %r : tensor<i64>
}
func.func @of_unequal_groups() {
  %a = stablehlo.constant dense<1> : tensor<i64>
  %b = stablehlo.constant dense<10> : tensor<i64>
  %c = stablehlo.constant dense<100> : tensor<i64>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@ragged], [@ragged], [@ragged]]} : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>)
  check.expect_eq_const %r#0, dense<101> : tensor<i64>
  check.expect_eq_const %r#1, dense<10> : tensor<i64>
  check.expect_eq_const %r#2, dense<101> : tensor<i64>
  return
}
// bf16 operands are summed in f32, the computation's type.
func.func private @wider(%x: tensor<1xbf16>) -> tensor<1xf32> {
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xbf16>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
func.func @promotes() {
  %x = stablehlo.constant dense<256.0> : tensor<1xbf16>
  %y = stablehlo.constant dense<1.0> : tensor<1xbf16>
  %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@wider], [@wider]]} : (tensor<1xbf16>, tensor<1xbf16>) -> (tensor<1xf32>, tensor<1xf32>)
  check.expect_eq_const %r#1, dense<257.0> : tensor<1xf32>
  return
}
func.func @gradient(%x: tensor<3xf64>, %z: tensor<f64>) -> (tensor<3xf64>, tensor<f64>) {
  %r:2 = "stablehlo.all_reduce"(%x, %z) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xf64>, tensor<f64>) -> (tensor<3xf64>, tensor<f64>)
  %y = stablehlo.multiply %r#0, %r#0 : tensor<3xf64>
  return %y, %r#1 : tensor<3xf64>, tensor<f64>
}
func.func @of_one_process() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq %r, %x : tensor<2x2xf32>
  return
}
func.func @of_one_process_in_a_wider_type() {
  %x = stablehlo.constant dense<[1.5, 2.0]> : tensor<2xf16>
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xf16>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[1.5, 2.0]> : tensor<2xf32>
  return
}
func.func private @quantized(%x: tensor<6x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<6x!quant.uniform<i8:f32, 5.000000e-01:1>> {
  %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  }) : (tensor<6x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<6x!quant.uniform<i8:f32, 5.000000e-01:1>>
  return %r : tensor<6x!quant.uniform<i8:f32, 5.000000e-01:1>>
}
func.func @gradient_in_a_wider_type(%x: tensor<3xf32>, %z: tensor<f32>) -> (tensor<3xf64>, tensor<f64>) {
  %r:2 = "stablehlo.all_reduce"(%x, %z) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf64>, tensor<f64>)
  %y = stablehlo.multiply %r#0, %r#0 : tensor<3xf64>
  return %y, %r#1 : tensor<3xf64>, tensor<f64>
}
