// SPDX-License-Identifier: Apache-2.0
func.func @makes_a_token() {
  %t0 = stablehlo.create_token : !stablehlo.token
  %t1 = stablehlo.after_all %t0 : !stablehlo.token
  return
}
