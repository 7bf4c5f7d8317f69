// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<9xi1>) {
  %r = "chlo.lgamma"(%a) : (tensor<9xi1>) -> tensor<9xf32>
  return
}
