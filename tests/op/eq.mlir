// SPDX-License-Identifier: Apache-2.0
func.func @equal_numbers() {
  %a = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf32>
  check.eq %a, %b : tensor<2xf32>
  stablehlo.custom_call @check.eq(%a, %b) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
