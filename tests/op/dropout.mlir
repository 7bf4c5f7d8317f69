// SPDX-License-Identifier: Apache-2.0
func.func @mask() {
  %x = stablehlo.constant dense<[[[1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]], [[1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]]> : tensor<2x3x6xf64>
  %key = stablehlo.constant dense<[123456789, 3987654321]> : tensor<2xui32>
  %sample = stablehlo.constant dense<[[5, 5, 8], [0, -1, 2147483647]]> : tensor<2x3xi32>
  %position = stablehlo.constant dense<[[0, 1, 0], [7, 383, 65535]]> : tensor<2x3xi32>
  %r = tutti.dropout %x, %key, %sample, %position {rate = 0.3 : f64, site = 17 : i64} : (tensor<2x3x6xf64>, tensor<2xui32>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3x6xf64>
  check.expect_almost_eq_const %r, dense<[[[1.4285776566757493, 1.4285776566757493, 1.4285776566757493, 0.0, 1.4285776566757493, 0.0], [1.4285776566757493, 1.4285776566757493, 0.0, 0.0, 1.4285776566757493, 1.4285776566757493], [0.0, 1.4285776566757493, 0.0, 1.4285776566757493, 1.4285776566757493, 1.4285776566757493]], [[1.4285776566757493, 1.4285776566757493, 0.0, 1.4285776566757493, 1.4285776566757493, 1.4285776566757493], [1.4285776566757493, 1.4285776566757493, 0.0, 1.4285776566757493, 0.0, 1.4285776566757493], [0.0, 1.4285776566757493, 1.4285776566757493, 0.0, 1.4285776566757493, 0.0]]]> : tensor<2x3x6xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @bf16() {
  %x = stablehlo.constant dense<[[[2.0, 2.0, 2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0, 2.0, 2.0]], [[2.0, 2.0, 2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0, 2.0, 2.0]]]> : tensor<2x3x6xbf16>
  %key = stablehlo.constant dense<[123456789, 3987654321]> : tensor<2xui32>
  %sample = stablehlo.constant dense<[[5, 5, 8], [0, -1, 2147483647]]> : tensor<2x3xi32>
  %position = stablehlo.constant dense<[[0, 1, 0], [7, 383, 65535]]> : tensor<2x3xi32>
  %r = tutti.dropout %x, %key, %sample, %position {rate = 0.3 : f64, site = 17 : i64} : (tensor<2x3x6xbf16>, tensor<2xui32>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3x6xbf16>
  check.expect_almost_eq_const %r, dense<[[[2.859375, 2.859375, 2.859375, 0.0, 2.859375, 0.0], [2.859375, 2.859375, 0.0, 0.0, 2.859375, 2.859375], [0.0, 2.859375, 0.0, 2.859375, 2.859375, 2.859375]], [[2.859375, 2.859375, 0.0, 2.859375, 2.859375, 2.859375], [2.859375, 2.859375, 0.0, 2.859375, 0.0, 2.859375], [0.0, 2.859375, 2.859375, 0.0, 2.859375, 0.0]]]> : tensor<2x3x6xbf16>, tolerance = 1.0e-12 : f64
  return
}

func.func @rate_zero() {
  %x = stablehlo.constant dense<[[[-0.228, 0.337, -0.955, -0.077, -0.664, -0.766], [-0.882, 0.536, -0.741, -0.505, -0.218, 0.743], [-0.839, -0.102, 0.099, 0.767, 0.639, 0.728]], [[-0.443, -0.169, -0.282, 0.768, 0.915, -0.698], [-0.648, -0.536, -0.533, -0.03, 0.178, -0.475], [-0.992, -0.162, -0.261, 0.133, 0.906, 0.381]]]> : tensor<2x3x6xf64>
  %key = stablehlo.constant dense<[123456789, 3987654321]> : tensor<2xui32>
  %sample = stablehlo.constant dense<[[5, 5, 8], [0, -1, 2147483647]]> : tensor<2x3xi32>
  %position = stablehlo.constant dense<[[0, 1, 0], [7, 383, 65535]]> : tensor<2x3xi32>
  %r = tutti.dropout %x, %key, %sample, %position {rate = 0.0 : f64, site = 17 : i64} : (tensor<2x3x6xf64>, tensor<2xui32>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3x6xf64>
  check.expect_almost_eq_const %r, dense<[[[-0.228, 0.337, -0.955, -0.077, -0.664, -0.766], [-0.882, 0.536, -0.741, -0.505, -0.218, 0.743], [-0.839, -0.102, 0.099, 0.767, 0.639, 0.728]], [[-0.443, -0.169, -0.282, 0.768, 0.915, -0.698], [-0.648, -0.536, -0.533, -0.03, 0.178, -0.475], [-0.992, -0.162, -0.261, 0.133, 0.906, 0.381]]]> : tensor<2x3x6xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient(%x: tensor<2x3x6xf64>, %key: tensor<2xui32> {case.value = dense<[123456789, 3987654321]> : tensor<2xui32>}, %sample: tensor<2x3xi32> {case.value = dense<[[5, 5, 8], [0, -1, 2147483647]]> : tensor<2x3xi32>}, %position: tensor<2x3xi32> {case.value = dense<[[0, 1, 0], [7, 383, 65535]]> : tensor<2x3xi32>}) -> tensor<2x3x6xf64> {
  %y = tutti.dropout %x, %key, %sample, %position {rate = 0.3 : f64, site = 17 : i64} : (tensor<2x3x6xf64>, tensor<2xui32>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3x6xf64>
  return %y : tensor<2x3x6xf64>
}
