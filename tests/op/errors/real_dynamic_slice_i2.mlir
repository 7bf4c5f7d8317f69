// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xf32>, %n: tensor<1xf32>) {
  %y = stablehlo.real_dynamic_slice %x, %n, %n, %n : (tensor<3xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?xf32>
  return
}
