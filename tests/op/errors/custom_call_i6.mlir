// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %r = stablehlo.custom_call @f(%x) {called_computations = [@nope]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
