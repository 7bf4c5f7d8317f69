// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-9.0e-1, -3.0e-1, 0.0, 5.0e-1, 9.9e-1]> : tensor<5xf32>
  %y = chlo.atanh %x : tensor<5xf32> -> tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[-1.4722193, -3.0951962e-1, 0.0, 5.4930615e-1, 2.646653]> : tensor<5xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-0.9, -0.3, 0.0, 0.5, 0.99]> : tensor<5xf64>
  %y = chlo.atanh %x : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %y, dense<[-1.4722194895832204, -0.30951960420311175, 0.0, 0.5493061443340548, 2.6466524123622457]> : tensor<5xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[1.0, -1.0, 1.5, 0x7FC00000]> : tensor<4xf32>
  %y = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -0.8 : f64, case.high = 0.8 : f64}) -> tensor<2x3xf64> {
  %y = chlo.atanh %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
