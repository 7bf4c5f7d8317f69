// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<f32>) {
  check.expect_close %x, %x, max_ulp_difference = -1 : tensor<f32>, tensor<f32>
  return
}
