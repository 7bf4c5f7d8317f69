// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<f32>) {
  %v, %i = chlo.top_k(%x, k = 0) : tensor<f32> -> (tensor<0xf32>, tensor<0xi32>)
  return
}
