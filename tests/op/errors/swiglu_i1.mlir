// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x3xi1>, %a1: tensor<2x3xi1>) {
  %r = tutti.swiglu %a0, %a1 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  return
}
