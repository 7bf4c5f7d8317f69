// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<1x1x1x4xcomplex<f32>>) {
  %y = stablehlo.fft %x, type = FFT, length = [1, 1, 1, 4] : (tensor<1x1x1x4xcomplex<f32>>) -> tensor<1x1x1x4xcomplex<f32>>
  return
}
