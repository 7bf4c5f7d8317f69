// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  %r = chlo.next_after %a, %b : tensor<2xf32>, tensor<3xf32> -> tensor<2xf32>
  return
}
