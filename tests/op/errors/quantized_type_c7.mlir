// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 1.0:200>>) {
  %y = stablehlo.negate %x : tensor<2xf32>
  return
}
