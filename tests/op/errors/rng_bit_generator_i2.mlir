// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xui64>) {
  %s, %r = stablehlo.rng_bit_generator %x, algorithm = FOO : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}
