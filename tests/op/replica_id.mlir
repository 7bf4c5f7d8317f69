// SPDX-License-Identifier: Apache-2.0
func.func private @id() -> tensor<ui32> {
  %r = stablehlo.replica_id : tensor<ui32>
  return %r : tensor<ui32>
}
func.func @in_a_grid() {
  %r:4 = "interpreter.run_parallel"() {programs = [[@id, @id], [@id, @id]]} : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %r#0, dense<0> : tensor<ui32>
  check.expect_eq_const %r#1, dense<0> : tensor<ui32>
  check.expect_eq_const %r#2, dense<1> : tensor<ui32>
  check.expect_eq_const %r#3, dense<1> : tensor<ui32>
  return
}
func.func @alone() {
  %r = stablehlo.replica_id : tensor<ui32>
  check.expect_eq_const %r, dense<0> : tensor<ui32>
  return
}
func.func @of_one_process() {
  %i = stablehlo.replica_id : tensor<ui32>
  check.expect_eq_const %i, dense<0> : tensor<ui32>
  return
}
