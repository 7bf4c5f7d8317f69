// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<7xi1>) {
  %r = "chlo.erf"(%a) : (tensor<7xi1>) -> tensor<7xf32>
  return
}
