// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<6x2xf32>, %b: tensor<6xf32>) {
  %r = "chlo.polygamma"(%a, %b) : (tensor<6x2xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}
