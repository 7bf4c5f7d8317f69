// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2xi1>, %b: tensor<2xf32>) {
  "check.eq"(%a, %b) : (tensor<2xi1>, tensor<2xf32>) -> ()
  return
}
