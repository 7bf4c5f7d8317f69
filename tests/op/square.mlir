// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = chlo.square %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[6.25, 1.0, 9.0e-2, 1.0000001e-2, 5.625e-1, 9.0]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = chlo.square %x : tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[6.25, 1.0, 0.09, 0.010000000000000002, 0.5625, 9.0]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 3.0e38]> : tensor<4xf32>
  %y = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0x7F800000, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.square %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Values of numpy.
func.func @complex_f32() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f32>>
  %w = chlo.square %z : tensor<6xcomplex<f32>> -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(-0.0699999976158141, 0.240000013113022), (1.3125, -1.25), (5.6875, -3.75), (-3.0000002849847146e-06, -4.0000003799796195e-06), (-9.0, -0.0), (2.25, 0.0)]> : tensor<6xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}

func.func @complex_f64() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f64>>
  %w = chlo.square %z : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(-0.0699999976158141, 0.240000013113022), (1.3125, -1.25), (5.6875, -3.75), (-3.0000002849847146e-06, -4.0000003799796195e-06), (-9.0, -0.0), (2.25, 0.0)]> : tensor<6xcomplex<f64>>, tolerance = 1.0e-14 : f64
  return
}

func.func @gradient_complex(%x: tensor<5xf64>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %z = stablehlo.complex %x, %y : tensor<5xcomplex<f64>>
  %w = chlo.square %z : tensor<5xcomplex<f64>> -> tensor<5xcomplex<f64>>
  %u = stablehlo.real %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %v = stablehlo.imag %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  return %u, %v : tensor<5xf64>, tensor<5xf64>
}

// As C99 has them: no infinity times 0, no square that overflows.
func.func @complex_extremes() {
  %z = stablehlo.constant dense<[(-1.0e200, -1.0e200), (1.0e200, 1.0)]> : tensor<2xcomplex<f64>>
  %w = chlo.square %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(0.0, 0x7FF0000000000000), (0x7FF0000000000000, 2.0e200)]> : tensor<2xcomplex<f64>>, tolerance = 1.0e-6 : f64
  return
}
