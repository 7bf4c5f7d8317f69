// SPDX-License-Identifier: Apache-2.0
func.func @holds() {
  %x = stablehlo.constant dense<[1.0, 0x7F800000, -0.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<[1.0, 0x7F800000, 0.0]> : tensor<3xf32>
  check.expect_eq %x, %y : tensor<3xf32>
  %i = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  check.expect_eq %i, %i : tensor<ui64>
  "check.expect_eq"(%i, %i) : (tensor<ui64>, tensor<ui64>) -> ()
  return
}
