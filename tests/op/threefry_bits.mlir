// SPDX-License-Identifier: Apache-2.0
// Known answers of Random123: 6b200159 99ba4efe, 1cb996fc bb002be7 and c4923a9c 483df7a0.
func.func @known_answers() {
  %none = stablehlo.constant dense<0> : tensor<ui32>
  %zeros = stablehlo.constant dense<0> : tensor<3xui32>
  %a = tutti.threefry_bits %none, %none, %zeros, %zeros : (tensor<ui32>, tensor<ui32>, tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  check.expect_eq_const %a, dense<0xF29A4FA7> : tensor<3xui32>
  %all = stablehlo.constant dense<0xFFFFFFFF> : tensor<ui32>
  %ones = stablehlo.constant dense<0xFFFFFFFF> : tensor<1x1xui32>
  %b = tutti.threefry_bits %all, %all, %ones, %ones : (tensor<ui32>, tensor<ui32>, tensor<1x1xui32>, tensor<1x1xui32>) -> tensor<1x1xui32>
  check.expect_eq_const %b, dense<0xA7B9BD1B> : tensor<1x1xui32>
  %first = stablehlo.constant dense<0x13198A2E> : tensor<ui32>
  %second = stablehlo.constant dense<0x03707344> : tensor<ui32>
  %x = stablehlo.constant dense<[0, 0x243F6A88]> : tensor<2xui32>
  %y = stablehlo.constant dense<[0, 0x85A308D3]> : tensor<2xui32>
  %c = tutti.threefry_bits %first, %second, %x, %y : (tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %d = stablehlo.slice %c [1:2] : (tensor<2xui32>) -> tensor<1xui32>
  check.expect_eq_const %d, dense<0x8CAFCD3C> : tensor<1xui32>
  return
}
