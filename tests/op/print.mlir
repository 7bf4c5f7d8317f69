// SPDX-License-Identifier: Apache-2.0
func.func @shows_a_value() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  interpreter.print %a : tensor<2xi32>
  return
}
