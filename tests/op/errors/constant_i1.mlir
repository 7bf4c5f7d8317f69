// SPDX-License-Identifier: Apache-2.0
func.func @main() {
  %x = "stablehlo.constant"() <{value = 1 : i32}> : () -> tensor<2xi32>
  return
}
