// SPDX-License-Identifier: Apache-2.0
func.func @holds() {
  %x = stablehlo.constant dense<[1.0, 0.0, 0x7F800000, 0x7FC00000, 0x00000001]> : tensor<5xf32>
  %y = stablehlo.constant dense<[0x3F800001, -0.0, 0x7F800000, 0x7FC00000, 0x00000001]> : tensor<5xf32>
  check.expect_close %x, %y : tensor<5xf32>, tensor<5xf32>
  %a = stablehlo.constant dense<1.0> : tensor<f64>
  %b = stablehlo.constant dense<0x3FF0000000000003> : tensor<f64>
  check.expect_close %a, %b, max_ulp_difference = 3 : tensor<f64>, tensor<f64>
  check.expect_close %a, %b, max_ulp_difference = 3, min_ulp_difference = 3 : tensor<f64>, tensor<f64>
  return
}
func.func @the_farther_part_of_a_complex_number() {
  %a = stablehlo.constant dense<(1.0, 0x40000002)> : tensor<complex<f32>>
  %b = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  check.expect_close %a, %b, max_ulp_difference = 2, min_ulp_difference = 2 : tensor<complex<f32>>, tensor<complex<f32>>
  return
}
