// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = stablehlo.tan %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[7.470223e-1, -1.5574077, -3.0933627e-1, 1.00334674e-1, 9.3159646e-1, -1.4254655e-1]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = stablehlo.tan %x : tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[0.7470222972386603, -1.5574077246549023, -0.30933624960962325, 0.10033467208545055, 0.9315964599440725, -0.1425465430742778]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  %y = stablehlo.tan %x : tensor<2xf32>
  check.expect_almost_eq_const %y, dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.tan %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @chlo_values() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = chlo.tan %x : tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[0.7470222972386603, -1.5574077246549023, -0.30933624960962325, 0.10033467208545055, 0.9315964599440725, -0.1425465430742778]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @gradient_chlo(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.tan %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.tan %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(0.0338128260798967, 1.0147936161466335), (-0.504500702698564, 0.31242069250258875), (0.0, -0.9950547536867305), (0.36799470590156097, -0.14149450751692372)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}

// Values of numpy.
func.func @complex_chlo_f32() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f32>>
  %w = chlo.tan %z : tensor<6xcomplex<f32>> -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0.2610736912870206, 0.41063347876021083), (-0.8066346988510736, 1.5839635482844237), (-0.36377016529145545, -0.807747138952803), (-0.000999996380835729, 0.0019999994283230746), (0.0, -0.9950547536867302), (14.10141994717172, 0.0)]> : tensor<6xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}

func.func @complex_chlo_f64() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f64>>
  %w = chlo.tan %z : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(0.2610736912870206, 0.41063347876021083), (-0.8066346988510736, 1.5839635482844237), (-0.36377016529145545, -0.807747138952803), (-0.000999996380835729, 0.0019999994283230746), (0.0, -0.9950547536867302), (14.10141994717172, 0.0)]> : tensor<6xcomplex<f64>>, tolerance = 1.0e-14 : f64
  return
}

func.func @gradient_complex_chlo(%x: tensor<5xf64>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %z = stablehlo.complex %x, %y : tensor<5xcomplex<f64>>
  %w = chlo.tan %z : tensor<5xcomplex<f64>> -> tensor<5xcomplex<f64>>
  %u = stablehlo.real %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %v = stablehlo.imag %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  return %u, %v : tensor<5xf64>, tensor<5xf64>
}

// Neither squares nor sums overflow or cancel.
func.func @complex_extremes() {
  %a0 = stablehlo.constant dense<[(1.5703125, 0.0), (1.5703125, 0.0001220703125), (0.0, 100.0)]> : tensor<3xcomplex<f32>>
  %r = stablehlo.tan %a0 : tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(2066.8551897466036, 0.0), (1943.1610532242066, 490.26287688245606), (0.0, 1.0)]> : tensor<3xcomplex<f32>>, tolerance = 1.0e-5 : f64
  return
}
