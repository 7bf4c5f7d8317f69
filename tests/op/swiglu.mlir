// SPDX-License-Identifier: Apache-2.0
// The values are those of the formula in numpy.
func.func @values() {
  %gate = stablehlo.constant dense<[[0.034, 1.36, 1.225], [-0.51, -0.298, -0.527]]> : tensor<2x3xf64>
  %up = stablehlo.constant dense<[[0.57, -0.056, 0.747], [-1.847, 1.567, -0.096]]> : tensor<2x3xf64>
  %y = tutti.swiglu %gate, %up : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %y, dense<[[0.009854714132844241, -0.06060505857804358, 0.7073001380174706], [0.35342104524497364, -0.19894921705497812, 0.018780603471331057]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @empty() {
  %none = stablehlo.constant dense<0.0> : tensor<0x3xf32>
  %y = tutti.swiglu %none, %none : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_eq %y, %none : tensor<0x3xf32>
  return
}

func.func @gradient(%gate: tensor<2x3xf64>, %up: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = tutti.swiglu %gate, %up : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @gelu() {
  %gate = stablehlo.constant dense<[[0.034, 1.36, 1.225], [-0.51, -0.298, -0.527]]> : tensor<2x3xf64>
  %up = stablehlo.constant dense<[[0.57, -0.056, 0.747], [-1.847, 1.567, -0.096]]> : tensor<2x3xf64>
  %y = tutti.swiglu %gate, %up {activation = "gelu"} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %y, dense<[[0.00995282040969454, -0.06954055649811, 0.8141535650478723], [0.2873250877335364, -0.1787786717522755, 0.01513190501408458]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient_gelu(%gate: tensor<2x3xf64>, %up: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = tutti.swiglu %gate, %up {activation = "gelu"} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @gelu_tanh() {
  %gate = stablehlo.constant dense<[[0.034, 1.36, 1.225], [-0.51, -0.298, -0.527]]> : tensor<2x3xf64>
  %up = stablehlo.constant dense<[[0.57, -0.056, 0.747], [-1.847, 1.567, -0.096]]> : tensor<2x3xf64>
  %y = tutti.swiglu %gate, %up {activation = "gelu_tanh"} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %y, dense<[[0.009952820159218185, -0.06952747187719911, 0.813989995148953], [0.2873592638347376, -0.17878249379984087, 0.015133904369789827]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient_gelu_tanh(%gate: tensor<2x3xf64>, %up: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = tutti.swiglu %gate, %up {activation = "gelu_tanh"} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
