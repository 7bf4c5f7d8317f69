// SPDX-License-Identifier: Apache-2.0
func.func @by_hand() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %order = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %inverse = stablehlo.constant dense<[1, 2, 0]> : tensor<3xi32>
  %y = tutti.permute_rows %x, %order, %inverse : (tensor<3x2xf32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3x2xf32>
  check.expect_eq_const %y, dense<[[5.0, 6.0], [1.0, 2.0], [3.0, 4.0]]> : tensor<3x2xf32>
  %back = tutti.permute_rows %y, %inverse, %order : (tensor<3x2xf32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3x2xf32>
  check.expect_eq %back, %x : tensor<3x2xf32>
  return
}

func.func @gradient(%x: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %order = stablehlo.constant dense<[2, 0, 3, 1]> : tensor<4xi32>
  %inverse = stablehlo.constant dense<[1, 3, 0, 2]> : tensor<4xi32>
  %y = tutti.permute_rows %x, %order, %inverse : (tensor<4x3xf64>, tensor<4xi32>, tensor<4xi32>) -> tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}
