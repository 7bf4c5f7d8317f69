// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %z = stablehlo.complex %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}
