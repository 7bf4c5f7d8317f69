// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  check.expect_eq_const %x, dense<1.0> : tensor<3xf32>
  return
}
