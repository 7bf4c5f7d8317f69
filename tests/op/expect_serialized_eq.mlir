// SPDX-License-Identifier: Apache-2.0
// Successive values of a probe are numbered from 0.
func.func @rounds_of_a_loop() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %r = stablehlo.while(%i = %zero) : tensor<i64>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i64>
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i64>
    %next = stablehlo.add %i, %one : tensor<i64>
    %probed = interpreter.probe %next, probe_id = "next" : tensor<i64>
    stablehlo.return %probed : tensor<i64>
  }
  %one = stablehlo.constant dense<1> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  check.expect_serialized_eq %one, probe_id = "next" : tensor<i64>
  check.expect_serialized_eq %one, probe_id = "next", iter = 0 : tensor<i64>
  check.expect_serialized_eq %three, probe_id = "next", iter = 2 : tensor<i64>
  return
}
