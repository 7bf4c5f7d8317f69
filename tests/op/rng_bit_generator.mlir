// SPDX-License-Identifier: Apache-2.0
func.func @three_fry_32_bits() {
  %s = stablehlo.constant dense<[42, 7]> : tensor<2xui64>
  %n, %x = stablehlo.rng_bit_generator %s, algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  check.expect_eq_const %x, dense<[2642642533, 3437982737, 356970675]> : tensor<3xui32>
  check.expect_eq_const %n, dense<[42, 9]> : tensor<2xui64>
  %m, %y = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  check.expect_eq_const %y, dense<[[2642642533, 356970675, 4222757798], [3437982737, 1736384518, 1010817143]]> : tensor<2x3xui32>
  check.expect_eq_const %m, dense<[42, 10]> : tensor<2xui64>
  return
}
func.func @three_fry_64_bits_are_both_words() {
  %s = stablehlo.constant dense<[0, 0]> : tensor<2xui64>
  %n, %x = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %x, dense<0x99BA4EFE6B200159> : tensor<1xui64>
  check.expect_eq_const %n, dense<[0, 1]> : tensor<2xui64>
  return
}
func.func @philox_32_bits() {
  %s = stablehlo.constant dense<[42, 7]> : tensor<2xui64>
  %n, %x = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %x, dense<[1436477672, 1015822685, 1056814300, 3113490754, 1193696974]> : tensor<5xui32>
  check.expect_eq_const %n, dense<[42, 9]> : tensor<2xui64>
  %m, %y = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq %y, %x : tensor<5xui32>
  return
}
func.func @philox_64_bits_with_a_long_counter() {
  %s = stablehlo.constant dense<[42, 7, 9]> : tensor<3xui64>
  %n, %x = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui64>)
  check.expect_eq_const %x, dense<[4293364796313622012, 14227007239875184674, 3867692948386548033]> : tensor<3xui64>
  check.expect_eq_const %n, dense<[42, 9, 9]> : tensor<3xui64>
  return
}
func.func @philox_of_zeros() {
  %s = stablehlo.constant dense<0> : tensor<3xui64>
  %n, %x = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  check.expect_eq_const %x, dense<[0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]> : tensor<4xui32>
  return
}
