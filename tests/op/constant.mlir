// SPDX-License-Identifier: Apache-2.0
func.func @spellings() {
  %a = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  check.expect_eq_const %a, dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<"0x0100"> : tensor<2xi1>
  check.expect_eq_const %b, dense<[true, false]> : tensor<2xi1>
  %c = stablehlo.constant dense<7> : tensor<2x2xi32>
  check.expect_eq_const %c, dense<[[7, 7], [7, 7]]> : tensor<2x2xi32>
  %d = stablehlo.constant dense<> : tensor<0x3xf32>
  check.expect_eq_const %d, dense<> : tensor<0x3xf32>
  %e = stablehlo.constant dense<[0x7F800000, -1.5e-3, 2]> : tensor<3xf32>
  check.expect_eq_const %e, dense<[0x7F800000, -0.0015, 2.0]> : tensor<3xf32>
  %f = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  check.expect_eq_const %f, dense<[-128, 0x7F]> : tensor<2xi8>
  %g = "stablehlo.constant"() <{value = dense<[true, true]> : tensor<2xi1>}> : () -> tensor<2xi1>
  check.expect_eq_const %g, dense<true> : tensor<2xi1>
  return
}
