// SPDX-License-Identifier: Apache-2.0
// The values are those of the formula in numpy.
func.func @values() {
  %dy = stablehlo.constant dense<[[0.68, -0.137, -0.379], [0.463, 0.825, -0.203]]> : tensor<2x3xf64>
  %gate = stablehlo.constant dense<[[0.034, 1.36, 1.225], [-0.51, -0.298, -0.527]]> : tensor<2x3xf64>
  %up = stablehlo.constant dense<[[0.57, -0.056, 0.747], [-1.847, 1.567, -0.096]]> : tensor<2x3xf64>
  %r:2 = tutti.swiglu_gradient %dy, %gate, %up : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.20038793070090033, 0.007800853782174134, -0.27969663299463854], [-0.2186113228653249, 0.4565774543554173, 0.004837062064402185]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[0.011756501070761552, -0.14826594687842806, -0.35885776748142084], [-0.0885944471837698, -0.10474352525230182, 0.0397131510904188]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gelu() {
  %dy = stablehlo.constant dense<[[0.68, -0.137, -0.379], [0.463, 0.825, -0.203]]> : tensor<2x3xf64>
  %gate = stablehlo.constant dense<[[0.034, 1.36, 1.225], [-0.51, -0.298, -0.527]]> : tensor<2x3xf64>
  %up = stablehlo.constant dense<[[0.57, -0.056, 0.747], [-1.847, 1.567, -0.096]]> : tensor<2x3xf64>
  %r:2 = tutti.swiglu_gradient %dy, %gate, %up {activation = "gelu"} : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.204310791230666, 0.00865609321668331, -0.3172246691974886], [-0.10807257293485263, 0.3479245714883073, 0.0022628104203870434]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[0.011873540137881207, -0.17012600429001914, -0.41307121974985755], [-0.07202572583683126, -0.09412406138840286, 0.031997674144366356]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gelu_tanh() {
  %dy = stablehlo.constant dense<[[0.68, -0.137, -0.379], [0.463, 0.825, -0.203]]> : tensor<2x3xf64>
  %gate = stablehlo.constant dense<[[0.034, 1.36, 1.225], [-0.51, -0.298, -0.527]]> : tensor<2x3xf64>
  %up = stablehlo.constant dense<[[0.57, -0.056, 0.747], [-1.847, 1.567, -0.096]]> : tensor<2x3xf64>
  %r:2 = tutti.swiglu_gradient %dy, %gate, %up {activation = "gelu_tanh"} : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.20431077120058364, 0.00865603635633081, -0.3171681887901895], [-0.10818489744972254, 0.3479655705288888, 0.0022655776566700104]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[0.01187353983906731, -0.17009399369957642, -0.4129882304704862], [-0.0720342929915991, -0.09412607363424934, 0.03200190194861807]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
