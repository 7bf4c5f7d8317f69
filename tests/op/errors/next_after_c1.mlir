// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x5xf32>, %b: tensor<3x5xf32>) {
  %r = chlo.next_after %a, %b : tensor<2x5xf32>, tensor<3x5xf32> -> tensor<2x5xf32>
  return
}
