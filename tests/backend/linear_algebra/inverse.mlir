// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @inverse_f32() {
  %in0 = stablehlo.constant dense<[[[1.3052331e+00, 1.1196752e+00, -2.4636307e-01], [8.938607e-01, 4.911958e+00, 1.5398349e-01], [4.481855e-03, -1.7117954e+00, 2.073756e+00]], [[2.99953e+00, 7.1691996e-01, 1.2149562e+00], [-4.7623548e-01, 1.2637454e+00, -8.474176e-01], [1.6383741e+00, -1.1464586e+00, 2.8084958e+00]]]> : tensor<2x3x3xf32>
  %out:1 = func.call @inverse_f32__main(%in0) : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>)
  %jax0 = stablehlo.constant dense<[[[8.746728e-01, -1.5905215e-01, 1.1572165e-01], [-1.5509711e-01, 2.2665267e-01, -3.525534e-02], [-1.2991631e-01, 1.8743567e-01, 4.5286497e-01]], [[4.4114515e-01, -5.8296305e-01, -3.667391e-01], [-8.7078605e-03, 1.1010451e+00, 3.3598936e-01], [-2.609026e-01, 7.89538e-01, 7.071592e-01]]]> : tensor<2x3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x3x3xf32>
  return
}
func.func private @inverse_f32__main(%arg0: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32> {jax.result_info = "result"}) {
  %0 = call @inverse_f32__inv(%arg0) : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}
