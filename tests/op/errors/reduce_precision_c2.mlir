// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %y = stablehlo.reduce_precision %x, format = e0m7 : tensor<2xf32>
  return
}
