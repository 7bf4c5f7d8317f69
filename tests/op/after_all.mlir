// SPDX-License-Identifier: Apache-2.0
func.func @joins_tokens() {
  %t0 = stablehlo.after_all : !stablehlo.token
  %t1 = stablehlo.after_all %t0 : !stablehlo.token
  %t2 = stablehlo.after_all %t0, %t1 : !stablehlo.token
  %t3 = "stablehlo.after_all"(%t0, %t1, %t2) : (!stablehlo.token, !stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return
}
func.func private @passes_a_token(%t: !stablehlo.token, %x: tensor<i32>) -> (!stablehlo.token, tensor<i32>) {
  %u:2 = stablehlo.optimization_barrier %t, %x : !stablehlo.token, tensor<i32>
  return %u#0, %u#1 : !stablehlo.token, tensor<i32>
}
func.func @tokens_through_calls_and_control_flow() {
  %t = stablehlo.after_all : !stablehlo.token
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %w:2 = stablehlo.while(%i = %one, %s = %t) : tensor<i32>, !stablehlo.token
  cond {
    %p = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.after_all %s, %t : !stablehlo.token
    stablehlo.return %next, %u : tensor<i32>, !stablehlo.token
  }
  %c:2 = func.call @passes_a_token(%w#1, %w#0) : (!stablehlo.token, tensor<i32>) -> (!stablehlo.token, tensor<i32>)
  %p = stablehlo.compare EQ, %c#1, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %b:2 = "stablehlo.if"(%p) ({
    stablehlo.return %c#1, %t : tensor<i32>, !stablehlo.token
  }, {
    stablehlo.return %one, %c#0 : tensor<i32>, !stablehlo.token
  }) : (tensor<i1>) -> (tensor<i32>, !stablehlo.token)
  %d:2 = "stablehlo.case"(%one) ({
    stablehlo.return %one, %b#1 : tensor<i32>, !stablehlo.token
  }, {
    %e = stablehlo.after_all %b#1 : !stablehlo.token
    stablehlo.return %b#0, %e : tensor<i32>, !stablehlo.token
  }) : (tensor<i32>) -> (tensor<i32>, !stablehlo.token)
  check.expect_eq_const %d#0, dense<3> : tensor<i32>
  return
}
