// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %dy = stablehlo.constant dense<[[[-0.685, -0.108], [-0.474, 0.924], [0.945, 0.094]], [[-0.511, 0.931], [-0.381, -0.287], [-0.998, -0.237]]]> : tensor<2x3x2xf64>
  %ids = stablehlo.constant dense<[[0, 3, -1], [2, 7, 2]]> : tensor<2x3xi32>
  %r = tutti.embedding_gradient %dy, %ids : (tensor<2x3x2xf64>, tensor<2x3xi32>) -> tensor<4x2xf64>
  check.expect_almost_eq_const %r, dense<[[0.2599999999999999, -0.013999999999999999], [0.0, 0.0], [-1.509, 0.6940000000000001], [-0.855, 0.637]]> : tensor<4x2xf64>, tolerance = 1.0e-12 : f64
  return
}
