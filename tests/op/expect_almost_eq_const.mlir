// SPDX-License-Identifier: Apache-2.0
func.func @holds() {
  %x = stablehlo.constant dense<[1.0, 1000.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  check.expect_almost_eq_const %x, dense<[1.00005, 1000.05, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  check.expect_almost_eq_const %x, dense<[1.2, 1000.05, 0x7F800000, 0x7FC00000]> : tensor<4xf32>, tolerance = 0.25
  return
}
