// SPDX-License-Identifier: Apache-2.0
func.func @along_an_axis() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi32>
  %z = stablehlo.concatenate %x, %y, %x, dim = 1 : (tensor<2x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<2x5xi32>
  check.expect_eq_const %z, dense<[[1, 2, 5, 1, 2], [3, 4, 6, 3, 4]]> : tensor<2x5xi32>
  return
}
func.func @empty_parts() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %y = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %z = stablehlo.concatenate %x, %y, dim = 0 : (tensor<0xf32>, tensor<1xf32>) -> tensor<1xf32>
  check.expect_eq %z, %y : tensor<1xf32>
  return
}
func.func @gradient(%x: tensor<2x2xf64>, %y: tensor<2x1xf64>) -> tensor<2x3xf64> {
  %z = stablehlo.concatenate %x, %y, dim = 1 : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}
