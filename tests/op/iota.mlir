// SPDX-License-Identifier: Apache-2.0
func.func @along_an_axis() {
  %x = stablehlo.iota dim = 1 : tensor<2x3xi32>
  check.expect_eq_const %x, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
  %y = stablehlo.iota dim = 0 : tensor<2x2xf32>
  check.expect_eq_const %y, dense<[[0.0, 0.0], [1.0, 1.0]]> : tensor<2x2xf32>
  return
}
func.func @of_complex_elements() {
  %x = stablehlo.iota dim = 0 : tensor<3xcomplex<f32>>
  check.expect_eq_const %x, dense<[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  return
}
func.func @of_no_elements() {
  %a = stablehlo.iota dim = 0 : tensor<0x3xf32>
  check.expect_eq_const %a, dense<> : tensor<0x3xf32>
  %b = stablehlo.iota dim = 0 : tensor<3x0xi32>
  check.expect_eq_const %b, dense<> : tensor<3x0xi32>
  return
}
