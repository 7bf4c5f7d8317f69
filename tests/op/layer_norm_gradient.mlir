// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %dy = stablehlo.constant dense<[[0.953, -0.907, 0.717, -0.421], [-0.711, -0.764, -0.383, 0.632], [-0.639, 0.163, 0.278, -0.255]]> : tensor<3x4xf64>
  %x = stablehlo.constant dense<[[-0.705, -1.397, 0.604, -1.71], [0.144, -0.537, -1.768, 0.03], [-1.85, -0.265, -1.721, -1.637]]> : tensor<3x4xf64>
  %gamma = stablehlo.constant dense<[-0.151, 0.654, -0.752, -0.554]> : tensor<4xf64>
  %mean = stablehlo.constant dense<[-0.8019999999999999, -0.5327500000000001, -1.3682500000000002]> : tensor<3xf64>
  %rstd = stablehlo.constant dense<[1.1242389940618283, 1.3185950579027297, 1.5589157076216873]> : tensor<3xf64>
  %r:3 = tutti.layer_norm_gradient %dy, %x, %gamma, %mean, %rstd : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3x4xf64>, tensor<4xf64>, tensor<4xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.15311164628835147, -0.5070671571535958, 0.0020855017897890987, 0.3518700090754552], [0.4767794205049676, -0.5102136603829412, 0.19113179018680537, -0.15769755030883165], [0.14646356794862353, 0.0017462006835038991, -0.3429166984693279, 0.1947069298372004]]> : tensor<3x4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[-0.05064773488292185, 0.891333336856068, 1.604301599821725, 1.005563914973545]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#2, dense<[-0.397, -1.508, 0.612, -0.043999999999999984]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  return
}
