// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %r = chlo.broadcast_compare %x, %x {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type ZZ>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
