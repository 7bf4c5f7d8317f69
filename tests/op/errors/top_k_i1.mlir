// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xcomplex<f32>>) {
  %v, %i = chlo.top_k(%x, k = 2) : tensor<4xcomplex<f32>> -> (tensor<2xcomplex<f32>>, tensor<2xi32>)
  return
}
