// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x3xf32>) {
  %r = stablehlo.custom_call @f(%x) {operand_layouts = [dense<[0, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
