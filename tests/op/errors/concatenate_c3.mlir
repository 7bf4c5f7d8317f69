// SPDX-License-Identifier: Apache-2.0
func.func @main() {
  %y = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<0xf32>
  return
}
