// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x3xf32>, %y: tensor<2x3x2xf32>, %g: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x2xf32>, tensor<3xi64>) -> tensor<4x2xf32>
  return
}
