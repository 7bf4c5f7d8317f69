// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<6xi1>) {
  %r = "chlo.cosh"(%a) : (tensor<6xi1>) -> tensor<6xf32>
  return
}
