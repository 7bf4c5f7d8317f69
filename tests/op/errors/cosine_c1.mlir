// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %y = stablehlo.cosine %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}
