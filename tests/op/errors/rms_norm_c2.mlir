// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x4xbf16>, %a1: tensor<4xbf16>) {
  %r:2 = tutti.rms_norm %a0, %a1 {epsilon = 1.0e-05 : f64} : (tensor<2x4xbf16>, tensor<4xbf16>) -> (tensor<2x4xbf16>, tensor<2xf32>)
  return
}
