// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi32>) {
  %y = stablehlo.count_leading_zeros %x : (tensor<2xi32>) -> tensor<2xi64>
  return
}
