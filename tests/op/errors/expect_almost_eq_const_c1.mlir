// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<3xi1>) {
  "check.expect_almost_eq_const"(%a) <{value = dense<[0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<3xf32>}> : (tensor<3xi1>) -> ()
  return
}
