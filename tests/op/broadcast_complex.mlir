// SPDX-License-Identifier: Apache-2.0
func.func @aligned_at_the_end() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<3.0> : tensor<f32>
  %z = chlo.broadcast_complex %x, %y : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %z, dense<[(1.0, 3.0), (2.0, 3.0)]> : tensor<2xcomplex<f32>>
  return
}
