// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %y = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<3xi1>
  return
}
