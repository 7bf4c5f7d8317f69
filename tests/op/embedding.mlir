// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %table = stablehlo.constant dense<[[-0.831, 0.683], [0.741, 0.341], [-0.436, -0.516], [-0.414, -0.081]]> : tensor<4x2xf64>
  %ids = stablehlo.constant dense<[[0, 3, -1], [2, 7, 2]]> : tensor<2x3xi32>
  %r = tutti.embedding %table, %ids : (tensor<4x2xf64>, tensor<2x3xi32>) -> tensor<2x3x2xf64>
  check.expect_almost_eq_const %r, dense<[[[-0.831, 0.683], [-0.414, -0.081], [-0.831, 0.683]], [[-0.436, -0.516], [-0.414, -0.081], [-0.436, -0.516]]]> : tensor<2x3x2xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @narrowed() {
  %table = stablehlo.constant dense<[[1.00390625], [3.0]]> : tensor<2x1xf32>
  %ids = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %r = tutti.embedding %table, %ids : (tensor<2x1xf32>, tensor<2xi32>) -> tensor<2x1xbf16>
  check.expect_almost_eq_const %r, dense<[[3.0], [1.0]]> : tensor<2x1xbf16>, tolerance = 0.0 : f64
  return
}

func.func @gradient(%table: tensor<4x2xf64>, %ids: tensor<2x3xi32> {case.value = dense<[[0, 3, -1], [2, 7, 2]]> : tensor<2x3xi32>}) -> tensor<2x3x2xf64> {
  %y = tutti.embedding %table, %ids : (tensor<4x2xf64>, tensor<2x3xi32>) -> tensor<2x3x2xf64>
  return %y : tensor<2x3x2xf64>
}
