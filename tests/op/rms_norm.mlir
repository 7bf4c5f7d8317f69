// SPDX-License-Identifier: Apache-2.0
func.func @by_hand() {
  %x = stablehlo.constant dense<[[3.0, 4.0], [-1.0, 7.0]]> : tensor<2x2xf64>
  %gamma = stablehlo.constant dense<[2.0, 10.0]> : tensor<2xf64>
  %r:2 = tutti.rms_norm %x, %gamma {epsilon = 3.5 : f64} : (tensor<2x2xf64>, tensor<2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %r#0, dense<[[1.5, 10.0], [-0.3746343246326776, 13.112201362143717]]> : tensor<2x2xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[0.25, 0.1873171623163388]> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  return
}

// The values are those of the formula in Python's floats.
func.func @values() {
  %x = stablehlo.constant dense<[[[-0.705, -1.397, 0.604, -1.71]], [[0.144, -0.537, -1.768, 0.03]], [[-1.85, -0.265, -1.721, -1.637]]]> : tensor<3x1x4xf64>
  %gamma = stablehlo.constant dense<[-0.151, 0.654, -0.752, -0.554]> : tensor<4xf64>
  %r:2 = tutti.rms_norm %x, %gamma {epsilon = 1.0e-05 : f64} : (tensor<3x1x4xf64>, tensor<4xf64>) -> (tensor<3x1x4xf64>, tensor<3x1xf64>)
  check.expect_almost_eq_const %r#0, dense<[[[0.08888557873756596, -0.7628504286941177, -0.3792451359469481, 0.7909902227349185]], [[-0.02346124941690825, -0.37893413689842464, 1.4345371460981664, -0.017932577506853162]], [[0.18485842684249898, -0.11468700181161087, 0.8564249047866384, 0.600135090698438]]]> : tensor<3x1x4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[0.8349591727731527], [1.0789757826024766], [0.6617448607213137]]> : tensor<3x1xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient(%x: tensor<2x3x5xf64>, %gamma: tensor<5xf64>) -> tensor<2x3x5xf64> {
  %y:2 = tutti.rms_norm %x, %gamma {epsilon = 1.0e-05 : f64} : (tensor<2x3x5xf64>, tensor<5xf64>) -> (tensor<2x3x5xf64>, tensor<2x3xf64>)
  return %y#0 : tensor<2x3x5xf64>
}
