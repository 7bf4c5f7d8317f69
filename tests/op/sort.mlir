// SPDX-License-Identifier: Apache-2.0
func.func @pairs_by_the_first() {
  %k = stablehlo.constant dense<[[3, 1, 2], [1, 0, 1]]> : tensor<2x3xi32>
  %v = stablehlo.constant dense<[[10, 11, 12], [13, 14, 15]]> : tensor<2x3xi32>
  %r:2 = "stablehlo.sort"(%k, %v) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
  check.expect_eq_const %r#0, dense<[[1, 2, 3], [0, 1, 1]]> : tensor<2x3xi32>
  check.expect_eq_const %r#1, dense<[[11, 12, 10], [14, 13, 15]]> : tensor<2x3xi32>
  return
}
// JAX's argsort: its comparator takes constants from outside.
func.func @places_of_floats_as_jax_sorts() {
  %x = stablehlo.constant dense<[2.0, 0x7FC00000, -0.0, 0.0, -1.0]> : tensor<5xf32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.iota dim = 0 : tensor<5xui32>
  %r:2 = "stablehlo.sort"(%x, %n) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<ui32>, %d: tensor<ui32>):
    %a0 = stablehlo.compare EQ, %a, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %a1 = stablehlo.select %a0, %zero, %a : tensor<i1>, tensor<f32>
    %a2 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %a3 = stablehlo.select %a2, %nan, %a1 : tensor<i1>, tensor<f32>
    %b0 = stablehlo.compare EQ, %b, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %b1 = stablehlo.select %b0, %zero, %b : tensor<i1>, tensor<f32>
    %b2 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %b3 = stablehlo.select %b2, %nan, %b1 : tensor<i1>, tensor<f32>
    %p = stablehlo.compare LT, %a3, %b3, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xui32>) -> (tensor<5xf32>, tensor<5xui32>)
  check.expect_eq_const %r#1, dense<[4, 2, 3, 0, 1]> : tensor<5xui32>
  return
}
func.func @along_the_first_axis_descending() {
  %x = stablehlo.constant dense<[[1.0, 0x7F800000], [2.0, -1.0], [0.5, 0.0]]> : tensor<3x2xf32>
  %r = "stablehlo.sort"(%x) <{dimension = -2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %r, dense<[[2.0, 0x7F800000], [1.0, 0.0], [0.5, -1.0]]> : tensor<3x2xf32>
  return
}
func.func @gradient(%k: tensor<2x4xf64>, %v: tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>) {
  %r:2 = "stablehlo.sort"(%k, %v) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %p = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x4xf64>, tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>)
  return %r#0, %r#1 : tensor<2x4xf64>, tensor<2x4xf64>
}

func.func @complex_by_real_then_imaginary_part() {
  %z = stablehlo.constant dense<[(2.0, 1.0), (1.0, 5.0), (2.0, -1.0), (1.0, -5.0)]> : tensor<4xcomplex<f32>>
  %n = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %r:2 = "stablehlo.sort"(%z, %n) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>, %c: tensor<i32>, %d: tensor<i32>):
    %ar = stablehlo.real %a : (tensor<complex<f32>>) -> tensor<f32>
    %ai = stablehlo.imag %a : (tensor<complex<f32>>) -> tensor<f32>
    %br = stablehlo.real %b : (tensor<complex<f32>>) -> tensor<f32>
    %bi = stablehlo.imag %b : (tensor<complex<f32>>) -> tensor<f32>
    %less = stablehlo.compare LT, %ar, %br, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %same = stablehlo.compare EQ, %ar, %br, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %then = stablehlo.compare LT, %ai, %bi, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %both = stablehlo.and %same, %then : tensor<i1>
    %before = stablehlo.or %less, %both : tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<4xcomplex<f32>>, tensor<4xi32>) -> (tensor<4xcomplex<f32>>, tensor<4xi32>)
  check.expect_eq_const %r#0, dense<[(1.0, -5.0), (1.0, 5.0), (2.0, -1.0), (2.0, 1.0)]> : tensor<4xcomplex<f32>>
  check.expect_eq_const %r#1, dense<[3, 1, 2, 0]> : tensor<4xi32>
  return
}
