// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<5xi1>) {
  %r = "chlo.asin"(%a) : (tensor<5xi1>) -> tensor<5xf32>
  return
}
