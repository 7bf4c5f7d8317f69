// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2xi1>, %b: tensor<f32>) {
  %r = "chlo.broadcast_complex"(%a, %b) : (tensor<2xi1>, tensor<f32>) -> tensor<2xcomplex<f32>>
  return
}
