// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-9.0e-1, -3.0e-1, 0.0, 5.0e-1, 9.9e-1]> : tensor<5xf32>
  %y = chlo.acos %x : tensor<5xf32> -> tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[2.6905658, 1.875489, 1.5707964, 1.0471976, 1.4153941e-1]> : tensor<5xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-0.9, -0.3, 0.0, 0.5, 0.99]> : tensor<5xf64>
  %y = chlo.acos %x : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %y, dense<[2.6905658417935308, 1.8754889808102941, 1.5707963267948966, 1.0471975511965979, 0.1415394733244273]> : tensor<5xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[1.0, -1.0, 1.5, 0x7FC00000]> : tensor<4xf32>
  %y = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0.0, 3.1415927, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -0.9 : f64, case.high = 0.9 : f64}) -> tensor<2x3xf64> {
  %y = chlo.acos %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Values of numpy.
func.func @complex_f32() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f32>>
  %w = chlo.acos %z : tensor<6xcomplex<f32>> -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(1.2901667538151376, -0.4051123440887077), (2.6319820992636394, -0.8988936293694826), (0.31368767053311086, 1.621135659801741), (1.5717963250090636, -0.0019999997616586716), (1.5707963267948966, 1.8184464592320668), (0.0, -0.9624236501192069)]> : tensor<6xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}

func.func @complex_f64() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f64>>
  %w = chlo.acos %z : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(1.2901667538151376, -0.4051123440887077), (2.6319820992636394, -0.8988936293694826), (0.31368767053311086, 1.621135659801741), (1.5717963250090636, -0.0019999997616586716), (1.5707963267948966, 1.8184464592320668), (0.0, -0.9624236501192069)]> : tensor<6xcomplex<f64>>, tolerance = 1.0e-14 : f64
  return
}

func.func @gradient_complex(%x: tensor<5xf64>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %z = stablehlo.complex %x, %y : tensor<5xcomplex<f64>>
  %w = chlo.acos %z : tensor<5xcomplex<f64>> -> tensor<5xcomplex<f64>>
  %u = stablehlo.real %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %v = stablehlo.imag %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  return %u, %v : tensor<5xf64>, tensor<5xf64>
}

// As C99 has them: no infinity times 0, no square that overflows.
func.func @complex_extremes() {
  %z = stablehlo.constant dense<[(0x7F800000, 0.0), (3.0e38, 3.0e38), (-3.0e38, 0.0), (2.0, 0.0)]> : tensor<4xcomplex<f32>>
  %w = chlo.acos %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0.0, 0xFF800000), (0.7853981633974483, -89.63656659328177), (3.141592653589793, -89.2899930030018), (0.0, -1.3169578969248166)]> : tensor<4xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
