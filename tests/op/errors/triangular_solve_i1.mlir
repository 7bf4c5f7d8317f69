// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x2xi32>) {
  %r = "stablehlo.triangular_solve"(%x, %x) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  return
}
