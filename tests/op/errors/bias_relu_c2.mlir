// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x4xbf16>, %a1: tensor<4xbf16>) {
  %r = tutti.bias_relu %a0, %a1 : (tensor<2x4xbf16>, tensor<4xbf16>) -> tensor<2x4xbf16>
  return
}
