// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<6xi8>, %b: tensor<6xi1>) {
  %r = "chlo.mulhi"(%a, %b) : (tensor<6xi8>, tensor<6xi1>) -> tensor<6xi8>
  return
}
