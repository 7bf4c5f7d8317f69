// SPDX-License-Identifier: Apache-2.0
func.func @by_hand() {
  %logits = stablehlo.constant dense<[[0.0, 1.0986122886681098, 1.3862943611198906, 50.0]]> : tensor<1x4xf64>
  %segment = stablehlo.constant dense<[[1, 1, -1, 2]]> : tensor<1x4xi32>
  %target = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %r:2 = tutti.cross_entropy %logits, %segment, %target : (tensor<1x4xf64>, tensor<1x4xi32>, tensor<2xi32>) -> (tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %r#0, dense<[0.9808292530117262, 0.0]> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[2.0794415416798357, 50.0]> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @values() {
  %logits = stablehlo.constant dense<[[1.24, 0.816, -0.572, -0.915, -2.674], [-2.221, -2.576, 1.445, -1.466, -2.021]]> : tensor<2x5xf64>
  %segment = stablehlo.constant dense<[[1, 1, -1, 2, 2], [1, 1, 0, 0, -1]]> : tensor<2x5xi32>
  %target = stablehlo.constant dense<[1, 4, 9, 7, 2]> : tensor<5xi32>
  %r:2 = tutti.cross_entropy %logits, %segment, %target : (tensor<2x5xf64>, tensor<2x5xi32>, tensor<5xi32>) -> (tensor<5xf64>, tensor<5xf64>)
  check.expect_almost_eq_const %r#0, dense<[1.0216000433238994, 1.9178968231106879, 0.8724654880596625, 0.0, 2.4096000433238993]> : tensor<5xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[1.8376000433238995, -0.756103176889312, -1.1485345119403374, 0.0, 1.8376000433238995]> : tensor<5xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @outside() {
  %logits = stablehlo.constant dense<[[0.0, 0.0]]> : tensor<1x2xf64>
  %segment = stablehlo.constant dense<[[1, 1]]> : tensor<1x2xi32>
  %target = stablehlo.constant dense<[-3, 9]> : tensor<2xi32>
  %r:2 = tutti.cross_entropy %logits, %segment, %target : (tensor<1x2xf64>, tensor<1x2xi32>, tensor<2xi32>) -> (tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %r#0, dense<[0.6931471805599453, 0.6931471805599453]> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[0.6931471805599453, 0.6931471805599453]> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient(%logits: tensor<2x5xf64>, %segment: tensor<2x5xi32> {case.value = dense<[[1, 1, -1, 2, 2], [1, 1, 0, 0, -1]]> : tensor<2x5xi32>}, %target: tensor<5xi32> {case.value = dense<[1, 4, 9, 7, 2]> : tensor<5xi32>}) -> tensor<5xf64> {
  %y:2 = tutti.cross_entropy %logits, %segment, %target : (tensor<2x5xf64>, tensor<2x5xi32>, tensor<5xi32>) -> (tensor<5xf64>, tensor<5xf64>)
  return %y#0 : tensor<5xf64>
}
