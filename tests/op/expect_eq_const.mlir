// SPDX-License-Identifier: Apache-2.0
func.func @holds() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  check.expect_eq_const %x, dense<[true, false]> : tensor<2xi1>
  "check.expect_eq_const"(%x) <{value = dense<[true, false]> : tensor<2xi1>}> : (tensor<2xi1>) -> ()
  return
}
