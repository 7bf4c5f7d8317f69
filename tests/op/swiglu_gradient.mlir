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
