// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<4xi1>) {
  %r = "chlo.acosh"(%a) : (tensor<4xi1>) -> tensor<4xf32>
  return
}
