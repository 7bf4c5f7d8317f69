// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @solve_f32() {
  %in0 = stablehlo.constant dense<[[1.8879727e+00, 1.4829292e+00, -1.1731234e+00], [1.6744436e+00, 2.9536448e+00, 4.4697544e-01], [1.0636314e+00, 7.367195e-02, 2.187202e+00]]> : tensor<3x3xf32>
  %in1 = stablehlo.constant dense<[[1.5714406e+00, -6.7208076e-01], [1.2849165e+00, -1.8332134e+00], [-1.5693733e+00, 3.8020825e-01]]> : tensor<3x2xf32>
  %out:1 = func.call @solve_f32__main(%in0, %in1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> (tensor<3x2xf32>)
  %jax0 = stablehlo.constant dense<[[-5.996958e-02, 3.06337e-01], [5.7613134e-01, -8.0217755e-01], [-7.0776826e-01, 5.1882073e-02]]> : tensor<3x2xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3x2xf32>
  return
}
func.func private @solve_f32__main(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xf32> {jax.result_info = "result"}) {
  %0 = call @solve_f32__solve(%arg0, %arg1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
func.func private @solve_f32__solve(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> tensor<3x2xf32> {
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
    %14:2 = func.call @solve_f32__closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<3xi32>, tensor<i64>, tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  }
  %11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %12 = call @solve_f32___lu_solve(%8, %10#3, %11) : (tensor<3x3xf32>, tensor<3xi32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %13 : tensor<3x2xf32>
}
func.func private @solve_f32__closed_call(%arg0: tensor<3xi32>, %arg1: tensor<i64>, %arg2: tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>) {
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
func.func private @solve_f32___lu_solve(%arg0: tensor<3x3xf32>, %arg1: tensor<3xi32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %4 = stablehlo.add %arg1, %3 : tensor<3xi32>
  %5 = stablehlo.select %2, %4, %arg1 : tensor<3xi1>, tensor<3xi32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 2, 1, 1>}> : (tensor<2x3x1xf32>, tensor<3x1xi32>) -> tensor<2x3x1xf32>
  %8 = stablehlo.transpose %7, dims = [1, 2, 0] : (tensor<2x3x1xf32>) -> tensor<3x1x2xf32>
  %9 = stablehlo.reshape %8 : (tensor<3x1x2xf32>) -> tensor<3x2xf32>
  %10 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %9) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=3, j=3, k=3, l=2, m=3, n=2}, custom>} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %11 = stablehlo.reshape %10 : (tensor<3x2xf32>) -> tensor<3x1x2xf32>
  %12 = stablehlo.reshape %11 : (tensor<3x1x2xf32>) -> tensor<3x2xf32>
  %13 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %12) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=3, j=3, k=3, l=2, m=3, n=2}, custom>} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %14 = stablehlo.reshape %13 : (tensor<3x2xf32>) -> tensor<3x1x2xf32>
  %15 = stablehlo.transpose %14, dims = [2, 0, 1] : (tensor<3x1x2xf32>) -> tensor<2x3x1xf32>
  %16 = stablehlo.reshape %15 : (tensor<2x3x1xf32>) -> tensor<2x3xf32>
  return %16 : tensor<2x3xf32>
}
func.func @solve_c128() {
  %in0 = stablehlo.constant dense<[[(1.887972684358958e+00, -1.2491150853549935e+00), (1.4829292247095056e+00, -1.6770349249405005e+00), (-1.1731233786422943e+00, 9.5376118479588e-01)], [(1.6744436317516862e+00, -2.3476310841618764e-01), (2.9536447551793166e+00, -1.3667605291493952e+00), (4.4697545161058283e-01, 1.5197481248051155e+00)], [(1.0636314259212623e+00, -9.036541520311014e-01), (7.367195149177297e-02, -3.4305992367579474e-01), (2.187202006304888e+00, -8.156802690654081e-01)]]> : tensor<3x3xcomplex<f64>>
  %in1 = stablehlo.constant dense<[[(1.5714406057440065e+00, 1.1926944877128642e-01), (-6.720807787952912e-01, -3.2477028577338274e-01)], [(1.2849164922313272e+00, -6.583686029066831e-01), (-1.8332134970990004e+00, 4.9007772878436073e-01)], [(-1.5693732802561282e+00, -2.474342955645037e-01), (3.8020825682496096e-01, 9.435284253947609e-01)]]> : tensor<3x2xcomplex<f64>>
  %out:1 = func.call @solve_c128__main(%in0, %in1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> (tensor<3x2xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(-2.05019171006348e-01, 8.470120243865e-02), (2.9543946137317334e-01, -6.511482257081257e-02)], [(3.268053165701986e-01, 2.0602383031793065e-01), (-5.116409531998009e-01, -3.2195135297782014e-02)], [(-5.473991168453701e-01, -3.988468410742403e-01), (-9.598728214149821e-02, 4.7015096452983096e-01)]]> : tensor<3x2xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3x2xcomplex<f64>>
  return
}
func.func private @solve_c128__main(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<3x2xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = call @solve_c128__solve(%arg0, %arg1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  return %0 : tensor<3x2xcomplex<f64>>
}
func.func private @solve_c128__solve(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>> {
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
    %14:2 = func.call @solve_c128__closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<3xi32>, tensor<i64>, tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>)
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
  }
  %11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<3x2xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %12 = call @solve_c128___lu_solve(%8, %10#3, %11) : (tensor<3x3xcomplex<f64>>, tensor<3xi32>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<2x3xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  return %13 : tensor<3x2xcomplex<f64>>
}
func.func private @solve_c128__closed_call(%arg0: tensor<3xi32>, %arg1: tensor<i64>, %arg2: tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>) {
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
func.func private @solve_c128___lu_solve(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3xi32>, %arg2: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<2x3xcomplex<f64>>) -> tensor<2x3x1xcomplex<f64>>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %4 = stablehlo.add %arg1, %3 : tensor<3xi32>
  %5 = stablehlo.select %2, %4, %arg1 : tensor<3xi1>, tensor<3xi32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 2, 1, 1>}> : (tensor<2x3x1xcomplex<f64>>, tensor<3x1xi32>) -> tensor<2x3x1xcomplex<f64>>
  %8 = stablehlo.transpose %7, dims = [1, 2, 0] : (tensor<2x3x1xcomplex<f64>>) -> tensor<3x1x2xcomplex<f64>>
  %9 = stablehlo.reshape %8 : (tensor<3x1x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %10 = stablehlo.custom_call @lapack_ztrsm_ffi(%arg0, %9) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=3, j=3, k=3, l=2, m=3, n=2}, custom>} : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %11 = stablehlo.reshape %10 : (tensor<3x2xcomplex<f64>>) -> tensor<3x1x2xcomplex<f64>>
  %12 = stablehlo.reshape %11 : (tensor<3x1x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %13 = stablehlo.custom_call @lapack_ztrsm_ffi(%arg0, %12) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=3, j=3, k=3, l=2, m=3, n=2}, custom>} : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %14 = stablehlo.reshape %13 : (tensor<3x2xcomplex<f64>>) -> tensor<3x1x2xcomplex<f64>>
  %15 = stablehlo.transpose %14, dims = [2, 0, 1] : (tensor<3x1x2xcomplex<f64>>) -> tensor<2x3x1xcomplex<f64>>
  %16 = stablehlo.reshape %15 : (tensor<2x3x1xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  return %16 : tensor<2x3xcomplex<f64>>
}
