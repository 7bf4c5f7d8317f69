// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xcomplex<f32>>) {
  %y = stablehlo.imag %x : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}
