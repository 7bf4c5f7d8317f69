// SPDX-License-Identifier: Apache-2.0
func.func @by_hand() {
  %x = stablehlo.constant dense<[[0.0, 0.6931471805599453, 1.6094379124341003]]> : tensor<1x3xf64>
  %r = tutti.softmax %x : (tensor<1x3xf64>) -> tensor<1x3xf64>
  check.expect_almost_eq_const %r, dense<[[0.125, 0.25, 0.625]]> : tensor<1x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @values() {
  %x = stablehlo.constant dense<[[0.286, -2.623, -2.642, -1.764], [1.082, -0.434, -1.115, 0.513]]> : tensor<2x4xf64>
  %r = tutti.softmax %x : (tensor<2x4xf64>) -> tensor<2x4xf64>
  check.expect_almost_eq_const %r, dense<[[0.8085583798891965, 0.044090876724946895, 0.04326105830570959, 0.1040896850801469], [0.5271993199070402, 0.11576690075823302, 0.05859085891351115, 0.29844292042121556]]> : tensor<2x4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @large() {
  %x = stablehlo.constant dense<[1000.0, 1000.0]> : tensor<2xf32>
  %r = tutti.softmax %x : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_almost_eq_const %r, dense<[0.5, 0.5]> : tensor<2xf32>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient(%x: tensor<2x1x5xf64>) -> tensor<2x1x5xf64> {
  %y = tutti.softmax %x : (tensor<2x1x5xf64>) -> tensor<2x1x5xf64>
  return %y : tensor<2x1x5xf64>
}
