// SPDX-License-Identifier: Apache-2.0
func.func public @queue0() -> tensor<2x2xi64> {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  return %0 : tensor<2x2xi64>
}
func.func public @queue1() -> tensor<2xi64> {
  %0 = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
  return %0 : tensor<2xi64>
}
func.func private @reader(%t: !stablehlo.token) -> (tensor<2x2xi64>, tensor<2xi64>, !stablehlo.token) {
  %a:2 = "stablehlo.infeed"(%t) <{infeed_config = "", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
  %b:2 = "stablehlo.infeed"(%a#1) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return %a#0, %b#0, %b#1 : tensor<2x2xi64>, tensor<2xi64>, !stablehlo.token
}
func.func @reads_what_the_functions_give() {
  %t = stablehlo.after_all : !stablehlo.token
  %r:3 = "interpreter.run_parallel"(%t) {infeed = [@queue0, @queue1], programs = [[@reader]]} : (!stablehlo.token) -> (tensor<2x2xi64>, tensor<2xi64>, !stablehlo.token)
  check.expect_eq_const %r#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  check.expect_eq_const %r#1, dense<[5, 6]> : tensor<2xi64>
  return
}
