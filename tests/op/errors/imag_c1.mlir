// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xcomplex<f32>>) {
  %y = stablehlo.imag %x : (tensor<2x5xcomplex<f32>>) -> tensor<3x5xf32>
  return
}
