// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<6xi32>, %b: tensor<6xi8>) {
  %r = "chlo.mulhi"(%a, %b) : (tensor<6xi32>, tensor<6xi8>) -> tensor<6xi8>
  return
}
