// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xf32>) {
  %z = stablehlo.complex %x, %x : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<3x5xcomplex<f32>>
  return
}
