// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xf32>) {
  %y = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}
