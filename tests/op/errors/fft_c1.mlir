// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xcomplex<f32>>) {
  %y = stablehlo.fft %x, type = FFT, length = [4, 4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}
