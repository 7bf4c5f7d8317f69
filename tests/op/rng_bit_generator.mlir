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
// What XLA's CPU plugin gave for these states.
func.func @three_fry_of_a_plugin() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %n, %x = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  check.expect_eq_const %x, dense<[43444564, 2150618427, 3979645651, 3745730563, 1672743891, 4240503393, 2109414752, 618976052]> : tensor<8xui32>
  check.expect_eq_const %n, dense<[1, 6]> : tensor<2xui64>
  %m, %y = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>)
  check.expect_eq_const %y, dense<[9236835810183407956, 16087790271692313299, 18212823393184779219, 2658481902456610144]> : tensor<4xui64>
  check.expect_eq_const %m, dense<[1, 6]> : tensor<2xui64>
  %zero = stablehlo.constant dense<0> : tensor<2xui64>
  %k, %z = stablehlo.rng_bit_generator %zero, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  check.expect_eq_const %z, dense<[1797259609, 2579123966, 1351547692]> : tensor<3xui32>
  check.expect_eq_const %k, dense<[0, 2]> : tensor<2xui64>
  %l, %w = stablehlo.rng_bit_generator %zero, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  check.expect_eq_const %w, dense<[[1797259609, 1351547692, 1688610540], [2579123966, 3235790642, 4229293427]]> : tensor<2x3xui32>
  return
}
func.func @philox_of_a_plugin() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %n, %x = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  check.expect_eq_const %x, dense<[2100602697, 2847456232, 2074354647, 800269529, 1828267006, 3135207875, 3972719319, 2171987788]> : tensor<8xui32>
  check.expect_eq_const %n, dense<[1, 4]> : tensor<2xui64>
  %m, %y = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>)
  check.expect_eq_const %y, dense<[12229731395331991369, 3437131457114678231, 13465615291114923006, 9328616520744100567]> : tensor<4xui64>
  %three = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui64>
  %k, %z = stablehlo.rng_bit_generator %three, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<8xui32>)
  check.expect_eq_const %z, dense<[4031113034, 1366700262, 495645701, 3051723414, 89414891, 1917262711, 278163116, 614958348]> : tensor<8xui32>
  check.expect_eq_const %k, dense<[1, 4, 3]> : tensor<3xui64>
  return
}
// Narrower elements take the low bits of 32.
func.func @bytes() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %n, %x = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui8>)
  check.expect_eq_const %x, dense<[73, 232, 215, 217]> : tensor<4xui8>
  %m, %y = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi16>)
  check.expect_eq_const %y, dense<[-5804, -10949, -27949, 20483]> : tensor<4xi16>
  return
}
