// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf16>) {
  %y = "stablehlo.complex"(%x, %x) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xcomplex<f32>>
  return
}
