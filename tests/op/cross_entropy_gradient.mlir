// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %dloss = stablehlo.constant dense<[0.5, -1.0, 2.0, 3.0, 0.0]> : tensor<5xf64>
  %logits = stablehlo.constant dense<[[1.24, 0.816, -0.572, -0.915, -2.674], [-2.221, -2.576, 1.445, -1.466, -2.021]]> : tensor<2x5xf64>
  %segment = stablehlo.constant dense<[[1, 1, -1, 2, 2], [1, 1, 0, 0, -1]]> : tensor<2x5xi32>
  %target = stablehlo.constant dense<[1, 4, 9, 7, 2]> : tensor<5xi32>
  %lse = stablehlo.constant dense<[1.8376000433238995, -0.756103176889312, -1.1485345119403374, 0.0, 1.8376000433238995]> : tensor<5xf64>
  %r = tutti.cross_entropy_gradient %dloss, %logits, %segment, %target, %lse : (tensor<5xf64>, tensor<2x5xf64>, tensor<2x5xi32>, tensor<5xi32>, tensor<5xf64>) -> tensor<2x5xf64>
  check.expect_almost_eq_const %r, dense<[[0.2750651710147965, -0.31999078300657285, 0.04492561199177638, -0.8530843730204742, 0.8530843730204742], [0.6843277513391546, 0.4798324456896548, 0.0, 0.0, -1.1641601970288096]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  return
}
