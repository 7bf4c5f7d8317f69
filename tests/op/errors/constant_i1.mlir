// SPDX-License-Identifier: Apache-2.0
func.func @main() {
  %x = "stablehlo.constant"() <{value = 1 : i32}> : () -> tensor<i32>
  return
}
