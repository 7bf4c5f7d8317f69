// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = chlo.atan %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[-1.19029, -7.853982e-1, -2.9145682e-1, 9.966865e-2, 6.435011e-1, 1.2490457]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = chlo.atan %x : tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[-1.1902899496825317, -0.7853981633974483, -0.2914567944778671, 0.09966865249116204, 0.6435011087932844, 1.2490457723982544]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %y = chlo.atan %x : tensor<3xf32> -> tensor<3xf32>
  check.expect_almost_eq_const %y, dense<[1.5707964, -1.5707964, 0x7FC00000]> : tensor<3xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.atan %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Values of numpy.
func.func @complex_f32() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f32>>
  %w = chlo.atan %z : tensor<6xcomplex<f32>> -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0.33737048468031333, 0.37908687524956564), (-0.9425141129396175, 0.1858945085467093), (1.2155990183547114, -0.0972064472760499), (-0.0010000037141728404, 0.0020000007616540645), (1.5707963267948966, -0.34657359027997264), (0.982793723247329, 0.0)]> : tensor<6xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}

func.func @complex_f64() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f64>>
  %w = chlo.atan %z : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(0.33737048468031333, 0.37908687524956564), (-0.9425141129396175, 0.1858945085467093), (1.2155990183547114, -0.0972064472760499), (-0.0010000037141728404, 0.0020000007616540645), (1.5707963267948966, -0.34657359027997264), (0.982793723247329, 0.0)]> : tensor<6xcomplex<f64>>, tolerance = 1.0e-14 : f64
  return
}

func.func @gradient_complex(%x: tensor<5xf64>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %z = stablehlo.complex %x, %y : tensor<5xcomplex<f64>>
  %w = chlo.atan %z : tensor<5xcomplex<f64>> -> tensor<5xcomplex<f64>>
  %u = stablehlo.real %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %v = stablehlo.imag %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  return %u, %v : tensor<5xf64>, tensor<5xf64>
}

// As C99 has them: no infinity times 0, no square that overflows.
func.func @complex_extremes() {
  %z = stablehlo.constant dense<[(0x7F800000, 0.0), (-3.0e38, 0.0)]> : tensor<2xcomplex<f32>>
  %w = chlo.atan %z : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(1.5707963267948966, 0.0), (-1.5707963267948966, 0.0)]> : tensor<2xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
