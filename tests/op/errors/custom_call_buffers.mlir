// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %r = stablehlo.custom_call @Pin(%x) : (tensor<2xf32>) -> memref<3xf32>
  return
}
