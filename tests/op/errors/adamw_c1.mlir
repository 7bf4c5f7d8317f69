// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<4x5xf32>, %a1: tensor<4x5xf32>, %a2: tensor<4x5xf32>, %a3: tensor<5x5xf32>, %a4: tensor<f32>, %a5: tensor<f32>, %a6: tensor<f32>, %a7: tensor<f32>, %a8: tensor<i1>) {
  %r:3 = tutti.adamw %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8 {beta1 = 0.9 : f64, beta2 = 0.999 : f64, epsilon = 1.0e-08 : f64, weight_decay = 0.1 : f64} : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<5x5xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i1>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>)
  return
}
