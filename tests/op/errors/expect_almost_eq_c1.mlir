// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<4xi1>, %b: tensor<4xf32>) {
  "check.expect_almost_eq"(%a, %b) : (tensor<4xi1>, tensor<4xf32>) -> ()
  return
}
