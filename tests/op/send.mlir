// SPDX-License-Identifier: Apache-2.0
func.func private @by_channel_out(%x: tensor<2x2xi64>, %token: !stablehlo.token) -> !stablehlo.token {
  %t = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x2xi64>, !stablehlo.token) -> !stablehlo.token
  return %t : !stablehlo.token
}
func.func private @by_channel_in(%token: !stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
  return %r#0, %r#1 : tensor<2x2xi64>, !stablehlo.token
}
// Two programs meet on a channel, whichever comes first.
func.func @by_channel() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %t = stablehlo.after_all : !stablehlo.token
  %r:3 = "interpreter.run_parallel"(%x, %t, %t) {programs = [[@by_channel_out], [@by_channel_in]]} : (tensor<2x2xi64>, !stablehlo.token, !stablehlo.token) -> (!stablehlo.token, tensor<2x2xi64>, !stablehlo.token)
  check.expect_eq_const %r#1, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %q:3 = "interpreter.run_parallel"(%t, %x, %t) {programs = [[@by_channel_in], [@by_channel_out]]} : (!stablehlo.token, tensor<2x2xi64>, !stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token, !stablehlo.token)
  check.expect_eq_const %q#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  return
}
func.func private @by_pairs(%x: tensor<i32>, %y: tensor<1xf32>) -> (tensor<i32>, tensor<1xf32>) {
  %t0 = stablehlo.create_token : !stablehlo.token
  %t1 = "stablehlo.send"(%x, %y, %t0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<i32>, tensor<1xf32>, !stablehlo.token) -> !stablehlo.token
  %r:3 = "stablehlo.recv"(%t1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<i32>, tensor<1xf32>, !stablehlo.token)
  return %r#0, %r#1 : tensor<i32>, tensor<1xf32>
}
func.func @by_source_and_target() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %y = stablehlo.constant dense<0.5> : tensor<1xf32>
  %r:6 = "interpreter.run_parallel"(%a, %y, %b, %y, %c, %y) {programs = [[@by_pairs, @by_pairs, @by_pairs]]} : (tensor<i32>, tensor<1xf32>, tensor<i32>, tensor<1xf32>, tensor<i32>, tensor<1xf32>) -> (tensor<i32>, tensor<1xf32>, tensor<i32>, tensor<1xf32>, tensor<i32>, tensor<1xf32>)
  check.expect_eq_const %r#0, dense<0> : tensor<i32>
  check.expect_eq_const %r#2, dense<1> : tensor<i32>
  check.expect_eq_const %r#3, dense<0.5> : tensor<1xf32>
  check.expect_eq_const %r#4, dense<2> : tensor<i32>
  return
}
