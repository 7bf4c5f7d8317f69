// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @exponential_f32() {
  %in0 = stablehlo.constant dense<[[4.600173e-01, 1.9951205e-01, 4.998673e-01], [-2.799327e-01, -1.3894364e-01, 2.3984098e-01], [4.9645573e-01, -1.8365303e-01, -3.634554e-01]]> : tensor<3x3xf32>
  %out:1 = func.call @exponential_f32__main(%in0) : (tensor<3x3xf32>) -> (tensor<3x3xf32>)
  %jax0 = stablehlo.constant dense<[[1.7104405e+00, 1.9733377e-01, 5.784718e-01], [-2.8181764e-01, 8.298395e-01, 1.2197688e-01], [5.764959e-01, -9.751154e-02, 8.0347407e-01]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  return
}
func.func private @exponential_f32__main(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32> {jax.result_info = "result"}) {
  %0 = call @exponential_f32__expm(%arg0) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
func.func private @exponential_f32__expm(%arg0: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0:3 = call @exponential_f32___calc_P_Q(%arg0) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<f32>)
  %cst = stablehlo.constant dense<1.600000e+01> : tensor<f32>
  %1 = stablehlo.compare GT, %0#2, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.convert %1 : (tensor<i1>) -> tensor<i32>
  %3 = "stablehlo.case"(%2) ({
    %4 = func.call @exponential_f32__solve(%0#1, %0#0) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %5 = func.call @exponential_f32___squaring(%4, %0#2) : (tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
    stablehlo.return %5 : tensor<3x3xf32>
  }, {
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    stablehlo.return %4 : tensor<3x3xf32>
  }) : (tensor<i32>) -> tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}
func.func private @exponential_f32___calc_P_Q(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<f32>) {
  %cst = stablehlo.constant dense<[4.258730e-01, 1.8801527]> : tensor<2xf32>
  %0 = call @exponential_f32__norm(%arg0) : (tensor<3x3xf32>) -> tensor<f32>
  %cst_0 = stablehlo.constant dense<3.92572474> : tensor<f32>
  %1 = stablehlo.divide %0, %cst_0 : tensor<f32>
  %2 = stablehlo.log %1 : tensor<f32>
  %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %3 = stablehlo.log %cst_1 : tensor<f32>
  %4 = stablehlo.divide %2, %3 : tensor<f32>
  %5 = stablehlo.floor %4 : tensor<f32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %6 = stablehlo.maximum %cst_2, %5 : tensor<f32>
  %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %7 = stablehlo.power %cst_3, %6 : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %9 = stablehlo.divide %arg0, %8 : tensor<3x3xf32>
  %10 = call @exponential_f32__digitize(%0, %cst) : (tensor<f32>, tensor<2xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_4 = stablehlo.constant dense<2> : tensor<i32>
  %11 = stablehlo.clamp %c, %10, %c_4 : tensor<i32>
  %12:2 = "stablehlo.case"(%11) ({
    %16 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %17 = stablehlo.iota dim = 1 : tensor<3x3xi64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %18 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
    %19 = stablehlo.add %16, %18 : tensor<3x3xi64>
    %20 = stablehlo.compare EQ, %19, %17, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %21 = stablehlo.convert %20 : (tensor<3x3xi1>) -> tensor<3x3xf32>
    %22 = stablehlo.dot_general %9, %9, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %24 = stablehlo.multiply %23, %22 : tensor<3x3xf32>
    %cst_7 = stablehlo.constant dense<6.000000e+01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %26 = stablehlo.multiply %25, %21 : tensor<3x3xf32>
    %27 = stablehlo.add %24, %26 : tensor<3x3xf32>
    %28 = stablehlo.dot_general %9, %27, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %cst_8 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %30 = stablehlo.multiply %29, %22 : tensor<3x3xf32>
    %cst_9 = stablehlo.constant dense<1.200000e+02> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %32 = stablehlo.multiply %31, %21 : tensor<3x3xf32>
    %33 = stablehlo.add %30, %32 : tensor<3x3xf32>
    stablehlo.return %28, %33 : tensor<3x3xf32>, tensor<3x3xf32>
  }, {
    %16 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %17 = stablehlo.iota dim = 1 : tensor<3x3xi64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %18 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
    %19 = stablehlo.add %16, %18 : tensor<3x3xi64>
    %20 = stablehlo.compare EQ, %19, %17, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %21 = stablehlo.convert %20 : (tensor<3x3xi1>) -> tensor<3x3xf32>
    %22 = stablehlo.dot_general %9, %9, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %23 = stablehlo.dot_general %22, %22, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<3x3xf32>
    %cst_7 = stablehlo.constant dense<4.200000e+02> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %27 = stablehlo.multiply %26, %22 : tensor<3x3xf32>
    %28 = stablehlo.add %25, %27 : tensor<3x3xf32>
    %cst_8 = stablehlo.constant dense<1.512000e+04> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %30 = stablehlo.multiply %29, %21 : tensor<3x3xf32>
    %31 = stablehlo.add %28, %30 : tensor<3x3xf32>
    %32 = stablehlo.dot_general %9, %31, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %cst_9 = stablehlo.constant dense<3.000000e+01> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %34 = stablehlo.multiply %33, %23 : tensor<3x3xf32>
    %cst_10 = stablehlo.constant dense<3.360000e+03> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %36 = stablehlo.multiply %35, %22 : tensor<3x3xf32>
    %37 = stablehlo.add %34, %36 : tensor<3x3xf32>
    %cst_11 = stablehlo.constant dense<3.024000e+04> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %39 = stablehlo.multiply %38, %21 : tensor<3x3xf32>
    %40 = stablehlo.add %37, %39 : tensor<3x3xf32>
    stablehlo.return %32, %40 : tensor<3x3xf32>, tensor<3x3xf32>
  }, {
    %16 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %17 = stablehlo.iota dim = 1 : tensor<3x3xi64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %18 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
    %19 = stablehlo.add %16, %18 : tensor<3x3xi64>
    %20 = stablehlo.compare EQ, %19, %17, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %21 = stablehlo.convert %20 : (tensor<3x3xi1>) -> tensor<3x3xf32>
    %22 = stablehlo.dot_general %9, %9, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %23 = stablehlo.dot_general %22, %22, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %24 = stablehlo.dot_general %23, %22, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %26 = stablehlo.multiply %25, %24 : tensor<3x3xf32>
    %cst_7 = stablehlo.constant dense<1.512000e+03> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %28 = stablehlo.multiply %27, %23 : tensor<3x3xf32>
    %29 = stablehlo.add %26, %28 : tensor<3x3xf32>
    %cst_8 = stablehlo.constant dense<2.772000e+05> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %31 = stablehlo.multiply %30, %22 : tensor<3x3xf32>
    %32 = stablehlo.add %29, %31 : tensor<3x3xf32>
    %cst_9 = stablehlo.constant dense<8.648640e+06> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %34 = stablehlo.multiply %33, %21 : tensor<3x3xf32>
    %35 = stablehlo.add %32, %34 : tensor<3x3xf32>
    %36 = stablehlo.dot_general %9, %35, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %cst_10 = stablehlo.constant dense<5.600000e+01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %38 = stablehlo.multiply %37, %24 : tensor<3x3xf32>
    %cst_11 = stablehlo.constant dense<2.520000e+04> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %40 = stablehlo.multiply %39, %23 : tensor<3x3xf32>
    %41 = stablehlo.add %38, %40 : tensor<3x3xf32>
    %cst_12 = stablehlo.constant dense<1.995840e+06> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %43 = stablehlo.multiply %42, %22 : tensor<3x3xf32>
    %44 = stablehlo.add %41, %43 : tensor<3x3xf32>
    %cst_13 = stablehlo.constant dense<0x4B83F7C0> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %46 = stablehlo.multiply %45, %21 : tensor<3x3xf32>
    %47 = stablehlo.add %44, %46 : tensor<3x3xf32>
    stablehlo.return %36, %47 : tensor<3x3xf32>, tensor<3x3xf32>
  }) : (tensor<i32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  %13 = stablehlo.add %12#0, %12#1 : tensor<3x3xf32>
  %14 = stablehlo.negate %12#0 : tensor<3x3xf32>
  %15 = stablehlo.add %14, %12#1 : tensor<3x3xf32>
  return %13, %15, %6 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<f32>
}
func.func private @exponential_f32__norm(%arg0: tensor<3x3xf32>) -> tensor<f32> {
  %0 = stablehlo.abs %arg0 : tensor<3x3xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = stablehlo.maximum %cst_1, %2 : tensor<f32>
  return %3 : tensor<f32>
}
func.func private @exponential_f32__digitize(%arg0: tensor<f32>, %arg1: tensor<2xf32>) -> tensor<i32> {
  %0 = stablehlo.slice %arg1 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
  %2 = stablehlo.slice %arg1 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
  %4 = stablehlo.compare GE, %1, %3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %5 = call @exponential_f32__searchsorted(%arg1, %arg0) : (tensor<2xf32>, tensor<f32>) -> tensor<i32>
  %6 = stablehlo.reverse %arg1, dims = [0] : tensor<2xf32>
  %7 = call @exponential_f32__searchsorted(%6, %arg0) : (tensor<2xf32>, tensor<f32>) -> tensor<i32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %8 = stablehlo.subtract %c, %7 : tensor<i32>
  %9 = call @exponential_f32___where(%4, %5, %8) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  return %9 : tensor<i32>
}
func.func private @exponential_f32__searchsorted(%arg0: tensor<2xf32>, %arg1: tensor<f32>) -> tensor<i32> {
  %0 = call @exponential_f32___searchsorted_scan_impl(%arg0, %arg1) : (tensor<2xf32>, tensor<f32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @exponential_f32___searchsorted_scan_impl(%arg0: tensor<2xf32>, %arg1: tensor<f32>) -> tensor<i32> {
  %c = stablehlo.constant dense<0> : tensor<ui32>
  %c_0 = stablehlo.constant dense<2> : tensor<ui32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %0:5 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %c_1, %iterArg_4 = %c, %iterArg_5 = %c_0) : tensor<2xf32>, tensor<f32>, tensor<i64>, tensor<ui32>, tensor<ui32>
  cond {
    %c_6 = stablehlo.constant dense<2> : tensor<i64>
    %2 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2:2 = func.call @exponential_f32__closed_call(%iterArg, %iterArg_2, %iterArg_4, %iterArg_5) : (tensor<2xf32>, tensor<f32>, tensor<ui32>, tensor<ui32>) -> (tensor<ui32>, tensor<ui32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %3 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %iterArg_2, %3, %2#0, %2#1 : tensor<2xf32>, tensor<f32>, tensor<i64>, tensor<ui32>, tensor<ui32>
  }
  %1 = stablehlo.convert %0#4 : (tensor<ui32>) -> tensor<i32>
  return %1 : tensor<i32>
}
func.func private @exponential_f32__closed_call(%arg0: tensor<2xf32>, %arg1: tensor<f32>, %arg2: tensor<ui32>, %arg3: tensor<ui32>) -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.subtract %arg3, %arg2 : tensor<ui32>
  %c = stablehlo.constant dense<2> : tensor<i64>
  %1 = call @exponential_f32__floor_divide(%0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<ui32>
  %2 = stablehlo.add %arg2, %1 : tensor<ui32>
  %3 = stablehlo.dynamic_slice %arg0, %2, sizes = [1] : (tensor<2xf32>, tensor<ui32>) -> tensor<1xf32>
  %4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %5 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %6 = stablehlo.select %5, %cst_0, %arg1 : tensor<i1>, tensor<f32>
  %7 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.select %7, %cst_1, %6 : tensor<i1>, tensor<f32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %9 = stablehlo.compare EQ, %4, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %10 = stablehlo.select %9, %cst_3, %4 : tensor<i1>, tensor<f32>
  %11 = stablehlo.compare NE, %4, %4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.select %11, %cst_4, %10 : tensor<i1>, tensor<f32>
  %13 = stablehlo.compare LT, %8, %12, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %14 = stablehlo.select %13, %arg2, %2 : tensor<i1>, tensor<ui32>
  %15 = stablehlo.select %13, %2, %arg3 : tensor<i1>, tensor<ui32>
  return %14, %15 : tensor<ui32>, tensor<ui32>
}
func.func private @exponential_f32__floor_divide(%arg0: tensor<ui32>, %arg1: tensor<i64>) -> tensor<ui32> {
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<ui32>
  %1 = stablehlo.divide %arg0, %0 : tensor<ui32>
  return %1 : tensor<ui32>
}
func.func private @exponential_f32___where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}
func.func private @exponential_f32__solve(%arg0: tensor<3x3xf32>, %arg1: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xi32>, tensor<i32>)
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.subtract %0#1, %1 : tensor<3xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
  %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %8 = stablehlo.select %7, %0#0, %6 : tensor<3x3xi1>, tensor<3x3xf32>
  %9 = stablehlo.iota dim = 0 : tensor<3xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  cond {
    %c_6 = stablehlo.constant dense<3> : tensor<i64>
    %14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %14 : tensor<i1>
  } do {
    %14:2 = func.call @exponential_f32__closed_call_0(%iterArg, %iterArg_4, %iterArg_5) : (tensor<3xi32>, tensor<i64>, tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  }
  %11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %12 = call @exponential_f32___lu_solve(%8, %10#3, %11) : (tensor<3x3xf32>, tensor<3xi32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %13 : tensor<3x3xf32>
}
func.func private @exponential_f32__closed_call_0(%arg0: tensor<3xi32>, %arg1: tensor<i64>, %arg2: tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg1, %c : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %2 = stablehlo.convert %arg1 : tensor<i64>
  %c_1 = stablehlo.constant dense<3> : tensor<i64>
  %3 = stablehlo.add %2, %c_1 : tensor<i64>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
  %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<3xi32>, tensor<i64>) -> tensor<1xi32>
  %6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %8 = stablehlo.convert %arg1 : tensor<i64>
  %c_3 = stablehlo.constant dense<3> : tensor<i64>
  %9 = stablehlo.add %8, %c_3 : tensor<i64>
  %10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
  %11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<3xi32>, tensor<i64>) -> tensor<1xi32>
  %12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %14 = stablehlo.add %6, %c_5 : tensor<i32>
  %15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
  %16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  %17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
  %c_6 = stablehlo.constant dense<0> : tensor<i64>
  %18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_7 = stablehlo.constant dense<3> : tensor<i64>
  %19 = stablehlo.add %arg1, %c_7 : tensor<i64>
  %20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
  %21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
  %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %25 = stablehlo.add %6, %c_9 : tensor<i32>
  %26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  return %0, %28 : tensor<i64>, tensor<3xi32>
}
func.func private @exponential_f32___lu_solve(%arg0: tensor<3x3xf32>, %arg1: tensor<3xi32>, %arg2: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<3x3xf32>) -> tensor<3x3x1xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %4 = stablehlo.add %arg1, %3 : tensor<3xi32>
  %5 = stablehlo.select %2, %4, %arg1 : tensor<3xi1>, tensor<3xi32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 3, 1, 1>}> : (tensor<3x3x1xf32>, tensor<3x1xi32>) -> tensor<3x3x1xf32>
  %8 = stablehlo.transpose %7, dims = [1, 2, 0] : (tensor<3x3x1xf32>) -> tensor<3x1x3xf32>
  %9 = stablehlo.reshape %8 : (tensor<3x1x3xf32>) -> tensor<3x3xf32>
  %10 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %9) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=3, j=3, k=3, l=3, m=3, n=3}, custom>} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %11 = stablehlo.reshape %10 : (tensor<3x3xf32>) -> tensor<3x1x3xf32>
  %12 = stablehlo.reshape %11 : (tensor<3x1x3xf32>) -> tensor<3x3xf32>
  %13 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %12) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=3, j=3, k=3, l=3, m=3, n=3}, custom>} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %14 = stablehlo.reshape %13 : (tensor<3x3xf32>) -> tensor<3x1x3xf32>
  %15 = stablehlo.transpose %14, dims = [2, 0, 1] : (tensor<3x1x3xf32>) -> tensor<3x3x1xf32>
  %16 = stablehlo.reshape %15 : (tensor<3x3x1xf32>) -> tensor<3x3xf32>
  return %16 : tensor<3x3xf32>
}
func.func private @exponential_f32___squaring(%arg0: tensor<3x3xf32>, %arg1: tensor<f32>) -> tensor<3x3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<16xf32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %1:4 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg1, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<16xf32>, tensor<f32>, tensor<i64>, tensor<3x3xf32>
  cond {
    %c_3 = stablehlo.constant dense<16> : tensor<i64>
    %2 = stablehlo.compare LT, %iterArg_1, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = func.call @exponential_f32__dynamic_index_in_dim(%iterArg, %iterArg_1) : (tensor<16xf32>, tensor<i64>) -> tensor<f32>
    %3 = func.call @exponential_f32__closed_call_1(%iterArg_0, %iterArg_2, %2) : (tensor<f32>, tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %4 = stablehlo.add %iterArg_1, %c_3 : tensor<i64>
    stablehlo.return %iterArg, %iterArg_0, %4, %3 : tensor<16xf32>, tensor<f32>, tensor<i64>, tensor<3x3xf32>
  }
  return %1#3 : tensor<3x3xf32>
}
func.func private @exponential_f32__dynamic_index_in_dim(%arg0: tensor<16xf32>, %arg1: tensor<i64>) -> tensor<f32> {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<16xf32>, tensor<i64>) -> tensor<1xf32>
  %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @exponential_f32__closed_call_1(%arg0: tensor<f32>, %arg1: tensor<3x3xf32>, %arg2: tensor<f32>) -> tensor<3x3xf32> {
  %0 = stablehlo.compare LT, %arg2, %arg0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %1 = stablehlo.convert %0 : (tensor<i1>) -> tensor<i32>
  %2 = "stablehlo.case"(%1) ({
    stablehlo.return %arg1 : tensor<3x3xf32>
  }, {
    %3 = stablehlo.dot_general %arg1, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    stablehlo.return %3 : tensor<3x3xf32>
  }) : (tensor<i32>) -> tensor<3x3xf32>
  return %2 : tensor<3x3xf32>
}
func.func @exponential_c128() {
  %in0 = stablehlo.constant dense<[[(4.600173033359185e-01, -1.160199898483999e-01), (1.9951204994957605e-01, -1.794807164348069e-01), (4.998672926238792e-01, -1.3358524691648488e-01)], [(-2.799327002171482e-01, 2.0965156258812745e-01), (-1.38943646035942e-01, 4.001424305233735e-01), (2.3984099020943705e-01, 3.411543919772053e-02)], [(4.9645572508909697e-01, -2.5270623509005485e-01), (-1.8365302220939161e-01, 1.7180656257707527e-01), (-3.6345542017647536e-01, 6.172910731313763e-02)]]> : tensor<3x3xcomplex<f64>>
  %out:1 = func.call @exponential_c128__main(%in0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(1.6867347769334198e+00, -2.6605988294629934e-01), (2.2105134519893108e-01, -1.3904519587332548e-01), (5.72037820184779e-01, -1.927120186322927e-01)], [(-2.9483015509558574e-01, 2.0180175917510249e-01), (7.627578959288539e-01, 3.8182446093390404e-01), (1.177071986950937e-01, 1.3326684084931836e-01)], [(5.442455315930087e-01, -3.5097012893749774e-01), (-1.3840613813274935e-01, 3.494377817668591e-02), (7.761650003928198e-01, -5.107488977619692e-02)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  return
}
func.func private @exponential_c128__main(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = call @exponential_c128__expm(%arg0) : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  return %0 : tensor<3x3xcomplex<f64>>
}
func.func private @exponential_c128__expm(%arg0: tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>> {
  %0:3 = call @exponential_c128___calc_P_Q(%arg0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<f64>)
  %cst = stablehlo.constant dense<1.600000e+01> : tensor<f64>
  %1 = stablehlo.compare GT, %0#2, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %2 = stablehlo.convert %1 : (tensor<i1>) -> tensor<i32>
  %3 = "stablehlo.case"(%2) ({
    %4 = func.call @exponential_c128__solve(%0#1, %0#0) : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %5 = func.call @exponential_c128___squaring(%4, %0#2) : (tensor<3x3xcomplex<f64>>, tensor<f64>) -> tensor<3x3xcomplex<f64>>
    stablehlo.return %5 : tensor<3x3xcomplex<f64>>
  }, {
    %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0.000000e+00)> : tensor<complex<f64>>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    stablehlo.return %4 : tensor<3x3xcomplex<f64>>
  }) : (tensor<i32>) -> tensor<3x3xcomplex<f64>>
  return %3 : tensor<3x3xcomplex<f64>>
}
func.func private @exponential_c128___calc_P_Q(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<f64>) {
  %cst = stablehlo.constant dense<[0.01495585217958292, 0.253939833006323, 0.95041789961629319, 2.097847961257068]> : tensor<4xf64>
  %0 = call @exponential_c128__norm(%arg0) : (tensor<3x3xcomplex<f64>>) -> tensor<f64>
  %cst_0 = stablehlo.constant dense<5.3719203511481517> : tensor<f64>
  %1 = stablehlo.divide %0, %cst_0 : tensor<f64>
  %2 = stablehlo.log %1 : tensor<f64>
  %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
  %3 = stablehlo.log %cst_1 : tensor<f64>
  %4 = stablehlo.divide %2, %3 : tensor<f64>
  %5 = stablehlo.floor %4 : tensor<f64>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %6 = stablehlo.maximum %cst_2, %5 : tensor<f64>
  %7 = stablehlo.convert %6 : (tensor<f64>) -> tensor<complex<f64>>
  %cst_3 = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %8 = stablehlo.power %cst_3, %7 : tensor<complex<f64>>
  %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %10 = stablehlo.divide %arg0, %9 : tensor<3x3xcomplex<f64>>
  %11 = call @exponential_c128__digitize(%0, %cst) : (tensor<f64>, tensor<4xf64>) -> tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_4 = stablehlo.constant dense<4> : tensor<i32>
  %12 = stablehlo.clamp %c, %11, %c_4 : tensor<i32>
  %13:2 = "stablehlo.case"(%12) ({
    %17 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %18 = stablehlo.iota dim = 1 : tensor<3x3xi64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %19 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
    %20 = stablehlo.add %17, %19 : tensor<3x3xi64>
    %21 = stablehlo.compare EQ, %20, %18, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %22 = stablehlo.convert %21 : (tensor<3x3xi1>) -> tensor<3x3xcomplex<f64>>
    %23 = stablehlo.dot_general %10, %10, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_6 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %25 = stablehlo.multiply %24, %23 : tensor<3x3xcomplex<f64>>
    %cst_7 = stablehlo.constant dense<(6.000000e+01,0.000000e+00)> : tensor<complex<f64>>
    %26 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %27 = stablehlo.multiply %26, %22 : tensor<3x3xcomplex<f64>>
    %28 = stablehlo.add %25, %27 : tensor<3x3xcomplex<f64>>
    %29 = stablehlo.dot_general %10, %28, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_8 = stablehlo.constant dense<(1.200000e+01,0.000000e+00)> : tensor<complex<f64>>
    %30 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %31 = stablehlo.multiply %30, %23 : tensor<3x3xcomplex<f64>>
    %cst_9 = stablehlo.constant dense<(1.200000e+02,0.000000e+00)> : tensor<complex<f64>>
    %32 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %33 = stablehlo.multiply %32, %22 : tensor<3x3xcomplex<f64>>
    %34 = stablehlo.add %31, %33 : tensor<3x3xcomplex<f64>>
    stablehlo.return %29, %34 : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
  }, {
    %17 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %18 = stablehlo.iota dim = 1 : tensor<3x3xi64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %19 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
    %20 = stablehlo.add %17, %19 : tensor<3x3xi64>
    %21 = stablehlo.compare EQ, %20, %18, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %22 = stablehlo.convert %21 : (tensor<3x3xi1>) -> tensor<3x3xcomplex<f64>>
    %23 = stablehlo.dot_general %10, %10, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %24 = stablehlo.dot_general %23, %23, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_6 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %25 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %26 = stablehlo.multiply %25, %24 : tensor<3x3xcomplex<f64>>
    %cst_7 = stablehlo.constant dense<(4.200000e+02,0.000000e+00)> : tensor<complex<f64>>
    %27 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %28 = stablehlo.multiply %27, %23 : tensor<3x3xcomplex<f64>>
    %29 = stablehlo.add %26, %28 : tensor<3x3xcomplex<f64>>
    %cst_8 = stablehlo.constant dense<(1.512000e+04,0.000000e+00)> : tensor<complex<f64>>
    %30 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %31 = stablehlo.multiply %30, %22 : tensor<3x3xcomplex<f64>>
    %32 = stablehlo.add %29, %31 : tensor<3x3xcomplex<f64>>
    %33 = stablehlo.dot_general %10, %32, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_9 = stablehlo.constant dense<(3.000000e+01,0.000000e+00)> : tensor<complex<f64>>
    %34 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %35 = stablehlo.multiply %34, %24 : tensor<3x3xcomplex<f64>>
    %cst_10 = stablehlo.constant dense<(3.360000e+03,0.000000e+00)> : tensor<complex<f64>>
    %36 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %37 = stablehlo.multiply %36, %23 : tensor<3x3xcomplex<f64>>
    %38 = stablehlo.add %35, %37 : tensor<3x3xcomplex<f64>>
    %cst_11 = stablehlo.constant dense<(3.024000e+04,0.000000e+00)> : tensor<complex<f64>>
    %39 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %40 = stablehlo.multiply %39, %22 : tensor<3x3xcomplex<f64>>
    %41 = stablehlo.add %38, %40 : tensor<3x3xcomplex<f64>>
    stablehlo.return %33, %41 : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
  }, {
    %17 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %18 = stablehlo.iota dim = 1 : tensor<3x3xi64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %19 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
    %20 = stablehlo.add %17, %19 : tensor<3x3xi64>
    %21 = stablehlo.compare EQ, %20, %18, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %22 = stablehlo.convert %21 : (tensor<3x3xi1>) -> tensor<3x3xcomplex<f64>>
    %23 = stablehlo.dot_general %10, %10, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %24 = stablehlo.dot_general %23, %23, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %25 = stablehlo.dot_general %24, %23, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_6 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %26 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %27 = stablehlo.multiply %26, %25 : tensor<3x3xcomplex<f64>>
    %cst_7 = stablehlo.constant dense<(1.512000e+03,0.000000e+00)> : tensor<complex<f64>>
    %28 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %29 = stablehlo.multiply %28, %24 : tensor<3x3xcomplex<f64>>
    %30 = stablehlo.add %27, %29 : tensor<3x3xcomplex<f64>>
    %cst_8 = stablehlo.constant dense<(2.772000e+05,0.000000e+00)> : tensor<complex<f64>>
    %31 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %32 = stablehlo.multiply %31, %23 : tensor<3x3xcomplex<f64>>
    %33 = stablehlo.add %30, %32 : tensor<3x3xcomplex<f64>>
    %cst_9 = stablehlo.constant dense<(8.648640e+06,0.000000e+00)> : tensor<complex<f64>>
    %34 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %35 = stablehlo.multiply %34, %22 : tensor<3x3xcomplex<f64>>
    %36 = stablehlo.add %33, %35 : tensor<3x3xcomplex<f64>>
    %37 = stablehlo.dot_general %10, %36, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_10 = stablehlo.constant dense<(5.600000e+01,0.000000e+00)> : tensor<complex<f64>>
    %38 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %39 = stablehlo.multiply %38, %25 : tensor<3x3xcomplex<f64>>
    %cst_11 = stablehlo.constant dense<(2.520000e+04,0.000000e+00)> : tensor<complex<f64>>
    %40 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %41 = stablehlo.multiply %40, %24 : tensor<3x3xcomplex<f64>>
    %42 = stablehlo.add %39, %41 : tensor<3x3xcomplex<f64>>
    %cst_12 = stablehlo.constant dense<(1.995840e+06,0.000000e+00)> : tensor<complex<f64>>
    %43 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %44 = stablehlo.multiply %43, %23 : tensor<3x3xcomplex<f64>>
    %45 = stablehlo.add %42, %44 : tensor<3x3xcomplex<f64>>
    %cst_13 = stablehlo.constant dense<(0x41707EF800000000,0.000000e+00)> : tensor<complex<f64>>
    %46 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %47 = stablehlo.multiply %46, %22 : tensor<3x3xcomplex<f64>>
    %48 = stablehlo.add %45, %47 : tensor<3x3xcomplex<f64>>
    stablehlo.return %37, %48 : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
  }, {
    %17 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %18 = stablehlo.iota dim = 1 : tensor<3x3xi64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %19 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
    %20 = stablehlo.add %17, %19 : tensor<3x3xi64>
    %21 = stablehlo.compare EQ, %20, %18, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %22 = stablehlo.convert %21 : (tensor<3x3xi1>) -> tensor<3x3xcomplex<f64>>
    %23 = stablehlo.dot_general %10, %10, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %24 = stablehlo.dot_general %23, %23, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %25 = stablehlo.dot_general %24, %23, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %26 = stablehlo.dot_general %25, %23, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_6 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %27 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %28 = stablehlo.multiply %27, %26 : tensor<3x3xcomplex<f64>>
    %cst_7 = stablehlo.constant dense<(3.960000e+03,0.000000e+00)> : tensor<complex<f64>>
    %29 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %30 = stablehlo.multiply %29, %25 : tensor<3x3xcomplex<f64>>
    %31 = stablehlo.add %28, %30 : tensor<3x3xcomplex<f64>>
    %cst_8 = stablehlo.constant dense<(2.162160e+06,0.000000e+00)> : tensor<complex<f64>>
    %32 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %33 = stablehlo.multiply %32, %24 : tensor<3x3xcomplex<f64>>
    %34 = stablehlo.add %31, %33 : tensor<3x3xcomplex<f64>>
    %cst_9 = stablehlo.constant dense<(0x41B20ADF40000000,0.000000e+00)> : tensor<complex<f64>>
    %35 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %36 = stablehlo.multiply %35, %23 : tensor<3x3xcomplex<f64>>
    %37 = stablehlo.add %34, %36 : tensor<3x3xcomplex<f64>>
    %cst_10 = stablehlo.constant dense<(0x42006E7908000000,0.000000e+00)> : tensor<complex<f64>>
    %38 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %39 = stablehlo.multiply %38, %22 : tensor<3x3xcomplex<f64>>
    %40 = stablehlo.add %37, %39 : tensor<3x3xcomplex<f64>>
    %41 = stablehlo.dot_general %10, %40, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_11 = stablehlo.constant dense<(9.000000e+01,0.000000e+00)> : tensor<complex<f64>>
    %42 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %43 = stablehlo.multiply %42, %26 : tensor<3x3xcomplex<f64>>
    %cst_12 = stablehlo.constant dense<(1.108800e+05,0.000000e+00)> : tensor<complex<f64>>
    %44 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %45 = stablehlo.multiply %44, %25 : tensor<3x3xcomplex<f64>>
    %46 = stablehlo.add %43, %45 : tensor<3x3xcomplex<f64>>
    %cst_13 = stablehlo.constant dense<(0x417CDE3200000000,0.000000e+00)> : tensor<complex<f64>>
    %47 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %48 = stablehlo.multiply %47, %24 : tensor<3x3xcomplex<f64>>
    %49 = stablehlo.add %46, %48 : tensor<3x3xcomplex<f64>>
    %cst_14 = stablehlo.constant dense<(0x41DEEE1100000000,0.000000e+00)> : tensor<complex<f64>>
    %50 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %51 = stablehlo.multiply %50, %23 : tensor<3x3xcomplex<f64>>
    %52 = stablehlo.add %49, %51 : tensor<3x3xcomplex<f64>>
    %cst_15 = stablehlo.constant dense<(0x42106E7908000000,0.000000e+00)> : tensor<complex<f64>>
    %53 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %54 = stablehlo.multiply %53, %22 : tensor<3x3xcomplex<f64>>
    %55 = stablehlo.add %52, %54 : tensor<3x3xcomplex<f64>>
    stablehlo.return %41, %55 : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
  }, {
    %17 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %18 = stablehlo.iota dim = 1 : tensor<3x3xi64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %19 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
    %20 = stablehlo.add %17, %19 : tensor<3x3xi64>
    %21 = stablehlo.compare EQ, %20, %18, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %22 = stablehlo.convert %21 : (tensor<3x3xi1>) -> tensor<3x3xcomplex<f64>>
    %23 = stablehlo.dot_general %10, %10, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %24 = stablehlo.dot_general %23, %23, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %25 = stablehlo.dot_general %24, %23, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_6 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %26 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %27 = stablehlo.multiply %26, %25 : tensor<3x3xcomplex<f64>>
    %cst_7 = stablehlo.constant dense<(1.638000e+04,0.000000e+00)> : tensor<complex<f64>>
    %28 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %29 = stablehlo.multiply %28, %24 : tensor<3x3xcomplex<f64>>
    %30 = stablehlo.add %27, %29 : tensor<3x3xcomplex<f64>>
    %cst_8 = stablehlo.constant dense<(4.084080e+07,0.000000e+00)> : tensor<complex<f64>>
    %31 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %32 = stablehlo.multiply %31, %23 : tensor<3x3xcomplex<f64>>
    %33 = stablehlo.add %30, %32 : tensor<3x3xcomplex<f64>>
    %34 = stablehlo.dot_general %25, %33, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_9 = stablehlo.constant dense<(0x421F384C5C000000,0.000000e+00)> : tensor<complex<f64>>
    %35 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %36 = stablehlo.multiply %35, %25 : tensor<3x3xcomplex<f64>>
    %37 = stablehlo.add %34, %36 : tensor<3x3xcomplex<f64>>
    %cst_10 = stablehlo.constant dense<(0x42A33522FA9A0000,0.000000e+00)> : tensor<complex<f64>>
    %38 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %39 = stablehlo.multiply %38, %24 : tensor<3x3xcomplex<f64>>
    %40 = stablehlo.add %37, %39 : tensor<3x3xcomplex<f64>>
    %cst_11 = stablehlo.constant dense<(0x4310DF9165091000,0.000000e+00)> : tensor<complex<f64>>
    %41 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %42 = stablehlo.multiply %41, %23 : tensor<3x3xcomplex<f64>>
    %43 = stablehlo.add %40, %42 : tensor<3x3xcomplex<f64>>
    %cst_12 = stablehlo.constant dense<(3.238237626624E+16,0.000000e+00)> : tensor<complex<f64>>
    %44 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %45 = stablehlo.multiply %44, %22 : tensor<3x3xcomplex<f64>>
    %46 = stablehlo.add %43, %45 : tensor<3x3xcomplex<f64>>
    %47 = stablehlo.dot_general %10, %46, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_13 = stablehlo.constant dense<(1.820000e+02,0.000000e+00)> : tensor<complex<f64>>
    %48 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %49 = stablehlo.multiply %48, %25 : tensor<3x3xcomplex<f64>>
    %cst_14 = stablehlo.constant dense<(9.609600e+05,0.000000e+00)> : tensor<complex<f64>>
    %50 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %51 = stablehlo.multiply %50, %24 : tensor<3x3xcomplex<f64>>
    %52 = stablehlo.add %49, %51 : tensor<3x3xcomplex<f64>>
    %cst_15 = stablehlo.constant dense<(0x41D3B7C470000000,0.000000e+00)> : tensor<complex<f64>>
    %53 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %54 = stablehlo.multiply %53, %23 : tensor<3x3xcomplex<f64>>
    %55 = stablehlo.add %52, %54 : tensor<3x3xcomplex<f64>>
    %56 = stablehlo.dot_general %25, %55, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    %cst_16 = stablehlo.constant dense<(0x4263832FB9800000,0.000000e+00)> : tensor<complex<f64>>
    %57 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %58 = stablehlo.multiply %57, %25 : tensor<3x3xcomplex<f64>>
    %59 = stablehlo.add %56, %58 : tensor<3x3xcomplex<f64>>
    %cst_17 = stablehlo.constant dense<(0x42DD584AC5F98000,0.000000e+00)> : tensor<complex<f64>>
    %60 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %61 = stablehlo.multiply %60, %24 : tensor<3x3xcomplex<f64>>
    %62 = stablehlo.add %59, %61 : tensor<3x3xcomplex<f64>>
    %cst_18 = stablehlo.constant dense<(0x433B9C62483D6000,0.000000e+00)> : tensor<complex<f64>>
    %63 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %64 = stablehlo.multiply %63, %23 : tensor<3x3xcomplex<f64>>
    %65 = stablehlo.add %62, %64 : tensor<3x3xcomplex<f64>>
    %cst_19 = stablehlo.constant dense<(6.476475253248E+16,0.000000e+00)> : tensor<complex<f64>>
    %66 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
    %67 = stablehlo.multiply %66, %22 : tensor<3x3xcomplex<f64>>
    %68 = stablehlo.add %65, %67 : tensor<3x3xcomplex<f64>>
    stablehlo.return %47, %68 : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
  }) : (tensor<i32>) -> (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>)
  %14 = stablehlo.add %13#0, %13#1 : tensor<3x3xcomplex<f64>>
  %15 = stablehlo.negate %13#0 : tensor<3x3xcomplex<f64>>
  %16 = stablehlo.add %15, %13#1 : tensor<3x3xcomplex<f64>>
  return %14, %16, %6 : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<f64>
}
func.func private @exponential_c128__norm(%arg0: tensor<3x3xcomplex<f64>>) -> tensor<f64> {
  %0 = stablehlo.abs %arg0 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3x3xf64>, tensor<f64>) -> tensor<3xf64>
  %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %3 = stablehlo.maximum %cst_1, %2 : tensor<f64>
  return %3 : tensor<f64>
}
func.func private @exponential_c128__digitize(%arg0: tensor<f64>, %arg1: tensor<4xf64>) -> tensor<i32> {
  %0 = stablehlo.slice %arg1 [3:4] : (tensor<4xf64>) -> tensor<1xf64>
  %1 = stablehlo.reshape %0 : (tensor<1xf64>) -> tensor<f64>
  %2 = stablehlo.slice %arg1 [0:1] : (tensor<4xf64>) -> tensor<1xf64>
  %3 = stablehlo.reshape %2 : (tensor<1xf64>) -> tensor<f64>
  %4 = stablehlo.compare GE, %1, %3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %5 = call @exponential_c128__searchsorted(%arg1, %arg0) : (tensor<4xf64>, tensor<f64>) -> tensor<i32>
  %6 = stablehlo.reverse %arg1, dims = [0] : tensor<4xf64>
  %7 = call @exponential_c128__searchsorted(%6, %arg0) : (tensor<4xf64>, tensor<f64>) -> tensor<i32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %8 = stablehlo.subtract %c, %7 : tensor<i32>
  %9 = call @exponential_c128___where(%4, %5, %8) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  return %9 : tensor<i32>
}
func.func private @exponential_c128__searchsorted(%arg0: tensor<4xf64>, %arg1: tensor<f64>) -> tensor<i32> {
  %0 = call @exponential_c128___searchsorted_scan_impl(%arg0, %arg1) : (tensor<4xf64>, tensor<f64>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @exponential_c128___searchsorted_scan_impl(%arg0: tensor<4xf64>, %arg1: tensor<f64>) -> tensor<i32> {
  %c = stablehlo.constant dense<0> : tensor<ui32>
  %c_0 = stablehlo.constant dense<4> : tensor<ui32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %0:5 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %c_1, %iterArg_4 = %c, %iterArg_5 = %c_0) : tensor<4xf64>, tensor<f64>, tensor<i64>, tensor<ui32>, tensor<ui32>
  cond {
    %c_6 = stablehlo.constant dense<3> : tensor<i64>
    %2 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2:2 = func.call @exponential_c128__closed_call(%iterArg, %iterArg_2, %iterArg_4, %iterArg_5) : (tensor<4xf64>, tensor<f64>, tensor<ui32>, tensor<ui32>) -> (tensor<ui32>, tensor<ui32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %3 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %iterArg_2, %3, %2#0, %2#1 : tensor<4xf64>, tensor<f64>, tensor<i64>, tensor<ui32>, tensor<ui32>
  }
  %1 = stablehlo.convert %0#4 : (tensor<ui32>) -> tensor<i32>
  return %1 : tensor<i32>
}
func.func private @exponential_c128__closed_call(%arg0: tensor<4xf64>, %arg1: tensor<f64>, %arg2: tensor<ui32>, %arg3: tensor<ui32>) -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.subtract %arg3, %arg2 : tensor<ui32>
  %c = stablehlo.constant dense<2> : tensor<i64>
  %1 = call @exponential_c128__floor_divide(%0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<ui32>
  %2 = stablehlo.add %arg2, %1 : tensor<ui32>
  %3 = stablehlo.dynamic_slice %arg0, %2, sizes = [1] : (tensor<4xf64>, tensor<ui32>) -> tensor<1xf64>
  %4 = stablehlo.reshape %3 : (tensor<1xf64>) -> tensor<f64>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %5 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %6 = stablehlo.select %5, %cst_0, %arg1 : tensor<i1>, tensor<f64>
  %7 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %8 = stablehlo.select %7, %cst_1, %6 : tensor<i1>, tensor<f64>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %9 = stablehlo.compare EQ, %4, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %10 = stablehlo.select %9, %cst_3, %4 : tensor<i1>, tensor<f64>
  %11 = stablehlo.compare NE, %4, %4, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %12 = stablehlo.select %11, %cst_4, %10 : tensor<i1>, tensor<f64>
  %13 = stablehlo.compare LT, %8, %12, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %14 = stablehlo.select %13, %arg2, %2 : tensor<i1>, tensor<ui32>
  %15 = stablehlo.select %13, %2, %arg3 : tensor<i1>, tensor<ui32>
  return %14, %15 : tensor<ui32>, tensor<ui32>
}
func.func private @exponential_c128__floor_divide(%arg0: tensor<ui32>, %arg1: tensor<i64>) -> tensor<ui32> {
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<ui32>
  %1 = stablehlo.divide %arg0, %0 : tensor<ui32>
  return %1 : tensor<ui32>
}
func.func private @exponential_c128___where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}
func.func private @exponential_c128__solve(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>> {
  %0:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xi32>, tensor<i32>)
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.subtract %0#1, %1 : tensor<3xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
  %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %8 = stablehlo.select %7, %0#0, %6 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  %9 = stablehlo.iota dim = 0 : tensor<3xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  cond {
    %c_6 = stablehlo.constant dense<3> : tensor<i64>
    %14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %14 : tensor<i1>
  } do {
    %14:2 = func.call @exponential_c128__closed_call_0(%iterArg, %iterArg_4, %iterArg_5) : (tensor<3xi32>, tensor<i64>, tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  }
  %11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %12 = call @exponential_c128___lu_solve(%8, %10#3, %11) : (tensor<3x3xcomplex<f64>>, tensor<3xi32>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  return %13 : tensor<3x3xcomplex<f64>>
}
func.func private @exponential_c128__closed_call_0(%arg0: tensor<3xi32>, %arg1: tensor<i64>, %arg2: tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg1, %c : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %2 = stablehlo.convert %arg1 : tensor<i64>
  %c_1 = stablehlo.constant dense<3> : tensor<i64>
  %3 = stablehlo.add %2, %c_1 : tensor<i64>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
  %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<3xi32>, tensor<i64>) -> tensor<1xi32>
  %6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %8 = stablehlo.convert %arg1 : tensor<i64>
  %c_3 = stablehlo.constant dense<3> : tensor<i64>
  %9 = stablehlo.add %8, %c_3 : tensor<i64>
  %10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
  %11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<3xi32>, tensor<i64>) -> tensor<1xi32>
  %12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %14 = stablehlo.add %6, %c_5 : tensor<i32>
  %15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
  %16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  %17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
  %c_6 = stablehlo.constant dense<0> : tensor<i64>
  %18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_7 = stablehlo.constant dense<3> : tensor<i64>
  %19 = stablehlo.add %arg1, %c_7 : tensor<i64>
  %20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
  %21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
  %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %25 = stablehlo.add %6, %c_9 : tensor<i32>
  %26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  return %0, %28 : tensor<i64>, tensor<3xi32>
}
func.func private @exponential_c128___lu_solve(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3xi32>, %arg2: tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>> {
  %0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<3x3xcomplex<f64>>) -> tensor<3x3x1xcomplex<f64>>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %4 = stablehlo.add %arg1, %3 : tensor<3xi32>
  %5 = stablehlo.select %2, %4, %arg1 : tensor<3xi1>, tensor<3xi32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 3, 1, 1>}> : (tensor<3x3x1xcomplex<f64>>, tensor<3x1xi32>) -> tensor<3x3x1xcomplex<f64>>
  %8 = stablehlo.transpose %7, dims = [1, 2, 0] : (tensor<3x3x1xcomplex<f64>>) -> tensor<3x1x3xcomplex<f64>>
  %9 = stablehlo.reshape %8 : (tensor<3x1x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %10 = stablehlo.custom_call @lapack_ztrsm_ffi(%arg0, %9) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=3, j=3, k=3, l=3, m=3, n=3}, custom>} : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %11 = stablehlo.reshape %10 : (tensor<3x3xcomplex<f64>>) -> tensor<3x1x3xcomplex<f64>>
  %12 = stablehlo.reshape %11 : (tensor<3x1x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %13 = stablehlo.custom_call @lapack_ztrsm_ffi(%arg0, %12) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=3, j=3, k=3, l=3, m=3, n=3}, custom>} : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %14 = stablehlo.reshape %13 : (tensor<3x3xcomplex<f64>>) -> tensor<3x1x3xcomplex<f64>>
  %15 = stablehlo.transpose %14, dims = [2, 0, 1] : (tensor<3x1x3xcomplex<f64>>) -> tensor<3x3x1xcomplex<f64>>
  %16 = stablehlo.reshape %15 : (tensor<3x3x1xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  return %16 : tensor<3x3xcomplex<f64>>
}
func.func private @exponential_c128___squaring(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<f64>) -> tensor<3x3xcomplex<f64>> {
  %0 = stablehlo.iota dim = 0 : tensor<16xf64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %1:4 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg1, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<16xf64>, tensor<f64>, tensor<i64>, tensor<3x3xcomplex<f64>>
  cond {
    %c_3 = stablehlo.constant dense<16> : tensor<i64>
    %2 = stablehlo.compare LT, %iterArg_1, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = func.call @exponential_c128__dynamic_index_in_dim(%iterArg, %iterArg_1) : (tensor<16xf64>, tensor<i64>) -> tensor<f64>
    %3 = func.call @exponential_c128__closed_call_1(%iterArg_0, %iterArg_2, %2) : (tensor<f64>, tensor<3x3xcomplex<f64>>, tensor<f64>) -> tensor<3x3xcomplex<f64>>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %4 = stablehlo.add %iterArg_1, %c_3 : tensor<i64>
    stablehlo.return %iterArg, %iterArg_0, %4, %3 : tensor<16xf64>, tensor<f64>, tensor<i64>, tensor<3x3xcomplex<f64>>
  }
  return %1#3 : tensor<3x3xcomplex<f64>>
}
func.func private @exponential_c128__dynamic_index_in_dim(%arg0: tensor<16xf64>, %arg1: tensor<i64>) -> tensor<f64> {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<16xf64>, tensor<i64>) -> tensor<1xf64>
  %1 = stablehlo.reshape %0 : (tensor<1xf64>) -> tensor<f64>
  return %1 : tensor<f64>
}
func.func private @exponential_c128__closed_call_1(%arg0: tensor<f64>, %arg1: tensor<3x3xcomplex<f64>>, %arg2: tensor<f64>) -> tensor<3x3xcomplex<f64>> {
  %0 = stablehlo.compare LT, %arg2, %arg0, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %1 = stablehlo.convert %0 : (tensor<i1>) -> tensor<i32>
  %2 = "stablehlo.case"(%1) ({
    stablehlo.return %arg1 : tensor<3x3xcomplex<f64>>
  }, {
    %3 = stablehlo.dot_general %arg1, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
    stablehlo.return %3 : tensor<3x3xcomplex<f64>>
  }) : (tensor<i32>) -> tensor<3x3xcomplex<f64>>
  return %2 : tensor<3x3xcomplex<f64>>
}
