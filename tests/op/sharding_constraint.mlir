// SPDX-License-Identifier: Apache-2.0
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @gives_its_operand() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %y = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<2x2xf32>
  check.expect_eq %y, %x : tensor<2x2xf32>
  %z = sdy.sharding_constraint %y <@mesh, [{?}, {"y", ?}p0], replicated={"x"}> : tensor<2x2xf32>
  check.expect_eq %z, %x : tensor<2x2xf32>
  return
}
func.func @gradient(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
