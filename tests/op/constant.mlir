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
func.func @of_complex_values() {
  %x = stablehlo.constant dense<[(1.0, -2.0), (0.5, 0x7F800000)]> : tensor<2xcomplex<f32>>
  %r = stablehlo.real %x : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[1.0, 0.5]> : tensor<2xf32>
  %s = stablehlo.constant dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>
  %i = stablehlo.imag %s : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %i, dense<-2.0> : tensor<2xf32>
  %h = stablehlo.constant dense<"0x0000803F000000C00000003F0000803F"> : tensor<2xcomplex<f32>>
  check.expect_eq_const %h, dense<[(1.0, -2.0), (0.5, 1.0)]> : tensor<2xcomplex<f32>>
  return
}
func.func @of_narrow_types() {
  %x = stablehlo.constant dense<"0x0F08"> : tensor<2xi4>
  check.expect_eq_const %x, dense<[-1, -8]> : tensor<2xi4>
  %y = stablehlo.constant dense<[0.5, 448.0, 0x7F]> : tensor<3xf8E4M3FN>
  %z = stablehlo.convert %y : (tensor<3xf8E4M3FN>) -> tensor<3xf32>
  check.expect_almost_eq_const %z, dense<[0.5, 448.0, 0x7FC00000]> : tensor<3xf32>
  return
}
func.func @of_quantized_values() {
  %q = "stablehlo.constant"() <{value = dense<[3, 5]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.0e-01:3>>
  %x = stablehlo.uniform_dequantize %q : (tensor<2x!quant.uniform<i8:f32, 5.0e-01:3>>) -> tensor<2xf32>
  check.expect_eq_const %x, dense<[0.0, 1.0]> : tensor<2xf32>
  return
}
func.func @of_chlo() {
  %x = chlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0]> : tensor<2xf32>
  return
}
