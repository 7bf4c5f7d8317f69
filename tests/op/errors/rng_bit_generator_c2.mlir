// SPDX-License-Identifier: Apache-2.0
func.func @main(%s: tensor<3xui64>) {
  %n, %x = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui32>)
  return
}
