// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  %z = stablehlo.complex %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xcomplex<f32>>
  return
}
