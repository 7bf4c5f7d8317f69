// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xcomplex<f32>>) {
  %y = stablehlo.fft %x, type = DCT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}
