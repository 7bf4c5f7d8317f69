// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x2xf32>) {
  %r = "stablehlo.triangular_solve"(%x, %x) <{lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
