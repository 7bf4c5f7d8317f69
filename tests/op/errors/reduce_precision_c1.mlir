// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xf32>) {
  %y = "stablehlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2x5xf32>) -> tensor<3x5xf32>
  return
}
