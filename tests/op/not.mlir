// SPDX-License-Identifier: Apache-2.0
func.func @integers_i32() {
  %x = stablehlo.constant dense<[0, 5, -1]> : tensor<3xi32>
  %y = stablehlo.not %x : tensor<3xi32>
  check.expect_eq_const %y, dense<[-1, -6, 0]> : tensor<3xi32>
  return
}

func.func @integers_ui8() {
  %x = stablehlo.constant dense<[0, 5, 255]> : tensor<3xui8>
  %y = stablehlo.not %x : tensor<3xui8>
  check.expect_eq_const %y, dense<[255, 250, 0]> : tensor<3xui8>
  return
}

func.func @booleans() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %y = stablehlo.not %x : tensor<2xi1>
  check.expect_eq_const %y, dense<[false, true]> : tensor<2xi1>
  return
}
