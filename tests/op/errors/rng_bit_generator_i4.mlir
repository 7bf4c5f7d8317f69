// SPDX-License-Identifier: Apache-2.0
func.func @main(%s: tensor<2xui64>) {
  %t, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi1>)
  return
}
