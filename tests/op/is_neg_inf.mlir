// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 1.0]> : tensor<5xf32>
  %y = chlo.is_neg_inf %x : tensor<5xf32> -> tensor<5xi1>
  check.expect_eq_const %y, dense<[false, true, false, false, false]> : tensor<5xi1>
  return
}
