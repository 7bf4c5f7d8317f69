// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x3xf32>, %c: tensor<f64>) {
  %r = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f64>) -> tensor<3xf32>
  return
}
