// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi32>) {
  %y = stablehlo.is_finite %x : (tensor<2xi32>) -> tensor<2xi1>
  return
}
