// SPDX-License-Identifier: Apache-2.0
func.func @f(%a: tensor<2x4xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  %r:2 = tutti.resolvent_diagonal %a, %b, %c {causal = true, z_imaginary = 0.0 : f64, z_real = 0.0 : f64} : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return
}
