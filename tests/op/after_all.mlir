// SPDX-License-Identifier: Apache-2.0
func.func @joins_tokens() {
  %t0 = stablehlo.after_all : !stablehlo.token
  %t1 = stablehlo.after_all %t0 : !stablehlo.token
  %t2 = stablehlo.after_all %t0, %t1 : !stablehlo.token
  %t3 = "stablehlo.after_all"(%t0, %t1, %t2) : (!stablehlo.token, !stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return
}
