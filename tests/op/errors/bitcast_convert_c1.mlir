// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xf32>) {
  %z = stablehlo.bitcast_convert %x : (tensor<3xf32>) -> tensor<3xf64>
  return
}
