// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x5xf32>, %b: tensor<f64>) {
  %r = "chlo.broadcast_complex"(%a, %b) : (tensor<2x5xf32>, tensor<f64>) -> tensor<2x5xcomplex<f32>>
  return
}
