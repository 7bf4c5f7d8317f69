// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<4x3xf32>, %b: tensor<2x3x2xf32>, %c: tensor<2xi1>) {
  %r = "chlo.ragged_dot"(%a, %b, %c) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x2xf32>, tensor<2xi1>) -> tensor<4x2xf32>
  return
}
