// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  %y = stablehlo.negate %x : tensor<2xf32>
  return
}
