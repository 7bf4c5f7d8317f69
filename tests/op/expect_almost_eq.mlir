// SPDX-License-Identifier: Apache-2.0
func.func @holds() {
  %x = stablehlo.constant dense<[1.0, 1000.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %y = stablehlo.constant dense<[1.00005, 1000.05, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  check.expect_almost_eq %x, %y : tensor<4xf32>
  %a = stablehlo.constant dense<1.5> : tensor<f64>
  %b = stablehlo.constant dense<1.9> : tensor<f64>
  check.expect_almost_eq %a, %b, tolerance = 0.5 : f64 : tensor<f64>
  check.expect_almost_eq %a, %b, tolerance = 0.5 : tensor<f64>
  return
}
