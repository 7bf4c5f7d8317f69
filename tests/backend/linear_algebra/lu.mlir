// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @lu_f32() {
  %in0 = stablehlo.constant dense<[[[2.0319161e-01, 8.325913e-01, -8.36381e-01], [4.3310422e-02, 1.5717878e+00, 1.5851724e+00], [-1.4976587e+00, -1.1710285e+00, -1.7941312e+00], [-2.3676063e-01, -1.8804952e+00, -1.726671e-01]], [[5.965762e-01, -8.860509e-01, 7.050196e-01], [3.6345127e-01, -1.9040725e+00, 2.3541635e-01], [-9.629902e-01, -3.395952e-01, -8.658997e-01], [7.7255166e-01, -2.3818512e-01, -1.372529e+00]]]> : tensor<2x4x3xf32>
  %out:3 = func.call @lu_f32__main(%in0) : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2x4xi32>)
  %jax0 = stablehlo.constant dense<[[[-1.4976587e+00, -1.1710285e+00, -1.7941312e+00], [1.5808718e-01, -1.6953706e+00, 1.1096202e-01], [-2.8918754e-02, -9.0713096e-01, 1.6339455e+00], [-1.3567284e-01, -3.9738482e-01, -6.338653e-01]], [[-9.629902e-01, -3.395952e-01, -8.658997e-01], [-3.7741947e-01, -2.0322423e+00, -9.139106e-02], [-8.0224246e-01, 2.512608e-01, -2.0442276e+00], [-6.195039e-01, 5.395181e-01, -1.06592074e-01]]]> : tensor<2x4x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x4x3xf32>
  %jax1 = stablehlo.constant dense<[[2, 3, 3], [2, 1, 3]]> : tensor<2x3xi32>
  check.expect_eq %out#1, %jax1 : tensor<2x3xi32>
  %jax2 = stablehlo.constant dense<[[2, 3, 1, 0], [2, 1, 3, 0]]> : tensor<2x4xi32>
  check.expect_eq %out#2, %jax2 : tensor<2x4xi32>
  return
}
func.func private @lu_f32__main(%arg0: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32> {jax.result_info = "result[0]"}, tensor<2x3xi32> {jax.result_info = "result[1]"}, tensor<2x4xi32> {jax.result_info = "result[2]"}) {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=4, k=3, l=4, m=3, n=3}, custom>} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2xi32>)
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %2 = stablehlo.subtract %0#1, %1 : tensor<2x3xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x3xf32>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x3xi1>
  %8 = stablehlo.select %7, %0#0, %6 : tensor<2x4x3xi1>, tensor<2x4x3xf32>
  %9 = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>
  cond {
    %c_6 = stablehlo.constant dense<3> : tensor<i64>
    %11 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %11 : tensor<i1>
  } do {
    %11:2 = func.call @lu_f32__closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<2x3xi32>, tensor<i64>, tensor<2x4xi32>) -> (tensor<i64>, tensor<2x4xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %12, %11#0, %11#1 : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>
  }
  return %8, %2, %10#3 : tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2x4xi32>
}
func.func private @lu_f32__closed_call(%arg0: tensor<2x3xi32>, %arg1: tensor<i64>, %arg2: tensor<2x4xi32>) -> (tensor<i64>, tensor<2x4xi32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg1, %c : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %2 = stablehlo.convert %arg1 : tensor<i64>
  %c_1 = stablehlo.constant dense<3> : tensor<i64>
  %3 = stablehlo.add %2, %c_1 : tensor<i64>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<2x1xi32>
  %7 = stablehlo.reshape %6 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %8 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %9 = stablehlo.convert %arg1 : tensor<i64>
  %c_3 = stablehlo.constant dense<4> : tensor<i64>
  %10 = stablehlo.add %9, %c_3 : tensor<i64>
  %11 = stablehlo.select %8, %10, %arg1 : tensor<i1>, tensor<i64>
  %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %13 = "stablehlo.gather"(%arg2, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x4xi32>, tensor<1xi64>) -> tensor<2x1xi32>
  %14 = stablehlo.reshape %13 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %16 = stablehlo.compare LT, %7, %15, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_5 = stablehlo.constant dense<4> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %18 = stablehlo.add %7, %17 : tensor<2xi32>
  %19 = stablehlo.select %16, %18, %7 : tensor<2xi1>, tensor<2xi32>
  %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %21 = "stablehlo.gather"(%arg2, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x4xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
  %22 = stablehlo.reshape %21 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i64>
  %23 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_7 = stablehlo.constant dense<4> : tensor<i64>
  %24 = stablehlo.add %arg1, %c_7 : tensor<i64>
  %25 = stablehlo.select %23, %24, %arg1 : tensor<i1>, tensor<i64>
  %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %28 = "stablehlo.scatter"(%arg2, %27, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %30 = stablehlo.compare LT, %7, %29, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_9 = stablehlo.constant dense<4> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %32 = stablehlo.add %7, %31 : tensor<2xi32>
  %33 = stablehlo.select %30, %32, %7 : tensor<2xi1>, tensor<2xi32>
  %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %35 = "stablehlo.scatter"(%28, %34, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
  return %0, %35 : tensor<i64>, tensor<2x4xi32>
}
func.func @lu_wide_f32() {
  %in0 = stablehlo.constant dense<[[1.8681194e+00, 1.8892899e-01, 1.8907374e+00, 8.5926396e-01, 7.909153e-01], [-1.135642e+00, 1.9050978e+00, -1.9750789e+00, -9.8807055e-01, -2.6083386e-01], [1.1175317e+00, -1.2092597e+00, 1.451973e+00, 1.9336027e+00, -1.3446311e+00]]> : tensor<3x5xf32>
  %out:3 = func.call @lu_wide_f32__main(%in0) : (tensor<3x5xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x5xf32>)
  %jax0 = stablehlo.constant dense<[[1.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 1.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 1.0e+00]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  %jax1 = stablehlo.constant dense<[[1.0e+00, 0.0e+00, 0.0e+00], [-6.079066e-01, 1.0e+00, 0.0e+00], [5.982121e-01, -6.546103e-01, 1.0e+00]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  %jax2 = stablehlo.constant dense<[[1.8681194e+00, 1.8892899e-01, 1.8907374e+00, 8.5926396e-01, 7.909153e-01], [0.0e+00, 2.019949e+00, -8.2568717e-01, -4.6571833e-01, 2.1996877e-01], [0.0e+00, 0.0e+00, -2.1959233e-01, 1.1147165e+00, -1.6737723e+00]]> : tensor<3x5xf32>
  check.expect_almost_eq %out#2, %jax2, tolerance = 0.0001 : f64 : tensor<3x5xf32>
  return
}
func.func private @lu_wide_f32__main(%arg0: tensor<3x5xf32>) -> (tensor<3x3xf32> {jax.result_info = "result[0]"}, tensor<3x3xf32> {jax.result_info = "result[1]"}, tensor<3x5xf32> {jax.result_info = "result[2]"}) {
  %0:3 = call @lu_wide_f32__lu(%arg0) : (tensor<3x5xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x5xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x5xf32>
}
func.func private @lu_wide_f32__lu(%arg0: tensor<3x5xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x5xf32>) {
  %0:3 = call @lu_wide_f32___lu(%arg0) : (tensor<3x5xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x5xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x5xf32>
}
func.func private @lu_wide_f32___lu(%arg0: tensor<3x5xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x5xf32>) {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=3, j=5, k=3, l=5, m=3}, custom>} : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3xi32>, tensor<i32>)
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.subtract %0#1, %1 : tensor<3xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
  %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x5xi1>
  %8 = stablehlo.select %7, %0#0, %6 : tensor<3x5xi1>, tensor<3x5xf32>
  %9 = stablehlo.iota dim = 0 : tensor<3xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %10:4 = stablehlo.while(%iterArg = %2, %iterArg_4 = %c_2, %iterArg_5 = %c_1, %iterArg_6 = %9) : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  cond {
    %c_7 = stablehlo.constant dense<3> : tensor<i64>
    %28 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %28 : tensor<i1>
  } do {
    %28:2 = func.call @lu_wide_f32__closed_call(%iterArg, %iterArg_5, %iterArg_6) : (tensor<3xi32>, tensor<i64>, tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>)
    %c_7 = stablehlo.constant dense<1> : tensor<i64>
    %29 = stablehlo.add %iterArg_4, %c_7 : tensor<i64>
    stablehlo.return %iterArg, %29, %28#0, %28#1 : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  }
  %11 = stablehlo.broadcast_in_dim %10#3, dims = [1] : (tensor<3xi32>) -> tensor<1x3xi32>
  %12 = stablehlo.iota dim = 0 : tensor<3xi32>
  %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %14 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x3xi32>) -> tensor<3x3xi32>
  %15 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<3x1xi32>) -> tensor<3x3xi32>
  %16 = stablehlo.compare EQ, %14, %15, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %17 = stablehlo.convert %16 : (tensor<3x3xi1>) -> tensor<3x3xf32>
  %18 = call @lu_wide_f32__tril(%8) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %19 = stablehlo.slice %18 [0:3, 0:3] : (tensor<3x5xf32>) -> tensor<3x3xf32>
  %20 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %21 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %c_3 = stablehlo.constant dense<0> : tensor<i64>
  %22 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %23 = stablehlo.add %20, %22 : tensor<3x3xi64>
  %24 = stablehlo.compare EQ, %23, %21, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %25 = stablehlo.convert %24 : (tensor<3x3xi1>) -> tensor<3x3xf32>
  %26 = stablehlo.add %19, %25 : tensor<3x3xf32>
  %27 = call @lu_wide_f32__triu(%8) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return %17, %26, %27 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x5xf32>
}
func.func private @lu_wide_f32__closed_call(%arg0: tensor<3xi32>, %arg1: tensor<i64>, %arg2: tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>) {
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
func.func private @lu_wide_f32__tril(%arg0: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3x5xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x5xi64>
  %2 = stablehlo.add %0, %1 : tensor<3x5xi64>
  %3 = stablehlo.iota dim = 1 : tensor<3x5xi64>
  %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi1>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
  %6 = stablehlo.select %4, %arg0, %5 : tensor<3x5xi1>, tensor<3x5xf32>
  return %6 : tensor<3x5xf32>
}
func.func private @lu_wide_f32__triu(%arg0: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3x5xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x5xi64>
  %2 = stablehlo.add %0, %1 : tensor<3x5xi64>
  %3 = stablehlo.iota dim = 1 : tensor<3x5xi64>
  %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi1>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
  %6 = stablehlo.select %4, %5, %arg0 : tensor<3x5xi1>, tensor<3x5xf32>
  return %6 : tensor<3x5xf32>
}
func.func @lu_singular_f32() {
  %in0 = stablehlo.constant dense<[[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]> : tensor<3x3xf32>
  %out:1 = func.call @lu_singular_f32__main(%in0) : (tensor<3x3xf32>) -> (tensor<3x3xf32>)
  %jax0 = stablehlo.constant dense<[[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  return
}
func.func private @lu_singular_f32__main(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32> {jax.result_info = "result"}) {
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
    %11 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %11 : tensor<i1>
  } do {
    %11:2 = func.call @lu_singular_f32__closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<3xi32>, tensor<i64>, tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %12, %11#0, %11#1 : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  }
  return %8 : tensor<3x3xf32>
}
func.func private @lu_singular_f32__closed_call(%arg0: tensor<3xi32>, %arg1: tensor<i64>, %arg2: tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>) {
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
func.func @lu_f64() {
  %in0 = stablehlo.constant dense<[[[2.0319161029830202e-01, 8.325912904724193e-01, -8.363810443482227e-01], [4.331042079065206e-02, 1.5717878173906188e+00, 1.5851723557337523e+00], [-1.497658758144655e+00, -1.171028487447253e+00, -1.7941311867966805e+00], [-2.3676062539745413e-01, -1.8804951564857322e+00, -1.7266710242115568e-01]], [[5.96576190459043e-01, -8.860508694080989e-01, 7.050196079205251e-01], [3.634512696654033e-01, -1.9040724704913385e+00, 2.3541635196352795e-01], [-9.629902123701384e-01, -3.395952119597214e-01, -8.65899672914725e-01], [7.725516732519853e-01, -2.3818512931704205e-01, -1.372529046100147e+00]]]> : tensor<2x4x3xf64>
  %out:3 = func.call @lu_f64__main(%in0) : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xi32>, tensor<2x4xi32>)
  %jax0 = stablehlo.constant dense<[[[-1.497658758144655e+00, -1.171028487447253e+00, -1.7941311867966805e+00], [1.580871637880717e-01, -1.6953705841901605e+00, 1.1096200836325859e-01], [-2.8918751054016017e-02, -9.071309543922524e-01, 1.6339453951323766e+00], [-1.3567283547957343e-01, -3.973848204255074e-01, -6.338653023541613e-01]], [[-9.629902123701384e-01, -3.395952119597214e-01, -8.65899672914725e-01], [-3.7741948463927466e-01, -2.0322423203751416e+00, -9.139105633726408e-02], [-8.022424977202619e-01, 2.512608045083877e-01, -2.0442275721342416e+00], [-6.195038981660395e-01, 5.395180564949917e-01, -1.0659210021209435e-01]]]> : tensor<2x4x3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x4x3xf64>
  %jax1 = stablehlo.constant dense<[[2, 3, 3], [2, 1, 3]]> : tensor<2x3xi32>
  check.expect_eq %out#1, %jax1 : tensor<2x3xi32>
  %jax2 = stablehlo.constant dense<[[2, 3, 1, 0], [2, 1, 3, 0]]> : tensor<2x4xi32>
  check.expect_eq %out#2, %jax2 : tensor<2x4xi32>
  return
}
func.func private @lu_f64__main(%arg0: tensor<2x4x3xf64>) -> (tensor<2x4x3xf64> {jax.result_info = "result[0]"}, tensor<2x3xi32> {jax.result_info = "result[1]"}, tensor<2x4xi32> {jax.result_info = "result[2]"}) {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=4, k=3, l=4, m=3, n=3}, custom>} : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xi32>, tensor<2xi32>)
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %2 = stablehlo.subtract %0#1, %1 : tensor<2x3xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4x3xf64>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x3xi1>
  %8 = stablehlo.select %7, %0#0, %6 : tensor<2x4x3xi1>, tensor<2x4x3xf64>
  %9 = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>
  cond {
    %c_6 = stablehlo.constant dense<3> : tensor<i64>
    %11 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %11 : tensor<i1>
  } do {
    %11:2 = func.call @lu_f64__closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<2x3xi32>, tensor<i64>, tensor<2x4xi32>) -> (tensor<i64>, tensor<2x4xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %12, %11#0, %11#1 : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>
  }
  return %8, %2, %10#3 : tensor<2x4x3xf64>, tensor<2x3xi32>, tensor<2x4xi32>
}
func.func private @lu_f64__closed_call(%arg0: tensor<2x3xi32>, %arg1: tensor<i64>, %arg2: tensor<2x4xi32>) -> (tensor<i64>, tensor<2x4xi32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg1, %c : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %2 = stablehlo.convert %arg1 : tensor<i64>
  %c_1 = stablehlo.constant dense<3> : tensor<i64>
  %3 = stablehlo.add %2, %c_1 : tensor<i64>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<2x1xi32>
  %7 = stablehlo.reshape %6 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %8 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %9 = stablehlo.convert %arg1 : tensor<i64>
  %c_3 = stablehlo.constant dense<4> : tensor<i64>
  %10 = stablehlo.add %9, %c_3 : tensor<i64>
  %11 = stablehlo.select %8, %10, %arg1 : tensor<i1>, tensor<i64>
  %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %13 = "stablehlo.gather"(%arg2, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x4xi32>, tensor<1xi64>) -> tensor<2x1xi32>
  %14 = stablehlo.reshape %13 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %16 = stablehlo.compare LT, %7, %15, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_5 = stablehlo.constant dense<4> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %18 = stablehlo.add %7, %17 : tensor<2xi32>
  %19 = stablehlo.select %16, %18, %7 : tensor<2xi1>, tensor<2xi32>
  %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %21 = "stablehlo.gather"(%arg2, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x4xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
  %22 = stablehlo.reshape %21 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i64>
  %23 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_7 = stablehlo.constant dense<4> : tensor<i64>
  %24 = stablehlo.add %arg1, %c_7 : tensor<i64>
  %25 = stablehlo.select %23, %24, %arg1 : tensor<i1>, tensor<i64>
  %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %28 = "stablehlo.scatter"(%arg2, %27, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %30 = stablehlo.compare LT, %7, %29, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_9 = stablehlo.constant dense<4> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %32 = stablehlo.add %7, %31 : tensor<2xi32>
  %33 = stablehlo.select %30, %32, %7 : tensor<2xi1>, tensor<2xi32>
  %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %35 = "stablehlo.scatter"(%28, %34, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
  return %0, %35 : tensor<i64>, tensor<2x4xi32>
}
func.func @lu_c64() {
  %in0 = stablehlo.constant dense<[[[(2.0319161e-01, 1.7859608e-01), (8.325913e-01, 1.1212591e+00), (-8.36381e-01, -7.7454585e-01)], [(4.3310422e-02, -1.1121684e+00), (1.5717878e+00, -4.4811496e-01), (1.5851724e+00, 1.7455347e+00)], [(-1.4976587e+00, 1.9039817e+00), (-1.1710285e+00, 6.895347e-01), (-1.7941312e+00, 1.6113365e+00)], [(-2.3676063e-01, 1.3830035e+00), (-1.8804952e+00, -4.8802385e-01), (-1.726671e-01, -1.631132e+00)]], [[(5.965762e-01, 6.136436e-01), (-8.860509e-01, 2.3136304e-01), (7.050196e-01, -5.537409e-01)], [(3.6345127e-01, -1.099782e+00), (-1.9040725e+00, -3.7392032e-01), (2.3541635e-01, -1.24239005e-01)], [(-9.629902e-01, -9.230577e-01), (-3.395952e-01, -8.328289e-01), (-8.658997e-01, -1.692544e-01)], [(7.7255166e-01, 1.4421357e+00), (-2.3818512e-01, 3.4501162e-01), (-1.372529e+00, -8.660486e-01)]]]> : tensor<2x4x3xcomplex<f32>>
  %out:3 = func.call @lu_c64__main(%in0) : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2x4xi32>)
  %jax0 = stablehlo.constant dense<[[[(-1.4976587e+00, 1.9039817e+00), (-1.1710285e+00, 6.895347e-01), (-1.7941312e+00, 1.6113365e+00)], [(5.091573e-01, -2.7614927e-01), (-1.474672e+00, -1.1624842e+00), (2.958585e-01, -2.9470038e+00)], [(6.089162e-03, -1.11508995e-01), (-6.442649e-01, -1.6107473e-01), (-3.398357e-01, -2.8354151e+00)], [(-3.719095e-01, 2.6979414e-01), (-5.939891e-01, 3.839747e-01), (-3.5197133e-01, 9.776224e-02)]], [[(7.7255166e-01, 1.4421357e+00), (-2.3818512e-01, 3.4501162e-01), (-1.372529e+00, -8.660486e-01)], [(-4.8765376e-01, -5.1325893e-01), (-2.1973047e+00, -3.2792473e-01), (1.060459e-02, -1.2510335e+00)], [(-7.7528983e-01, 2.5243032e-01), (2.2818759e-01, 1.9587238e-01), (-2.3960872e+00, -2.1083196e-01)], [(5.0281984e-01, -1.4431503e-01), (3.6174533e-01, -6.468648e-02), (-6.6646504e-01, 1.5114918e-03)]]]> : tensor<2x4x3xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x4x3xcomplex<f32>>
  %jax1 = stablehlo.constant dense<[[2, 3, 2], [3, 1, 2]]> : tensor<2x3xi32>
  check.expect_eq %out#1, %jax1 : tensor<2x3xi32>
  %jax2 = stablehlo.constant dense<[[2, 3, 0, 1], [3, 1, 2, 0]]> : tensor<2x4xi32>
  check.expect_eq %out#2, %jax2 : tensor<2x4xi32>
  return
}
func.func private @lu_c64__main(%arg0: tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<2x3xi32> {jax.result_info = "result[1]"}, tensor<2x4xi32> {jax.result_info = "result[2]"}) {
  %0:3 = stablehlo.custom_call @lapack_cgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=4, k=3, l=4, m=3, n=3}, custom>} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2xi32>)
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %2 = stablehlo.subtract %0#1, %1 : tensor<2x3xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x4x3xcomplex<f32>>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x3xi1>
  %8 = stablehlo.select %7, %0#0, %6 : tensor<2x4x3xi1>, tensor<2x4x3xcomplex<f32>>
  %9 = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>
  cond {
    %c_6 = stablehlo.constant dense<3> : tensor<i64>
    %11 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %11 : tensor<i1>
  } do {
    %11:2 = func.call @lu_c64__closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<2x3xi32>, tensor<i64>, tensor<2x4xi32>) -> (tensor<i64>, tensor<2x4xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %12, %11#0, %11#1 : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>
  }
  return %8, %2, %10#3 : tensor<2x4x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2x4xi32>
}
func.func private @lu_c64__closed_call(%arg0: tensor<2x3xi32>, %arg1: tensor<i64>, %arg2: tensor<2x4xi32>) -> (tensor<i64>, tensor<2x4xi32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg1, %c : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %2 = stablehlo.convert %arg1 : tensor<i64>
  %c_1 = stablehlo.constant dense<3> : tensor<i64>
  %3 = stablehlo.add %2, %c_1 : tensor<i64>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<2x1xi32>
  %7 = stablehlo.reshape %6 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %8 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %9 = stablehlo.convert %arg1 : tensor<i64>
  %c_3 = stablehlo.constant dense<4> : tensor<i64>
  %10 = stablehlo.add %9, %c_3 : tensor<i64>
  %11 = stablehlo.select %8, %10, %arg1 : tensor<i1>, tensor<i64>
  %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %13 = "stablehlo.gather"(%arg2, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x4xi32>, tensor<1xi64>) -> tensor<2x1xi32>
  %14 = stablehlo.reshape %13 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %16 = stablehlo.compare LT, %7, %15, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_5 = stablehlo.constant dense<4> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %18 = stablehlo.add %7, %17 : tensor<2xi32>
  %19 = stablehlo.select %16, %18, %7 : tensor<2xi1>, tensor<2xi32>
  %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %21 = "stablehlo.gather"(%arg2, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x4xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
  %22 = stablehlo.reshape %21 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i64>
  %23 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_7 = stablehlo.constant dense<4> : tensor<i64>
  %24 = stablehlo.add %arg1, %c_7 : tensor<i64>
  %25 = stablehlo.select %23, %24, %arg1 : tensor<i1>, tensor<i64>
  %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %28 = "stablehlo.scatter"(%arg2, %27, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %30 = stablehlo.compare LT, %7, %29, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_9 = stablehlo.constant dense<4> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %32 = stablehlo.add %7, %31 : tensor<2xi32>
  %33 = stablehlo.select %30, %32, %7 : tensor<2xi1>, tensor<2xi32>
  %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %35 = "stablehlo.scatter"(%28, %34, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
  return %0, %35 : tensor<i64>, tensor<2x4xi32>
}
func.func @lu_c128() {
  %in0 = stablehlo.constant dense<[[[(2.0319161029830202e-01, 1.7859607212737894e-01), (8.325912904724193e-01, 1.1212590580454682e+00), (-8.363810443482227e-01, -7.74545870495281e-01)], [(4.331042079065206e-02, -1.1121684642712744e+00), (1.5717878173906188e+00, -4.4811496977740495e-01), (1.5851723557337523e+00, 1.7455345994417217e+00)], [(-1.497658758144655e+00, 1.9039816898917352e+00), (-1.171028487447253e+00, 6.895347036512547e-01), (-1.7941311867966805e+00, 1.6113364341535923e+00)], [(-2.3676062539745413e-01, 1.383003485172717e+00), (-1.8804951564857322e+00, -4.8802383468444344e-01), (-1.7266710242115568e-01, -1.631131964513103e+00)]], [[(5.96576190459043e-01, 6.136436100941447e-01), (-8.860508694080989e-01, 2.313630495538037e-01), (7.050196079205251e-01, -5.537409477496875e-01)], [(3.634512696654033e-01, -1.0997819806406723e+00), (-1.9040724704913385e+00, -3.739203344950055e-01), (2.3541635196352795e-01, -1.2423900520332376e-01)], [(-9.629902123701384e-01, -9.23057686995755e-01), (-3.395952119597214e-01, -8.328289030982696e-01), (-8.65899672914725e-01, -1.6925440270808823e-01)], [(7.725516732519853e-01, 1.442135651787706e+00), (-2.3818512931704205e-01, 3.4501161787128565e-01), (-1.372529046100147e+00, -8.660485502711608e-01)]]]> : tensor<2x4x3xcomplex<f64>>
  %out:3 = func.call @lu_c128__main(%in0) : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2x4xi32>)
  %jax0 = stablehlo.constant dense<[[[(-1.497658758144655e+00, 1.9039816898917352e+00), (-1.171028487447253e+00, 6.895347036512547e-01), (-1.7941311867966805e+00, 1.6113364341535923e+00)], [(5.09157251018364e-01, -2.76149289488678e-01), (-1.4746720294439761e+00, -1.1624841136568387e+00), (2.9585838919582247e-01, -2.947003646275861e+00)], [(6.089157612412924e-03, -1.1150899803995909e-01), (-6.442648871958928e-01, -1.6107477333901576e-01), (-3.398356919578775e-01, -2.835414971755045e+00)], [(-3.7190951039690656e-01, 2.697941463511526e-01), (-5.939891160633074e-01, 3.8397469024976333e-01), (-3.5197137370599346e-01, 9.776221839291563e-02)]], [[(7.725516732519853e-01, 1.442135651787706e+00), (-2.3818512931704205e-01, 3.4501161787128565e-01), (-1.372529046100147e+00, -8.660485502711608e-01)], [(-4.876537946866481e-01, -5.132589460642605e-01), (-2.1973046520092656e+00, -3.2792475827053785e-01), (1.0604520467802608e-02, -1.2510336787698717e+00)], [(-7.752898542285251e-01, 2.524303020865842e-01), (2.281876362854204e-01, 1.9587241858468657e-01), (-2.396087227007763e+00, -2.1083185027297902e-01)], [(5.028198547517477e-01, -1.4431504419731064e-01), (3.617453426223511e-01, -6.46864850572825e-02), (-6.664650807026323e-01, 1.5114732038855397e-03)]]]> : tensor<2x4x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x4x3xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[2, 3, 2], [3, 1, 2]]> : tensor<2x3xi32>
  check.expect_eq %out#1, %jax1 : tensor<2x3xi32>
  %jax2 = stablehlo.constant dense<[[2, 3, 0, 1], [3, 1, 2, 0]]> : tensor<2x4xi32>
  check.expect_eq %out#2, %jax2 : tensor<2x4xi32>
  return
}
func.func private @lu_c128__main(%arg0: tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>> {jax.result_info = "result[0]"}, tensor<2x3xi32> {jax.result_info = "result[1]"}, tensor<2x4xi32> {jax.result_info = "result[2]"}) {
  %0:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=4, k=3, l=4, m=3, n=3}, custom>} : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2xi32>)
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %2 = stablehlo.subtract %0#1, %1 : tensor<2x3xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x3xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x3xi1>
  %8 = stablehlo.select %7, %0#0, %6 : tensor<2x4x3xi1>, tensor<2x4x3xcomplex<f64>>
  %9 = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>
  cond {
    %c_6 = stablehlo.constant dense<3> : tensor<i64>
    %11 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %11 : tensor<i1>
  } do {
    %11:2 = func.call @lu_c128__closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<2x3xi32>, tensor<i64>, tensor<2x4xi32>) -> (tensor<i64>, tensor<2x4xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %12, %11#0, %11#1 : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x4xi32>
  }
  return %8, %2, %10#3 : tensor<2x4x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2x4xi32>
}
func.func private @lu_c128__closed_call(%arg0: tensor<2x3xi32>, %arg1: tensor<i64>, %arg2: tensor<2x4xi32>) -> (tensor<i64>, tensor<2x4xi32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg1, %c : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %2 = stablehlo.convert %arg1 : tensor<i64>
  %c_1 = stablehlo.constant dense<3> : tensor<i64>
  %3 = stablehlo.add %2, %c_1 : tensor<i64>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<2x1xi32>
  %7 = stablehlo.reshape %6 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %8 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %9 = stablehlo.convert %arg1 : tensor<i64>
  %c_3 = stablehlo.constant dense<4> : tensor<i64>
  %10 = stablehlo.add %9, %c_3 : tensor<i64>
  %11 = stablehlo.select %8, %10, %arg1 : tensor<i1>, tensor<i64>
  %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %13 = "stablehlo.gather"(%arg2, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x4xi32>, tensor<1xi64>) -> tensor<2x1xi32>
  %14 = stablehlo.reshape %13 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %16 = stablehlo.compare LT, %7, %15, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_5 = stablehlo.constant dense<4> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %18 = stablehlo.add %7, %17 : tensor<2xi32>
  %19 = stablehlo.select %16, %18, %7 : tensor<2xi1>, tensor<2xi32>
  %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %21 = "stablehlo.gather"(%arg2, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x4xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
  %22 = stablehlo.reshape %21 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i64>
  %23 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_7 = stablehlo.constant dense<4> : tensor<i64>
  %24 = stablehlo.add %arg1, %c_7 : tensor<i64>
  %25 = stablehlo.select %23, %24, %arg1 : tensor<i1>, tensor<i64>
  %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %28 = "stablehlo.scatter"(%arg2, %27, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %30 = stablehlo.compare LT, %7, %29, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_9 = stablehlo.constant dense<4> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %32 = stablehlo.add %7, %31 : tensor<2xi32>
  %33 = stablehlo.select %30, %32, %7 : tensor<2xi1>, tensor<2xi32>
  %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %35 = "stablehlo.scatter"(%28, %34, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
  return %0, %35 : tensor<i64>, tensor<2x4xi32>
}
func.func @lu_wide_c128() {
  %in0 = stablehlo.constant dense<[[(1.8681193560547067e+00, 3.8933577573143685e-01), (1.8892899670288932e-01, -1.96405560932978e+00), (1.8907374398595373e+00, -4.5371486942548245e-01), (8.592639746974586e-01, -1.8233597682740017e+00), (7.909152983890833e-01, 1.8266118708569437e+00)], [(-1.1356420176784945e+00, -2.554134124808094e-01), (1.905097819104967e+00, 1.7959092271262511e+00), (-1.9750789791816405e+00, 1.1452239437402438e+00), (-9.880705504662242e-01, 1.4651571943267938e+00), (-2.6083387038221684e-01, -1.3073383140162074e+00)], [(1.1175316871750098e+00, -1.700205651947572e+00), (-1.2092597015989877e+00, 4.029708855110772e-01), (1.451972942396889e+00, -1.3281112651263847e+00), (1.933602708701251e+00, 9.335206700422796e-01), (-1.3446310343812051e+00, -3.662245593919411e-01)]]> : tensor<3x5xcomplex<f64>>
  %out:3 = func.call @lu_wide_c128__main(%in0) : (tensor<3x5xcomplex<f64>>) -> (tensor<3x3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[0.0e+00, 0.0e+00, 1.0e+00], [0.0e+00, 1.0e+00, 0.0e+00], [1.0e+00, 0.0e+00, 0.0e+00]]> : tensor<3x3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3x3xf64>
  %jax1 = stablehlo.constant dense<[[(1.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(-2.0167779160332258e-01, -5.35382701451208e-01), (1.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(3.44414881015662e-01, 8.723796508299284e-01), (2.6259037640463057e-02, -7.473009505881386e-01), (1.0e+00, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  %jax2 = stablehlo.constant dense<[[(1.1175316871750098e+00, -1.700205651947572e+00), (-1.2092597015989877e+00, 4.029708855110772e-01), (1.451972942396889e+00, -1.3281112651263847e+00), (1.933602708701251e+00, 9.335206700422796e-01), (-1.3446310343812051e+00, -3.662245593919411e-01)], [(0.0e+00, 0.0e+00), (1.4454733517204843e+00, 1.229762779598413e+00), (-9.712004857401122e-01, 1.6547345931205655e+00), (-1.0978966445249305e+00, 2.688645023194824e+00), (-3.359457939724738e-01, -2.1010898700274154e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (-9.790428343668873e-01, -2.0321960187450974e+00), (-9.727104082910816e-01, -4.722774271599801e+00), (2.5135074532494412e+00, 2.929893797974822e+00)]]> : tensor<3x5xcomplex<f64>>
  check.expect_almost_eq %out#2, %jax2, tolerance = 1e-09 : f64 : tensor<3x5xcomplex<f64>>
  return
}
func.func private @lu_wide_c128__main(%arg0: tensor<3x5xcomplex<f64>>) -> (tensor<3x3xf64> {jax.result_info = "result[0]"}, tensor<3x3xcomplex<f64>> {jax.result_info = "result[1]"}, tensor<3x5xcomplex<f64>> {jax.result_info = "result[2]"}) {
  %0:3 = call @lu_wide_c128__lu(%arg0) : (tensor<3x5xcomplex<f64>>) -> (tensor<3x3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>
}
func.func private @lu_wide_c128__lu(%arg0: tensor<3x5xcomplex<f64>>) -> (tensor<3x3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>) {
  %0:3 = call @lu_wide_c128___lu(%arg0) : (tensor<3x5xcomplex<f64>>) -> (tensor<3x3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>
}
func.func private @lu_wide_c128___lu(%arg0: tensor<3x5xcomplex<f64>>) -> (tensor<3x3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>) {
  %0:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=3, j=5, k=3, l=5, m=3}, custom>} : (tensor<3x5xcomplex<f64>>) -> (tensor<3x5xcomplex<f64>>, tensor<3xi32>, tensor<i32>)
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.subtract %0#1, %1 : tensor<3xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
  %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<3x5xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x5xi1>
  %8 = stablehlo.select %7, %0#0, %6 : tensor<3x5xi1>, tensor<3x5xcomplex<f64>>
  %9 = stablehlo.iota dim = 0 : tensor<3xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %10:4 = stablehlo.while(%iterArg = %2, %iterArg_4 = %c_2, %iterArg_5 = %c_1, %iterArg_6 = %9) : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  cond {
    %c_7 = stablehlo.constant dense<3> : tensor<i64>
    %29 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %29 : tensor<i1>
  } do {
    %29:2 = func.call @lu_wide_c128__closed_call(%iterArg, %iterArg_5, %iterArg_6) : (tensor<3xi32>, tensor<i64>, tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>)
    %c_7 = stablehlo.constant dense<1> : tensor<i64>
    %30 = stablehlo.add %iterArg_4, %c_7 : tensor<i64>
    stablehlo.return %iterArg, %30, %29#0, %29#1 : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  }
  %11 = stablehlo.broadcast_in_dim %10#3, dims = [1] : (tensor<3xi32>) -> tensor<1x3xi32>
  %12 = stablehlo.iota dim = 0 : tensor<3xi32>
  %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %14 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x3xi32>) -> tensor<3x3xi32>
  %15 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<3x1xi32>) -> tensor<3x3xi32>
  %16 = stablehlo.compare EQ, %14, %15, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %17 = stablehlo.convert %16 : (tensor<3x3xi1>) -> tensor<3x3xcomplex<f64>>
  %18 = stablehlo.real %17 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %19 = call @lu_wide_c128__tril(%8) : (tensor<3x5xcomplex<f64>>) -> tensor<3x5xcomplex<f64>>
  %20 = stablehlo.slice %19 [0:3, 0:3] : (tensor<3x5xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %21 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %22 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %c_3 = stablehlo.constant dense<0> : tensor<i64>
  %23 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %24 = stablehlo.add %21, %23 : tensor<3x3xi64>
  %25 = stablehlo.compare EQ, %24, %22, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %26 = stablehlo.convert %25 : (tensor<3x3xi1>) -> tensor<3x3xcomplex<f64>>
  %27 = stablehlo.add %20, %26 : tensor<3x3xcomplex<f64>>
  %28 = call @lu_wide_c128__triu(%8) : (tensor<3x5xcomplex<f64>>) -> tensor<3x5xcomplex<f64>>
  return %18, %27, %28 : tensor<3x3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>
}
func.func private @lu_wide_c128__closed_call(%arg0: tensor<3xi32>, %arg1: tensor<i64>, %arg2: tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>) {
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
func.func private @lu_wide_c128__tril(%arg0: tensor<3x5xcomplex<f64>>) -> tensor<3x5xcomplex<f64>> {
  %0 = stablehlo.iota dim = 0 : tensor<3x5xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x5xi64>
  %2 = stablehlo.add %0, %1 : tensor<3x5xi64>
  %3 = stablehlo.iota dim = 1 : tensor<3x5xi64>
  %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi1>
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<3x5xcomplex<f64>>
  %6 = stablehlo.select %4, %arg0, %5 : tensor<3x5xi1>, tensor<3x5xcomplex<f64>>
  return %6 : tensor<3x5xcomplex<f64>>
}
func.func private @lu_wide_c128__triu(%arg0: tensor<3x5xcomplex<f64>>) -> tensor<3x5xcomplex<f64>> {
  %0 = stablehlo.iota dim = 0 : tensor<3x5xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x5xi64>
  %2 = stablehlo.add %0, %1 : tensor<3x5xi64>
  %3 = stablehlo.iota dim = 1 : tensor<3x5xi64>
  %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi1>
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<3x5xcomplex<f64>>
  %6 = stablehlo.select %4, %5, %arg0 : tensor<3x5xi1>, tensor<3x5xcomplex<f64>>
  return %6 : tensor<3x5xcomplex<f64>>
}
func.func @lu_singular_c128() {
  %in0 = stablehlo.constant dense<[[(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
  %out:1 = func.call @lu_singular_c128__main(%in0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  return
}
func.func private @lu_singular_c128__main(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>> {jax.result_info = "result"}) {
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
    %11 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %11 : tensor<i1>
  } do {
    %11:2 = func.call @lu_singular_c128__closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<3xi32>, tensor<i64>, tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %12, %11#0, %11#1 : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  }
  return %8 : tensor<3x3xcomplex<f64>>
}
func.func private @lu_singular_c128__closed_call(%arg0: tensor<3xi32>, %arg1: tensor<i64>, %arg2: tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>) {
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
