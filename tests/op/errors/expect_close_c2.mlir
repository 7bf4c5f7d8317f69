// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  check.expect_close %x, %x, max_ulp_difference = -1 : tensor<2xf32>, tensor<2xf32>
  return
}
