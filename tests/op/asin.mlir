// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-9.0e-1, -3.0e-1, 0.0, 5.0e-1, 9.9e-1]> : tensor<5xf32>
  %y = chlo.asin %x : tensor<5xf32> -> tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[-1.1197695, -3.0469266e-1, 0.0, 5.235988e-1, 1.4292569]> : tensor<5xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-0.9, -0.3, 0.0, 0.5, 0.99]> : tensor<5xf64>
  %y = chlo.asin %x : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %y, dense<[-1.1197695149986342, -0.3046926540153975, 0.0, 0.5235987755982989, 1.4292568534704693]> : tensor<5xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[1.0, -1.0, 1.5, 0x7FC00000]> : tensor<4xf32>
  %y = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[1.5707964, -1.5707964, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -0.9 : f64, case.high = 0.9 : f64}) -> tensor<2x3xf64> {
  %y = chlo.asin %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Values of numpy.
func.func @complex_f32() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f32>>
  %w = chlo.asin %z : tensor<6xcomplex<f32>> -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0.28062957297975916, 0.4051123440887077), (-1.0611857724687426, 0.8988936293694826), (1.2571086562617857, -1.621135659801741), (-0.0009999982141669318, 0.0019999997616586716), (0.0, -1.8184464592320668), (1.5707963267948966, 0.9624236501192069)]> : tensor<6xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}

func.func @complex_f64() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f64>>
  %w = chlo.asin %z : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(0.28062957297975916, 0.4051123440887077), (-1.0611857724687426, 0.8988936293694826), (1.2571086562617857, -1.621135659801741), (-0.0009999982141669318, 0.0019999997616586716), (0.0, -1.8184464592320668), (1.5707963267948966, 0.9624236501192069)]> : tensor<6xcomplex<f64>>, tolerance = 1.0e-14 : f64
  return
}

func.func @gradient_complex(%x: tensor<5xf64>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %z = stablehlo.complex %x, %y : tensor<5xcomplex<f64>>
  %w = chlo.asin %z : tensor<5xcomplex<f64>> -> tensor<5xcomplex<f64>>
  %u = stablehlo.real %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %v = stablehlo.imag %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  return %u, %v : tensor<5xf64>, tensor<5xf64>
}

// As C99 has them: no infinity times 0, no square that overflows.
func.func @complex_extremes() {
  %z = stablehlo.constant dense<[(0x7F800000, 0.0), (3.0e38, 3.0e38), (3.0e38, 0.0), (-2.0, 0.0)]> : tensor<4xcomplex<f32>>
  %w = chlo.asin %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(1.5707963267948966, 0x7F800000), (0.7853981633974483, 89.63656659328177), (1.5707963267948966, 89.2899930030018), (-1.5707963267948966, 1.3169578969248166)]> : tensor<4xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
