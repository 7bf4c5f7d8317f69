// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x0xf32>, %a1: tensor<0xf32>) {
  %r:2 = tutti.rms_norm %a0, %a1 {epsilon = 1.0e-05 : f64} : (tensor<2x0xf32>, tensor<0xf32>) -> (tensor<2x0xf32>, tensor<2xf32>)
  return
}
