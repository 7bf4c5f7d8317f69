// SPDX-License-Identifier: Apache-2.0
func.func @erf() {
  %x = stablehlo.constant dense<[[1.377, -1.272, 2.881, -2.292], [-0.491, 1.543, -2.088, -0.066], [-2.765, 1.009, 1.587, 0.438]]> : tensor<3x4xf64>
  %bias = stablehlo.constant dense<[0.751, -0.373, 0.391, 0.189]> : tensor<4xf64>
  %r = tutti.bias_gelu %x, %bias {approximate = "none"} : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3x4xf64>
  check.expect_almost_eq_const %r, dense<[[2.092529343070846, -0.08222516961185465, 3.2702529225356525, -0.037292256619510834], [0.15666770943245775, 1.0284294332274087, -0.0761076164613045, 0.06752041347502173], [-0.04431760022416402, 0.4691210977943762, 1.9305985091144546, 0.460638329777914]]> : tensor<3x4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient_erf(%x: tensor<2x3x4xf64> {case.low = -3.0 : f64, case.high = 3.0 : f64}, %bias: tensor<4xf64> {case.low = -0.4 : f64, case.high = 0.4 : f64}) -> tensor<2x3x4xf64> {
  %y = tutti.bias_gelu %x, %bias {approximate = "none"} : (tensor<2x3x4xf64>, tensor<4xf64>) -> tensor<2x3x4xf64>
  return %y : tensor<2x3x4xf64>
}

func.func @tanh() {
  %x = stablehlo.constant dense<[[1.377, -1.272, 2.881, -2.292], [-0.491, 1.543, -2.088, -0.066], [-2.765, 1.009, 1.587, 0.438]]> : tensor<3x4xf64>
  %bias = stablehlo.constant dense<[0.751, -0.373, 0.391, 0.189]> : tensor<4xf64>
  %r = tutti.bias_gelu %x, %bias {approximate = "tanh"} : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3x4xf64>
  check.expect_almost_eq_const %r, dense<[[2.0927372261910047, -0.08238834715231146, 3.2705496585472655, -0.037105421276251965], [0.15666627481083303, 1.0282230904241156, -0.0762422171306526, 0.06752033893569795], [-0.044207490012140145, 0.46908088500786593, 1.9306774191091072, 0.46060001995813693]]> : tensor<3x4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient_tanh(%x: tensor<2x3x4xf64> {case.low = -3.0 : f64, case.high = 3.0 : f64}, %bias: tensor<4xf64> {case.low = -0.4 : f64, case.high = 0.4 : f64}) -> tensor<2x3x4xf64> {
  %y = tutti.bias_gelu %x, %bias {approximate = "tanh"} : (tensor<2x3x4xf64>, tensor<4xf64>) -> tensor<2x3x4xf64>
  return %y : tensor<2x3x4xf64>
}
