// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2xf32>) {
  %r = chlo.mulhi %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  return
}
