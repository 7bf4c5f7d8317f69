// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<1x3xi1>) {
  %r = "tutti.softmax"(%a) : (tensor<1x3xi1>) -> tensor<1x3xf64>
  return
}
