// SPDX-License-Identifier: Apache-2.0
func.func @aligned_at_the_end() {
  %x = stablehlo.constant dense<[[1, 6, 12], [5, 9, 15]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %z = chlo.broadcast_shift_left %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %z, dense<[[2, 24, 96], [10, 36, 120]]> : tensor<2x3xi32>
  return
}