func.func private @inverse_f32__inv(%arg0: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %1 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %3 = stablehlo.add %0, %2 : tensor<3x3xi64>
  %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %5 = stablehlo.convert %4 : (tensor<3x3xi1>) -> tensor<3x3xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<2x3x3xf32>
  %7 = call @inverse_f32__solve(%arg0, %6) : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %7 : tensor<2x3x3xf32>
}
func.func private @inverse_f32__solve(%arg0: tensor<2x3x3xf32>, %arg1: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=3, k=3, l=3, m=3, n=3}, custom>} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2xi32>)
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %2 = stablehlo.subtract %0#1, %1 : tensor<2x3xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %8 = stablehlo.select %7, %0#0, %6 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
  %9 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x3xi32>
  cond {
    %c_6 = stablehlo.constant dense<3> : tensor<i64>
    %14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %14 : tensor<i1>
  } do {
    %14:2 = func.call @inverse_f32__closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<2x3xi32>, tensor<i64>, tensor<2x3xi32>) -> (tensor<i64>, tensor<2x3xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x3xi32>
  }
  %11 = stablehlo.transpose %arg1, dims = [0, 2, 1] : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %12 = call @inverse_f32___lu_solve(%8, %10#3, %11) : (tensor<2x3x3xf32>, tensor<2x3xi32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %13 = stablehlo.transpose %12, dims = [0, 2, 1] : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %13 : tensor<2x3x3xf32>
}
func.func private @inverse_f32__closed_call(%arg0: tensor<2x3xi32>, %arg1: tensor<i64>, %arg2: tensor<2x3xi32>) -> (tensor<i64>, tensor<2x3xi32>) {
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
  %c_3 = stablehlo.constant dense<3> : tensor<i64>
  %10 = stablehlo.add %9, %c_3 : tensor<i64>
  %11 = stablehlo.select %8, %10, %arg1 : tensor<i1>, tensor<i64>
  %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %13 = "stablehlo.gather"(%arg2, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<2x1xi32>
  %14 = stablehlo.reshape %13 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %16 = stablehlo.compare LT, %7, %15, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %18 = stablehlo.add %7, %17 : tensor<2xi32>
  %19 = stablehlo.select %16, %18, %7 : tensor<2xi1>, tensor<2xi32>
  %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %21 = "stablehlo.gather"(%arg2, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
  %22 = stablehlo.reshape %21 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i64>
  %23 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_7 = stablehlo.constant dense<3> : tensor<i64>
  %24 = stablehlo.add %arg1, %c_7 : tensor<i64>
  %25 = stablehlo.select %23, %24, %arg1 : tensor<i1>, tensor<i64>
  %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %28 = "stablehlo.scatter"(%arg2, %27, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %30 = stablehlo.compare LT, %7, %29, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %32 = stablehlo.add %7, %31 : tensor<2xi32>
  %33 = stablehlo.select %30, %32, %7 : tensor<2xi1>, tensor<2xi32>
  %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %35 = "stablehlo.scatter"(%28, %34, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  return %0, %35 : tensor<i64>, tensor<2x3xi32>
}
func.func private @inverse_f32___lu_solve(%arg0: tensor<2x3x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<2x3x3xf32>) -> tensor<2x3x3x1xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %4 = stablehlo.add %arg1, %3 : tensor<2x3xi32>
  %5 = stablehlo.select %2, %4, %arg1 : tensor<2x3xi1>, tensor<2x3xi32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3x1xi32>
  %7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3, 1, 1>}> : (tensor<2x3x3x1xf32>, tensor<2x3x1xi32>) -> tensor<2x3x3x1xf32>
  %8 = stablehlo.transpose %7, dims = [0, 2, 3, 1] : (tensor<2x3x3x1xf32>) -> tensor<2x3x1x3xf32>
  %9 = stablehlo.reshape %8 : (tensor<2x3x1x3xf32>) -> tensor<2x3x3xf32>
  %10 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %9) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=2, j=3, k=3, l=3, m=3, n=3, o=3}, custom>} : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %11 = stablehlo.reshape %10 : (tensor<2x3x3xf32>) -> tensor<2x3x1x3xf32>
  %12 = stablehlo.reshape %11 : (tensor<2x3x1x3xf32>) -> tensor<2x3x3xf32>
  %13 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %12) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=2, j=3, k=3, l=3, m=3, n=3, o=3}, custom>} : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %14 = stablehlo.reshape %13 : (tensor<2x3x3xf32>) -> tensor<2x3x1x3xf32>
  %15 = stablehlo.transpose %14, dims = [0, 3, 1, 2] : (tensor<2x3x1x3xf32>) -> tensor<2x3x3x1xf32>
  %16 = stablehlo.reshape %15 : (tensor<2x3x3x1xf32>) -> tensor<2x3x3xf32>
  return %16 : tensor<2x3x3xf32>
}
func.func @inverse_c128() {
  %in0 = stablehlo.constant dense<[[[(1.3052331574958287e+00, 1.724824078756087e+00), (1.1196751689604585e+00, -1.900403089798608e+00), (-2.46363074236426e-01, 4.0219566985649013e-01)], [(8.938607113237649e-01, 1.8005180016545825e+00), (4.911958047986411e+00, -1.0787884839161408e+00), (1.539834816417347e-01, 1.9395967694412164e-01)], [(4.481854639751592e-03, 1.636513499546925e+00), (-1.7117954665609538e+00, -1.4673222169629994e+00), (2.0737559204074847e+00, 9.365032269506335e-02)]], [[(2.99953000330224e+00, 1.0016394364081393e+00), (7.169199844837619e-01, 6.760529635356551e-01), (1.2149561444175019e+00, -1.2898856102007716e-01)], [(-4.7623546740584644e-01, -1.1806036388088197e+00), (1.2637453876236204e+00, -3.693644363571824e-02), (-8.474176027680258e-01, -5.104612424597641e-01)], [(1.6383741108784546e+00, -9.039538059364638e-02), (-1.146458585680338e+00, -5.364384568776281e-01), (2.8084958472707324e+00, 1.3516719772370425e+00)]]]> : tensor<2x3x3xcomplex<f64>>
  %out:1 = func.call @inverse_c128__main(%in0) : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[[(1.9910648289869012e-01, -4.2450666625316436e-01), (9.945087903788417e-02, 1.4139760103877666e-01), (-5.763481978635715e-02, -1.0624556449882185e-01)], [(-1.8522905314296312e-01, -8.359275031742537e-03), (2.3468522822804555e-01, -2.5109692906592856e-02), (-4.264385397088233e-02, 1.6771271700602355e-02)], [(-4.946911817206861e-01, -2.718304259416966e-01), (3.2520062250176796e-01, 5.1855002322150096e-02), (3.5203876121925454e-01, 1.348495570434973e-02)]], [[(1.5817969367443122e-01, -3.082684996869605e-01), (-4.631455630791993e-01, 1.7849432205356905e-01), (-1.4076810340448748e-01, 1.780489549146026e-01)], [(3.0506301065410213e-01, 2.9492989430105954e-01), (9.753958961749253e-01, -3.3884722190854766e-01), (1.557578885851715e-01, -1.134963832955062e-01)], [(1.3058239028518057e-01, 3.0073953145809684e-01), (5.627757766310091e-01, -3.419016555468288e-01), (3.715091691142055e-01, -3.037777321852823e-01)]]]> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x3x3xcomplex<f64>>
  return
}
func.func private @inverse_c128__main(%arg0: tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = call @inverse_c128__inv(%arg0) : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  return %0 : tensor<2x3x3xcomplex<f64>>
}
func.func private @inverse_c128__inv(%arg0: tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>> {
  %0 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %1 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %3 = stablehlo.add %0, %2 : tensor<3x3xi64>
  %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %5 = stablehlo.convert %4 : (tensor<3x3xi1>) -> tensor<3x3xcomplex<f64>>
  %6 = stablehlo.broadcast_in_dim %5, dims = [1, 2] : (tensor<3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %7 = call @inverse_c128__solve(%arg0, %6) : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  return %7 : tensor<2x3x3xcomplex<f64>>
}
func.func private @inverse_c128__solve(%arg0: tensor<2x3x3xcomplex<f64>>, %arg1: tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>> {
  %0:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=3, k=3, l=3, m=3, n=3}, custom>} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2xi32>)
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %2 = stablehlo.subtract %0#1, %1 : tensor<2x3xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %8 = stablehlo.select %7, %0#0, %6 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f64>>
  %9 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x3xi32>
  cond {
    %c_6 = stablehlo.constant dense<3> : tensor<i64>
    %14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %14 : tensor<i1>
  } do {
    %14:2 = func.call @inverse_c128__closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<2x3xi32>, tensor<i64>, tensor<2x3xi32>) -> (tensor<i64>, tensor<2x3xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x3xi32>
  }
  %11 = stablehlo.transpose %arg1, dims = [0, 2, 1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %12 = call @inverse_c128___lu_solve(%8, %10#3, %11) : (tensor<2x3x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %13 = stablehlo.transpose %12, dims = [0, 2, 1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  return %13 : tensor<2x3x3xcomplex<f64>>
}
func.func private @inverse_c128__closed_call(%arg0: tensor<2x3xi32>, %arg1: tensor<i64>, %arg2: tensor<2x3xi32>) -> (tensor<i64>, tensor<2x3xi32>) {
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
  %c_3 = stablehlo.constant dense<3> : tensor<i64>
  %10 = stablehlo.add %9, %c_3 : tensor<i64>
  %11 = stablehlo.select %8, %10, %arg1 : tensor<i1>, tensor<i64>
  %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %13 = "stablehlo.gather"(%arg2, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<2x1xi32>
  %14 = stablehlo.reshape %13 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %16 = stablehlo.compare LT, %7, %15, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %18 = stablehlo.add %7, %17 : tensor<2xi32>
  %19 = stablehlo.select %16, %18, %7 : tensor<2xi1>, tensor<2xi32>
  %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %21 = "stablehlo.gather"(%arg2, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
  %22 = stablehlo.reshape %21 : (tensor<2x1xi32>) -> tensor<2xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i64>
  %23 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_7 = stablehlo.constant dense<3> : tensor<i64>
  %24 = stablehlo.add %arg1, %c_7 : tensor<i64>
  %25 = stablehlo.select %23, %24, %arg1 : tensor<i1>, tensor<i64>
  %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %28 = "stablehlo.scatter"(%arg2, %27, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %30 = stablehlo.compare LT, %7, %29, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %32 = stablehlo.add %7, %31 : tensor<2xi32>
  %33 = stablehlo.select %30, %32, %7 : tensor<2xi1>, tensor<2xi32>
  %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %35 = "stablehlo.scatter"(%28, %34, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  return %0, %35 : tensor<i64>, tensor<2x3xi32>
}
func.func private @inverse_c128___lu_solve(%arg0: tensor<2x3x3xcomplex<f64>>, %arg1: tensor<2x3xi32>, %arg2: tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>> {
  %0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3x1xcomplex<f64>>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %4 = stablehlo.add %arg1, %3 : tensor<2x3xi32>
  %5 = stablehlo.select %2, %4, %arg1 : tensor<2x3xi1>, tensor<2x3xi32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3x1xi32>
  %7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3, 1, 1>}> : (tensor<2x3x3x1xcomplex<f64>>, tensor<2x3x1xi32>) -> tensor<2x3x3x1xcomplex<f64>>
  %8 = stablehlo.transpose %7, dims = [0, 2, 3, 1] : (tensor<2x3x3x1xcomplex<f64>>) -> tensor<2x3x1x3xcomplex<f64>>
  %9 = stablehlo.reshape %8 : (tensor<2x3x1x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %10 = stablehlo.custom_call @lapack_ztrsm_ffi(%arg0, %9) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=2, j=3, k=3, l=3, m=3, n=3, o=3}, custom>} : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %11 = stablehlo.reshape %10 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x1x3xcomplex<f64>>
  %12 = stablehlo.reshape %11 : (tensor<2x3x1x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %13 = stablehlo.custom_call @lapack_ztrsm_ffi(%arg0, %12) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=2, j=3, k=3, l=3, m=3, n=3, o=3}, custom>} : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %14 = stablehlo.reshape %13 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x1x3xcomplex<f64>>
  %15 = stablehlo.transpose %14, dims = [0, 3, 1, 2] : (tensor<2x3x1x3xcomplex<f64>>) -> tensor<2x3x3x1xcomplex<f64>>
  %16 = stablehlo.reshape %15 : (tensor<2x3x3x1xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  return %16 : tensor<2x3x3xcomplex<f64>>
}
