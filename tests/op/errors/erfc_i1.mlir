// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<8xi1>) {
  %r = "chlo.erfc"(%a) : (tensor<8xi1>) -> tensor<8xf32>
  return
}
