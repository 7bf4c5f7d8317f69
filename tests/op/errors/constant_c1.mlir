// SPDX-License-Identifier: Apache-2.0
func.func @main() {
  %x = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi64>
  return
}
