// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<8xi1>, %b: tensor<8xf32>) {
  %r = "chlo.next_after"(%a, %b) : (tensor<8xi1>, tensor<8xf32>) -> tensor<8xf32>
  return
}
