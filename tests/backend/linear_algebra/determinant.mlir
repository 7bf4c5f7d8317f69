// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @determinant_f32() {
  %in0 = stablehlo.constant dense<[[[1.4937177e+00, 1.8741627e+00, 1.4767781e+00], [1.23422764e-01, -1.0690867e+00, -1.9544048e+00], [-2.7812472e-01, -3.9059457e-01, 9.069868e-02]], [[-8.6432815e-02, 2.2142589e-01, 1.7354406e-01], [1.0435823e+00, 8.494983e-01, 4.7872838e-01], [-2.9563293e-01, -8.436999e-01, 1.8954209e+00]]]> : tensor<2x3x3xf32>
  %out:1 = func.call @determinant_f32__main(%in0) : (tensor<2x3x3xf32>) -> (tensor<2xf32>)
  %jax0 = stablehlo.constant dense<[-7.9765373e-01, -7.5262195e-01]> : tensor<2xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2xf32>
  return
}
func.func private @determinant_f32__main(%arg0: tensor<2x3x3xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %0 = call @determinant_f32__det(%arg0) : (tensor<2x3x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @determinant_f32__det(%arg0: tensor<2x3x3xf32>) -> tensor<2xf32> {
  %0 = stablehlo.slice %arg0 [0:2, 0:1, 0:1] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %arg0 [0:2, 1:2, 1:2] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %3 = stablehlo.reshape %2 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %4 = stablehlo.multiply %1, %3 : tensor<2xf32>
  %5 = stablehlo.slice %arg0 [0:2, 2:3, 2:3] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %6 = stablehlo.reshape %5 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %7 = stablehlo.multiply %4, %6 : tensor<2xf32>
  %8 = stablehlo.slice %arg0 [0:2, 0:1, 1:2] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %9 = stablehlo.reshape %8 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %10 = stablehlo.slice %arg0 [0:2, 1:2, 2:3] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %11 = stablehlo.reshape %10 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %12 = stablehlo.multiply %9, %11 : tensor<2xf32>
  %13 = stablehlo.slice %arg0 [0:2, 2:3, 0:1] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %14 = stablehlo.reshape %13 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %15 = stablehlo.multiply %12, %14 : tensor<2xf32>
  %16 = stablehlo.add %7, %15 : tensor<2xf32>
  %17 = stablehlo.slice %arg0 [0:2, 0:1, 2:3] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %18 = stablehlo.reshape %17 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %19 = stablehlo.slice %arg0 [0:2, 1:2, 0:1] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %20 = stablehlo.reshape %19 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %21 = stablehlo.multiply %18, %20 : tensor<2xf32>
  %22 = stablehlo.slice %arg0 [0:2, 2:3, 1:2] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %23 = stablehlo.reshape %22 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %24 = stablehlo.multiply %21, %23 : tensor<2xf32>
  %25 = stablehlo.add %16, %24 : tensor<2xf32>
  %26 = stablehlo.slice %arg0 [0:2, 0:1, 2:3] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %27 = stablehlo.reshape %26 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %28 = stablehlo.slice %arg0 [0:2, 1:2, 1:2] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %29 = stablehlo.reshape %28 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %30 = stablehlo.multiply %27, %29 : tensor<2xf32>
  %31 = stablehlo.slice %arg0 [0:2, 2:3, 0:1] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %32 = stablehlo.reshape %31 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %33 = stablehlo.multiply %30, %32 : tensor<2xf32>
  %34 = stablehlo.subtract %25, %33 : tensor<2xf32>
  %35 = stablehlo.slice %arg0 [0:2, 0:1, 0:1] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %36 = stablehlo.reshape %35 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %37 = stablehlo.slice %arg0 [0:2, 1:2, 2:3] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %38 = stablehlo.reshape %37 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %39 = stablehlo.multiply %36, %38 : tensor<2xf32>
  %40 = stablehlo.slice %arg0 [0:2, 2:3, 1:2] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %41 = stablehlo.reshape %40 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %42 = stablehlo.multiply %39, %41 : tensor<2xf32>
  %43 = stablehlo.subtract %34, %42 : tensor<2xf32>
  %44 = stablehlo.slice %arg0 [0:2, 0:1, 1:2] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %45 = stablehlo.reshape %44 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %46 = stablehlo.slice %arg0 [0:2, 1:2, 0:1] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %47 = stablehlo.reshape %46 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %48 = stablehlo.multiply %45, %47 : tensor<2xf32>
  %49 = stablehlo.slice %arg0 [0:2, 2:3, 2:3] : (tensor<2x3x3xf32>) -> tensor<2x1x1xf32>
  %50 = stablehlo.reshape %49 : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %51 = stablehlo.multiply %48, %50 : tensor<2xf32>
  %52 = stablehlo.subtract %43, %51 : tensor<2xf32>
  return %52 : tensor<2xf32>
}
func.func @determinant_c128() {
  %in0 = stablehlo.constant dense<[[[(1.493717611167265e+00, -6.649038179573186e-01), (1.874162651283728e+00, -1.124795756720688e+00), (1.4767781608556798e+00, -1.7367664488511543e+00)], [(1.234227662223959e-01, 1.931482186213735e+00), (-1.0690866880908372e+00, -1.4885771482998726e+00), (-1.9544047828902804e+00, -7.114768271832825e-01)], [(-2.7812472683003797e-01, -1.716228620999205e+00), (-3.905945598505407e-01, -1.1009202441278183e+00), (9.069868541027848e-02, -4.254603402255803e-01)]], [[(-8.643281679039028e-02, 1.5845800195225408e+00), (2.2142589528932177e-01, -6.181535520085317e-01), (1.7354407017016138e-01, 1.9389977491410852e+00)], [(1.043582302411716e+00, -1.8850718041468184e+00), (8.49498296328365e-01, -5.932610549195196e-01), (4.787283844137584e-01, -4.7616444318458795e-01)], [(-2.956329180952313e-01, 1.0566405254638402e+00), (-8.436998879276492e-01, 1.755215653243087e+00), (1.8954209648017848e+00, -7.212408141318893e-01)]]]> : tensor<2x3x3xcomplex<f64>>
  %out:1 = func.call @determinant_c128__main(%in0) : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[(-4.865093981680646e-01, -6.718419084639835e+00), (3.4738813571200975e+00, 7.093828994929424e+00)]> : tensor<2xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2xcomplex<f64>>
  return
}
func.func private @determinant_c128__main(%arg0: tensor<2x3x3xcomplex<f64>>) -> (tensor<2xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = call @determinant_c128__det(%arg0) : (tensor<2x3x3xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
}
func.func private @determinant_c128__det(%arg0: tensor<2x3x3xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %0 = stablehlo.slice %arg0 [0:2, 0:1, 0:1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %1 = stablehlo.reshape %0 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %2 = stablehlo.slice %arg0 [0:2, 1:2, 1:2] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %3 = stablehlo.reshape %2 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %4 = stablehlo.multiply %1, %3 : tensor<2xcomplex<f64>>
  %5 = stablehlo.slice %arg0 [0:2, 2:3, 2:3] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %6 = stablehlo.reshape %5 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %7 = stablehlo.multiply %4, %6 : tensor<2xcomplex<f64>>
  %8 = stablehlo.slice %arg0 [0:2, 0:1, 1:2] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %9 = stablehlo.reshape %8 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %10 = stablehlo.slice %arg0 [0:2, 1:2, 2:3] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %11 = stablehlo.reshape %10 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %12 = stablehlo.multiply %9, %11 : tensor<2xcomplex<f64>>
  %13 = stablehlo.slice %arg0 [0:2, 2:3, 0:1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %14 = stablehlo.reshape %13 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %15 = stablehlo.multiply %12, %14 : tensor<2xcomplex<f64>>
  %16 = stablehlo.add %7, %15 : tensor<2xcomplex<f64>>
  %17 = stablehlo.slice %arg0 [0:2, 0:1, 2:3] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %18 = stablehlo.reshape %17 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %19 = stablehlo.slice %arg0 [0:2, 1:2, 0:1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %20 = stablehlo.reshape %19 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %21 = stablehlo.multiply %18, %20 : tensor<2xcomplex<f64>>
  %22 = stablehlo.slice %arg0 [0:2, 2:3, 1:2] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %23 = stablehlo.reshape %22 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %24 = stablehlo.multiply %21, %23 : tensor<2xcomplex<f64>>
  %25 = stablehlo.add %16, %24 : tensor<2xcomplex<f64>>
  %26 = stablehlo.slice %arg0 [0:2, 0:1, 2:3] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %27 = stablehlo.reshape %26 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %28 = stablehlo.slice %arg0 [0:2, 1:2, 1:2] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %29 = stablehlo.reshape %28 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %30 = stablehlo.multiply %27, %29 : tensor<2xcomplex<f64>>
  %31 = stablehlo.slice %arg0 [0:2, 2:3, 0:1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %32 = stablehlo.reshape %31 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %33 = stablehlo.multiply %30, %32 : tensor<2xcomplex<f64>>
  %34 = stablehlo.subtract %25, %33 : tensor<2xcomplex<f64>>
  %35 = stablehlo.slice %arg0 [0:2, 0:1, 0:1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %36 = stablehlo.reshape %35 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %37 = stablehlo.slice %arg0 [0:2, 1:2, 2:3] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %38 = stablehlo.reshape %37 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %39 = stablehlo.multiply %36, %38 : tensor<2xcomplex<f64>>
  %40 = stablehlo.slice %arg0 [0:2, 2:3, 1:2] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %41 = stablehlo.reshape %40 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %42 = stablehlo.multiply %39, %41 : tensor<2xcomplex<f64>>
  %43 = stablehlo.subtract %34, %42 : tensor<2xcomplex<f64>>
  %44 = stablehlo.slice %arg0 [0:2, 0:1, 1:2] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %45 = stablehlo.reshape %44 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %46 = stablehlo.slice %arg0 [0:2, 1:2, 0:1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %47 = stablehlo.reshape %46 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %48 = stablehlo.multiply %45, %47 : tensor<2xcomplex<f64>>
  %49 = stablehlo.slice %arg0 [0:2, 2:3, 2:3] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  %50 = stablehlo.reshape %49 : (tensor<2x1x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %51 = stablehlo.multiply %48, %50 : tensor<2xcomplex<f64>>
  %52 = stablehlo.subtract %43, %51 : tensor<2xcomplex<f64>>
  return %52 : tensor<2xcomplex<f64>>
}
