// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-3.0, -5.0e-1, 1.0e-5, 5.0e-1, 9.9e-1, 1.5, 3.0]> : tensor<7xf32>
  %y = chlo.erf %x : tensor<7xf32> -> tensor<7xf32>
  check.expect_almost_eq_const %y, dense<[-9.999779e-1, -5.204999e-1, 1.12837915e-5, 5.204999e-1, 8.3850807e-1, 9.6610516e-1, 9.999779e-1]> : tensor<7xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-3.0, -0.5, 1.0e-05, 0.5, 0.99, 1.5, 3.0]> : tensor<7xf64>
  %y = chlo.erf %x : tensor<7xf64> -> tensor<7xf64>
  check.expect_almost_eq_const %y, dense<[-0.9999779095030014, -0.5204998778130465, 1.1283791670579e-05, 0.5204998778130465, 0.8385080695553698, 0.9661051464753108, 0.9999779095030014]> : tensor<7xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.0]> : tensor<4xf32>
  %y = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[1.0, -1.0, 0x7FC00000, 0.0]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -1.5 : f64, case.high = 1.5 : f64}) -> tensor<2x3xf64> {
  %y = chlo.erf %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
