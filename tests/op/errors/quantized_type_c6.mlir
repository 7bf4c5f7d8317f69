// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x!quant.uniform<i8:f16, 1.0e300>>) {
  %y = stablehlo.negate %x : tensor<2xf32>
  return
}
