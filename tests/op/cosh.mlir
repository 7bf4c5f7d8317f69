// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = chlo.cosh %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[6.1322894, 1.5430807, 1.0453385, 1.0050042, 1.2946833, 1.0067662e1]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = chlo.cosh %x : tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[6.132289479663686, 1.5430806348152437, 1.0453385141288605, 1.0050041680558035, 1.2946832846768448, 10.067661995777765]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 8.9e1]> : tensor<4xf32>
  %y = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0x7F800000, 0x7FC00000, 2.2448064e38]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.cosh %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Values of numpy.
func.func @complex_f32() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f32>>
  %w = chlo.cosh %z : tensor<6xcomplex<f32>> -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0.9628205318102804, 0.11858579439803187), (1.6572478640539148, -0.7680009178735728), (4.486927952981954, -4.12405388034358), (0.9999984999995658, -1.9999991899896807e-06), (-0.9899924966004454, -0.0), (2.352409615243247, 0.0)]> : tensor<6xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}

func.func @complex_f64() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f64>>
  %w = chlo.cosh %z : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(0.9628205318102804, 0.11858579439803187), (1.6572478640539148, -0.7680009178735728), (4.486927952981954, -4.12405388034358), (0.9999984999995658, -1.9999991899896807e-06), (-0.9899924966004454, -0.0), (2.352409615243247, 0.0)]> : tensor<6xcomplex<f64>>, tolerance = 1.0e-14 : f64
  return
}

func.func @gradient_complex(%x: tensor<5xf64>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %z = stablehlo.complex %x, %y : tensor<5xcomplex<f64>>
  %w = chlo.cosh %z : tensor<5xcomplex<f64>> -> tensor<5xcomplex<f64>>
  %u = stablehlo.real %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %v = stablehlo.imag %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  return %u, %v : tensor<5xf64>, tensor<5xf64>
}

// As C99 has them: no infinity times 0, no square that overflows.
func.func @complex_extremes() {
  %z = stablehlo.constant dense<[(0x7F800000, 0.0), (0xFF800000, 0.0), (-1.0, 0.0)]> : tensor<3xcomplex<f32>>
  %w = chlo.cosh %z : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0x7F800000, 0.0), (0x7F800000, 0.0), (1.5430806348152437, 0.0)]> : tensor<3xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
