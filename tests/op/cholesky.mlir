// SPDX-License-Identifier: Apache-2.0
func.func @rounds_narrow_floats_once() {
  %a = stablehlo.constant dense<[[3.0, 2.0], [2.0, 2.0]]> : tensor<2x2xf8E4M3FN>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xf8E4M3FN>
  check.expect_eq_const %l, dense<[[1.75, 0.0], [1.125, 0.8125]]> : tensor<2x2xf8E4M3FN>
  return
}
func.func @lower() {
  %a = stablehlo.constant dense<[[[4.0, 2.0, 1.0], [2.0, 5.0, 3.0], [1.0, 3.0, 6.0]], [[9.0, 3.0, 0.0], [3.0, 2.0, 1.0], [0.0, 1.0, 5.0]]]> : tensor<2x3x3xf64>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x3x3xf64>
  check.expect_almost_eq_const %l, dense<[[[2.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.5, 1.25, 2.0463381929681126]], [[3.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 2.0]]]> : tensor<2x3x3xf64>, tolerance = 1.0e-14 : f64
  return
}
func.func @upper_reads_its_triangle() {
  %a = stablehlo.constant dense<[[[4.0, 2.0, 1.0], [0.0, 5.0, 3.0], [0.0, 0.0, 6.0]], [[9.0, 3.0, 0.0], [0.0, 2.0, 1.0], [0.0, 0.0, 5.0]]]> : tensor<2x3x3xf64>
  %l = stablehlo.cholesky %a : tensor<2x3x3xf64>
  check.expect_almost_eq_const %l, dense<[[[2.0, 1.0, 0.5], [0.0, 2.0, 1.25], [0.0, 0.0, 2.0463381929681126]], [[3.0, 1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 2.0]]]> : tensor<2x3x3xf64>, tolerance = 1.0e-14 : f64
  return
}
func.func @of_f32() {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf32>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  check.expect_eq_const %l, dense<[[2.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf32>
  return
}
func.func @not_positive_definite() {
  %a = stablehlo.constant dense<[[-1.0]]> : tensor<1x1xf32>
  %l = stablehlo.cholesky %a, lower = true : tensor<1x1xf32>
  check.expect_almost_eq_const %l, dense<0x7FC00000> : tensor<1x1xf32>
  return
}
func.func @complex() {
  %a = stablehlo.constant dense<[[(4.0, 0.0), (0.0, -2.0)], [(0.0, 2.0), (5.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f64>>
  check.expect_eq_const %l, dense<[[(2.0, 0.0), (0.0, 0.0)], [(0.0, 1.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = false : tensor<2x2xcomplex<f64>>
  check.expect_eq_const %u, dense<[[(2.0, 0.0), (0.0, -1.0)], [(0.0, 0.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  return
}
func.func @gradient_lower(%x: tensor<2x3x3xf64>) -> tensor<2x3x3xf64> {
  %p = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %i = stablehlo.iota dim = 1 : tensor<2x3x3xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x3x3xi32>
  %e = stablehlo.compare EQ, %i, %j, SIGNED : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
  %d = stablehlo.convert %e : (tensor<2x3x3xi1>) -> tensor<2x3x3xf64>
  %a = stablehlo.add %p, %d : tensor<2x3x3xf64>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x3x3xf64>
  return %l : tensor<2x3x3xf64>
}
func.func @gradient_upper(%x: tensor<2x3x3xf64>) -> tensor<2x3x3xf64> {
  %p = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %i = stablehlo.iota dim = 1 : tensor<2x3x3xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x3x3xi32>
  %e = stablehlo.compare EQ, %i, %j, SIGNED : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
  %d = stablehlo.convert %e : (tensor<2x3x3xi1>) -> tensor<2x3x3xf64>
  %a = stablehlo.add %p, %d : tensor<2x3x3xf64>
  %l = stablehlo.cholesky %a, lower = false : tensor<2x3x3xf64>
  return %l : tensor<2x3x3xf64>
}
