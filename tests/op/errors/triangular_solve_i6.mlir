// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose UPSIDE_DOWN>}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
