// SPDX-License-Identifier: Apache-2.0
func.func @by_hand() {
  %logits = stablehlo.constant dense<[0.0, 1.0986122886681098, 1.3862943611198906]> : tensor<3xf64>
  %label = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = tutti.softmax_cross_entropy %logits, %label : (tensor<3xf64>, tensor<i32>) -> (tensor<f64>, tensor<f64>)
  check.expect_almost_eq_const %r#0, dense<0.9808292530117262> : tensor<f64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<2.0794415416798357> : tensor<f64>, tolerance = 1.0e-12 : f64
  return
}

// Expected values by numpy: log(sum(exp(logits), -1)), and that less logits[label].
func.func @values() {
  %logits = stablehlo.constant dense<[[[0.002, 0.597, -0.548, -1.781], [-0.909, -1.983, 0.12, 2.68], [-0.984, -1.241, 0.98, 0.714]], [[0.211, -1.861, -0.059, 1.391], [-2.688, -0.915, -3.802, -2.579], [-3.683, -0.47, -2.535, 0.543]]]> : tensor<2x3x4xf64>
  %label = stablehlo.constant dense<[[0, 3, 1], [-1, 4, 2]]> : tensor<2x3xi32>
  %r:2 = tutti.softmax_cross_entropy %logits, %label : (tensor<2x3x4xf64>, tensor<2x3xi32>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  check.expect_almost_eq_const %r#0, dense<[[1.2692305578953142, 0.10828813570768192, 2.921736207960523], [0.0, 0.0, 3.431322290737943]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[1.2712305578953143, 2.788288135707682, 1.680736207960523], [1.8487702074000123, -0.5679087096000313, 0.8963222907379427]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @large() {
  %logits = stablehlo.constant dense<[[1000.0, 1000.0], [-1000.0, -1000.0]]> : tensor<2x2xf64>
  %label = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %r:2 = tutti.softmax_cross_entropy %logits, %label : (tensor<2x2xf64>, tensor<2xi32>) -> (tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %r#0, dense<0.6931471805599453> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[1000.6931471805599, -999.3068528194401]> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @infinite() {
  %logits = stablehlo.constant dense<[[0xFF800000, 0xFF800000], [0x7F800000, 1.0], [0xFF800000, 1.0]]> : tensor<3x2xf32>
  %label = stablehlo.constant dense<[9, 1, 1]> : tensor<3xi32>
  %r:2 = tutti.softmax_cross_entropy %logits, %label : (tensor<3x2xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xf32>)
  check.expect_eq_const %r#0, dense<[0.0, 0x7F800000, 0.0]> : tensor<3xf32>
  check.expect_eq_const %r#1, dense<[0xFF800000, 0x7F800000, 1.0]> : tensor<3xf32>
  return
}

func.func @gradient(%logits: tensor<2x3x4xf64>, %label: tensor<2x3xi32> {case.value = dense<[[0, 3, 1], [-1, 4, 2]]> : tensor<2x3xi32>}) -> (tensor<2x3xf64>, tensor<2x3xf64>) {
  %y:2 = tutti.softmax_cross_entropy %logits, %label : (tensor<2x3x4xf64>, tensor<2x3xi32>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return %y#0, %y#1 : tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @gradient_of_loss(%logits: tensor<5x3xf64>, %label: tensor<5xi32> {case.value = dense<[0, 2, 1, -7, 3]> : tensor<5xi32>}) -> tensor<5xf64> {
  %y:2 = tutti.softmax_cross_entropy %logits, %label : (tensor<5x3xf64>, tensor<5xi32>) -> (tensor<5xf64>, tensor<5xf64>)
  return %y#0 : tensor<5xf64>
}
