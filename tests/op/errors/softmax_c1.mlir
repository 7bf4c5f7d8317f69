// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<f32>) {
  %r = tutti.softmax %a0 : (tensor<f32>) -> tensor<f32>
  return
}
