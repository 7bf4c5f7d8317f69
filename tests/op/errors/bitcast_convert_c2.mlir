// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf64>) {
  %y = stablehlo.bitcast_convert %x : (tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}
