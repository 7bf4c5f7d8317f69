// SPDX-License-Identifier: Apache-2.0
func.func @f(%w: tensor<2x4xf32>, %a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  %r = tutti.resolvent_diagonal_gradient %w, %w, %a, %b, %c {causal = true, couplings = false, z_imaginary = 1.0 : f64, z_real = 0.0 : f64} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}
