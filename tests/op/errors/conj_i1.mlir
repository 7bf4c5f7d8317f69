// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2xi1>) {
  %r = "chlo.conj"(%a) : (tensor<2xi1>) -> tensor<2xcomplex<f32>>
  return
}
