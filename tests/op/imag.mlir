// SPDX-License-Identifier: Apache-2.0
func.func @of_complex_and_of_float() {
  %z = stablehlo.constant dense<[(1.0, 0.5), (-2.0, 3.0)]> : tensor<2xcomplex<f32>>
  %x = stablehlo.imag %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %x, dense<[0.5, 3.0]> : tensor<2xf32>
  %f = stablehlo.constant dense<[4.0, 5.0]> : tensor<2xf32>
  %y = stablehlo.imag %f : tensor<2xf32>
  check.expect_eq_const %y, dense<[0.0, 0.0]> : tensor<2xf32>
  return
}
func.func @gradient_of_each_part(%x: tensor<3xf64>, %y: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %z = stablehlo.complex %x, %y : tensor<3xcomplex<f64>>
  %a = stablehlo.exponential %z : tensor<3xcomplex<f64>>
  %b = stablehlo.multiply %a, %z : tensor<3xcomplex<f64>>
  %r = stablehlo.real %b : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %i = stablehlo.imag %b : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %s = stablehlo.abs %b : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  return %r, %i, %s : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}
