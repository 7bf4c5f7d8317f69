// SPDX-License-Identifier: Apache-2.0
func.func @from_its_parts() {
  %x = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf64>
  %y = stablehlo.constant dense<[0.5, 3.0]> : tensor<2xf64>
  %z = stablehlo.complex %x, %y : tensor<2xcomplex<f64>>
  check.expect_eq_const %z, dense<[(1.0, 0.5), (-2.0, 3.0)]> : tensor<2xcomplex<f64>>
  %w = stablehlo.complex %x, %y : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f64>>
  check.expect_eq %w, %z : tensor<2xcomplex<f64>>
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

// A product of float32 parts, looked at in float64.
func.func @parts_are_rounded() {
  %a = stablehlo.constant dense<[3.3, 3.3, 3.3]> : tensor<3xf32>
  %b = stablehlo.constant dense<0.0> : tensor<3xf32>
  %z = stablehlo.complex %a, %b : tensor<3xcomplex<f32>>
  %y = stablehlo.multiply %z, %z : tensor<3xcomplex<f32>>
  %x = stablehlo.convert %y : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f64>>
  check.expect_eq_const %x, dense<(10.889999389648438, 0.0)> : tensor<3xcomplex<f64>>
  return
}
