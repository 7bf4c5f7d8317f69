// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.0, 1.5, 1.0e1, 1.0e30]> : tensor<4xf32>
  %y = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0.0, 9.624236e-1, 2.993223, 6.97707e1]> : tensor<4xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[1.0, 1.5, 10.0, 1.0e+30]> : tensor<4xf64>
  %y = chlo.acosh %x : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %y, dense<[0.0, 0.9624236501192069, 2.993222846126381, 69.77069997038132]> : tensor<4xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 5.0e-1, 0x7FC00000, 3.0e38]> : tensor<4xf32>
  %y = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0x7FC00000, 0x7FC00000, 8.928999e1]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 1.5 : f64, case.high = 3.0 : f64}) -> tensor<2x3xf64> {
  %y = chlo.acosh %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Values of numpy.
func.func @complex_f32() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f32>>
  %w = chlo.acosh %z : tensor<6xcomplex<f32>> -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0.4051123440887077, 1.2901667538151376), (0.8988936293694826, 2.6319820992636394), (1.621135659801741, -0.31368767053311086), (0.0019999997616586716, 1.5717963250090636), (1.8184464592320668, -1.5707963267948966), (0.9624236501192069, 0.0)]> : tensor<6xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}

func.func @complex_f64() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f64>>
  %w = chlo.acosh %z : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(0.4051123440887077, 1.2901667538151376), (0.8988936293694826, 2.6319820992636394), (1.621135659801741, -0.31368767053311086), (0.0019999997616586716, 1.5717963250090636), (1.8184464592320668, -1.5707963267948966), (0.9624236501192069, 0.0)]> : tensor<6xcomplex<f64>>, tolerance = 1.0e-14 : f64
  return
}

func.func @gradient_complex(%x: tensor<5xf64>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %z = stablehlo.complex %x, %y : tensor<5xcomplex<f64>>
  %w = chlo.acosh %z : tensor<5xcomplex<f64>> -> tensor<5xcomplex<f64>>
  %u = stablehlo.real %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %v = stablehlo.imag %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  return %u, %v : tensor<5xf64>, tensor<5xf64>
}

// As C99 has them: no infinity times 0, no square that overflows.
func.func @complex_extremes() {
  %z = stablehlo.constant dense<[(0x7F800000, 0.0), (3.0e38, 3.0e38), (-2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %w = chlo.acosh %z : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0x7F800000, 0.0), (89.63656659328177, 0.7853981633974483), (1.3169578969248166, 3.141592653589793)]> : tensor<3xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
