// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2xi1>, %b: tensor<2xi1>) {
  "check.expect_close"(%a, %b) <{max_ulp_difference = 64 : i64}> : (tensor<2xi1>, tensor<2xi1>) -> ()
  return
}
