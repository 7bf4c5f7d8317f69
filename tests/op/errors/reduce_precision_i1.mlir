// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi32>) {
  %y = stablehlo.reduce_precision %x, format = e5m10 : tensor<2xi32>
  return
}
