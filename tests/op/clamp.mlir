// SPDX-License-Identifier: Apache-2.0
func.func @bounds_of_rank_0() {
  %low = stablehlo.constant dense<-1> : tensor<i32>
  %high = stablehlo.constant dense<2> : tensor<i32>
  %x = stablehlo.constant dense<[-5, -1, 0, 2, 9]> : tensor<5xi32>
  %y = stablehlo.clamp %low, %x, %high : (tensor<i32>, tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %y, dense<[-1, -1, 0, 2, 2]> : tensor<5xi32>
  return
}
func.func @bounds_for_each_element() {
  %low = stablehlo.constant dense<[0.0, 0.0, 5.0]> : tensor<3xf32>
  %high = stablehlo.constant dense<[1.0, 1.0, 4.0]> : tensor<3xf32>
  %x = stablehlo.constant dense<[0.5, 0x7F800000, 4.5]> : tensor<3xf32>
  %y = stablehlo.clamp %low, %x, %high : tensor<3xf32>
  check.expect_eq_const %y, dense<[0.5, 1.0, 4.0]> : tensor<3xf32>
  return
}
func.func @nan_stays() {
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %x = stablehlo.constant dense<[0x7FC00000]> : tensor<1xf32>
  %y = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  check.expect_almost_eq_const %y, dense<[0x7FC00000]> : tensor<1xf32>
  return
}
func.func @gradient(%low: tensor<f64> {case.low = -0.5 : f64, case.high = -0.4 : f64}, %x: tensor<8xf64>, %high: tensor<8xf64> {case.low = 0.3 : f64, case.high = 0.4 : f64}) -> tensor<8xf64> {
  %wide = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f64>) -> tensor<8xf64>
  %y = stablehlo.clamp %wide, %x, %high : tensor<8xf64>
  return %y : tensor<8xf64>
}
func.func @gradient_of_bounds_of_rank_0(%low: tensor<f64> {case.low = -0.5 : f64, case.high = -0.4 : f64}, %x: tensor<8xf64>, %high: tensor<f64> {case.low = 0.3 : f64, case.high = 0.4 : f64}) -> tensor<8xf64> {
  %y = stablehlo.clamp %low, %x, %high : (tensor<f64>, tensor<8xf64>, tensor<f64>) -> tensor<8xf64>
  return %y : tensor<8xf64>
}
func.func @complex_by_real_then_imaginary() {
  %l = stablehlo.constant dense<(0.0, -1.0)> : tensor<complex<f64>>
  %x = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (3.0, -1.0), (-1.0, 0.0)]> : tensor<4xcomplex<f64>>
  %h = stablehlo.constant dense<(1.0, 2.5)> : tensor<complex<f64>>
  %z = stablehlo.clamp %l, %x, %h : (tensor<complex<f64>>, tensor<4xcomplex<f64>>, tensor<complex<f64>>) -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %z, dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.5), (0.0, -1.0)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
func.func @nan_anywhere_gives_nan() {
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %x = stablehlo.constant dense<[0.0, 2.0]> : tensor<2xf32>
  %low = stablehlo.clamp %nan, %x, %one : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %high = stablehlo.clamp %one, %x, %nan : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %0 = stablehlo.compare EQ, %low, %low : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %1 = stablehlo.compare EQ, %high, %high : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<false> : tensor<2xi1>
  check.expect_eq_const %1, dense<false> : tensor<2xi1>
  return
}
