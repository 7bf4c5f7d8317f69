// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xf32>) {
  check.expect_eq_const %x, dense<1.0> : tensor<3x5xf32>
  return
}
