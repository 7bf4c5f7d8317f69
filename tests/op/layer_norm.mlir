// SPDX-License-Identifier: Apache-2.0
func.func @by_hand() {
  %x = stablehlo.constant dense<[[1.0, 3.0], [-2.0, 6.0]]> : tensor<2x2xf64>
  %gamma = stablehlo.constant dense<[2.0, 10.0]> : tensor<2xf64>
  %beta = stablehlo.constant dense<[0.5, -0.5]> : tensor<2xf64>
  %r:3 = tutti.layer_norm %x, %gamma, %beta {epsilon = 0.0 : f64} : (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %r#0, dense<[[-1.5, 9.5], [-1.5, 9.5]]> : tensor<2x2xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[2.0, 2.0]> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#2, dense<[1.0, 0.25]> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @values() {
  %x = stablehlo.constant dense<[[[-0.705, -1.397, 0.604, -1.71]], [[0.144, -0.537, -1.768, 0.03]], [[-1.85, -0.265, -1.721, -1.637]]]> : tensor<3x1x4xf64>
  %gamma = stablehlo.constant dense<[-0.151, 0.654, -0.752, -0.554]> : tensor<4xf64>
  %beta = stablehlo.constant dense<[0.255, 0.895, 0.154, -0.207]> : tensor<4xf64>
  %r:3 = tutti.layer_norm %x, %gamma, %beta {epsilon = 1.0e-05 : f64} : (tensor<3x1x4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<3x1x4xf64>, tensor<3x1xf64>, tensor<3x1xf64>)
  check.expect_almost_eq_const %r#0, dense<[[[0.2385332714539764, 0.4575248802407207, -1.0346713792894997, 0.3585281896609097]], [[0.12025375997921348, 0.8913349650365594, 1.3788534980463087, -0.6180898103344578]], [[0.3684021539641589, 2.019797435399592, 0.5675304519293897, 0.025103062418523836]]]> : tensor<3x1x4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[-0.8019999999999999], [-0.5327500000000001], [-1.3682500000000002]]> : tensor<3x1xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#2, dense<[[1.1242389940618283], [1.3185950579027297], [1.5589157076216873]]> : tensor<3x1xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient(%x: tensor<2x3x5xf64>, %gamma: tensor<5xf64>, %beta: tensor<5xf64>) -> tensor<2x3x5xf64> {
  %y:3 = tutti.layer_norm %x, %gamma, %beta {epsilon = 1.0e-05 : f64} : (tensor<2x3x5xf64>, tensor<5xf64>, tensor<5xf64>) -> (tensor<2x3x5xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return %y#0 : tensor<2x3x5xf64>
}
