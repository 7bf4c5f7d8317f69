// SPDX-License-Identifier: Apache-2.0
func.func @main(%s: tensor<2xi64>) {
  %n, %x = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xi64>) -> (tensor<2xi64>, tensor<3xui32>)
  return
}
