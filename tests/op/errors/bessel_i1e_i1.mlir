// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<10xi1>) {
  %r = "chlo.bessel_i1e"(%a) : (tensor<10xi1>) -> tensor<10xf32>
  return
}
