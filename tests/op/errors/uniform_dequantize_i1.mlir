// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi8>) {
  %y = stablehlo.uniform_dequantize %x : (tensor<2xi8>) -> tensor<2xf32>
  return
}
