// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @tridiagonal_f32() {
  %in0 = stablehlo.constant dense<[[[-2.3323157e+00, -1.3886296e+00, -1.4362298e+00, 2.6916327e+00], [-1.3886296e+00, -1.2890884e+00, 3.29935e-01, 1.7445666e+00], [-1.4362298e+00, 3.29935e-01, -3.915785e+00, -9.9873984e-01], [2.6916327e+00, 1.7445666e+00, -9.9873984e-01, -3.9508731e+00]], [[2.176351e+00, 2.9032996e+00, 5.1797247e-01, 8.8339275e-01], [2.9032996e+00, 1.5057466e+00, -1.1410752e-01, 2.4163685e+00], [5.1797247e-01, -1.1410752e-01, 1.6210841e+00, -8.4277624e-01], [8.8339275e-01, 2.4163685e+00, -8.4277624e-01, 2.361318e+00]]]> : tensor<2x4x4xf32>
  %out:4 = func.call @tridiagonal_f32__main(%in0) : (tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
  %jax0 = stablehlo.constant dense<[[[-2.2915354e+00, 2.2773538e+00, 2.3106377e-01, -6.176039e-01], [-1.3886296e+00, -2.481511e+00, 7.7859783e-01, -4.0029648e-01], [-1.4362298e+00, 3.29935e-01, -2.7641423e+00, 3.3594465e+00], [2.6916327e+00, 1.7445666e+00, -9.9873984e-01, -3.9508731e+00]], [[1.0727708e+00, 1.4942464e+00, -9.246118e-01, -2.4883746e-01], [2.9032996e+00, 9.928227e-01, 2.2325506e+00, -6.8065196e-01], [5.1797247e-01, -1.1410752e-01, 3.237588e+00, 2.7073033e+00], [8.8339275e-01, 2.4163685e+00, -8.4277624e-01, 2.361318e+00]]]> : tensor<2x4x4xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x4x4xf32>
  %jax1 = stablehlo.constant dense<[[-2.2915354e+00, -2.481511e+00, -2.7641423e+00, -3.9508731e+00], [1.0727708e+00, 9.928227e-01, 3.237588e+00, 2.361318e+00]]> : tensor<2x4xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<2x4xf32>
  %jax2 = stablehlo.constant dense<[[2.2773538e+00, 7.7859783e-01, 3.3594465e+00], [1.4942464e+00, 2.2325506e+00, 2.7073033e+00]]> : tensor<2x3xf32>
  check.expect_almost_eq %out#2, %jax2, tolerance = 0.0001 : f64 : tensor<2x3xf32>
  %jax3 = stablehlo.constant dense<[[0.0e+00, 1.8986311e+00, 1.297293e+00], [0.0e+00, 1.0782212e+00, 1.3112973e+00]]> : tensor<2x3xf32>
  check.expect_almost_eq %out#3, %jax3, tolerance = 0.0001 : f64 : tensor<2x3xf32>
  return
}
func.func private @tridiagonal_f32__main(%arg0: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32> {jax.result_info = "result[0]"}, tensor<2x4xf32> {jax.result_info = "result[1]"}, tensor<2x3xf32> {jax.result_info = "result[2]"}, tensor<2x3xf32> {jax.result_info = "result[3]"}) {
  %0:5 = stablehlo.custom_call @lapack_ssytrd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o], [i, p], [i]) {i=2, j=4, k=4, l=4, m=4, n=4, o=3, p=3}, custom>} : (tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<2x4xi1>, tensor<2x4xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %14 = stablehlo.select %13, %0#2, %12 : tensor<2x3xi1>, tensor<2x3xf32>
  %15 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %18 = stablehlo.select %17, %0#3, %16 : tensor<2x3xi1>, tensor<2x3xf32>
  return %6, %10, %14, %18 : tensor<2x4x4xf32>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}
func.func @tridiagonal_lower_f32() {
  %in0 = stablehlo.constant dense<[[1.3838308e-01, 6.720319e-01, 1.5340483e+00, 6.693735e-01], [6.720319e-01, 1.4897767e+00, -1.6837229e+00, -1.2285914e+00], [1.5340483e+00, -1.6837229e+00, -3.9802809e+00, 1.8944561e+00], [6.693735e-01, -1.2285914e+00, 1.8944561e+00, 3.8274152e+00]]> : tensor<4x4xf32>
  %out:4 = func.call @tridiagonal_lower_f32__main(%in0) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>)
  %jax0 = stablehlo.constant dense<[[1.3838308e-01, 6.720319e-01, 1.5340483e+00, 6.693735e-01], [-1.8036052e+00, -2.3564048e+00, -1.6837229e+00, -1.2285914e+00], [6.1965805e-01, -3.7153296e+00, 1.7271016e+00, 1.8944561e+00], [2.7038437e-01, -7.5367284e-01, 2.0699e+00, 1.9662131e+00]]> : tensor<4x4xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<4x4xf32>
  %jax1 = stablehlo.constant dense<[1.3838308e-01, -2.3564048e+00, 1.7271016e+00, 1.9662131e+00]> : tensor<4xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<4xf32>
  %jax2 = stablehlo.constant dense<[-1.8036052e+00, -3.7153296e+00, 2.0699e+00]> : tensor<3xf32>
  check.expect_almost_eq %out#2, %jax2, tolerance = 0.0001 : f64 : tensor<3xf32>
  %jax3 = stablehlo.constant dense<[1.3726047e+00, 1.2754917e+00, 0.0e+00]> : tensor<3xf32>
  check.expect_almost_eq %out#3, %jax3, tolerance = 0.0001 : f64 : tensor<3xf32>
  return
}
func.func private @tridiagonal_lower_f32__main(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}, tensor<3xf32> {jax.result_info = "result[2]"}, tensor<3xf32> {jax.result_info = "result[3]"}) {
  %0:5 = stablehlo.custom_call @lapack_ssytrd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n], [o], []) {i=4, j=4, k=4, l=4, m=4, n=3, o=3}, custom>} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<4x4xi1>, tensor<4x4xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<4xi1>, tensor<4xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %14 = stablehlo.select %13, %0#2, %12 : tensor<3xi1>, tensor<3xf32>
  %15 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %18 = stablehlo.select %17, %0#3, %16 : tensor<3xi1>, tensor<3xf32>
  return %6, %10, %14, %18 : tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>
}
func.func @tridiagonal_solve_f32() {
  %in0 = stablehlo.constant dense<[-3.3191198e-01, 8.8129795e-01, -1.9995425e+00, -7.9066974e-01, -1.4129764e+00]> : tensor<5xf32>
  %in1 = stablehlo.constant dense<[3.7439797e+00, 2.103705e+00, 4.19865e+00, 3.7412896e+00, 3.681471e+00]> : tensor<5xf32>
  %in2 = stablehlo.constant dense<[2.0319161e-01, 8.325913e-01, -8.36381e-01, 4.3310422e-02, 1.5717878e+00]> : tensor<5xf32>
  %in3 = stablehlo.constant dense<[[1.8681194e+00, 1.8892899e-01], [1.8907374e+00, 8.5926396e-01], [7.909153e-01, -1.135642e+00], [1.9050978e+00, -1.9750789e+00], [-9.8807055e-01, -2.6083386e-01]]> : tensor<5x2xf32>
  %out:1 = func.call @tridiagonal_solve_f32__main(%in0, %in1, %in2, %in3) : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5x2xf32>) -> (tensor<5x2xf32>)
  %jax0 = stablehlo.constant dense<[[4.7261843e-01, 2.5395935e-02], [4.8548046e-01, 4.6186516e-01], [5.439789e-01, -1.6183865e-01], [6.2450355e-01, -5.588132e-01], [-2.8700968e-02, -2.853272e-01]]> : tensor<5x2xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<5x2xf32>
  return
}
func.func private @tridiagonal_solve_f32__main(%arg0: tensor<5xf32>, %arg1: tensor<5xf32>, %arg2: tensor<5xf32>, %arg3: tensor<5x2xf32>) -> (tensor<5x2xf32> {jax.result_info = "result"}) {
  %0:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%arg0, %arg1, %arg2, %arg3) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 2, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [3], operand_index = 3, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j], [k], [l, m])->([n], [o], [p], [q, r], []) {i=5, j=5, k=5, l=5, m=2, n=5, o=5, p=5, q=5, r=2}, custom>} : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5x2xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5x2xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x2xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x2xi1>
  %6 = stablehlo.select %5, %0#3, %4 : tensor<5x2xi1>, tensor<5x2xf32>
  return %6 : tensor<5x2xf32>
}
func.func @tridiagonal_solve_batch_f32() {
  %in0 = stablehlo.constant dense<[[-3.3191198e-01, 8.8129795e-01, -1.9995425e+00, -7.9066974e-01, -1.4129764e+00], [-1.6306456e+00, -1.2549591e+00, -6.177571e-01, -4.129301e-01, 1.5526694e-01]]> : tensor<2x5xf32>
  %in1 = stablehlo.constant dense<[[3.7439797e+00, 2.103705e+00, 4.19865e+00, 3.7412896e+00, 3.681471e+00], [3.3213394e+00, 2.8185945e+00, 4.4770837e+00, 3.1986187e+00, 3.0673091e+00]]> : tensor<2x5xf32>
  %in2 = stablehlo.constant dense<[[2.0319161e-01, 8.325913e-01, -8.36381e-01, 4.3310422e-02, 1.5717878e+00], [1.5851724e+00, -1.4976587e+00, -1.1710285e+00, -1.7941312e+00, -2.3676063e-01]]> : tensor<2x5xf32>
  %in3 = stablehlo.constant dense<[[[1.8681194e+00, 1.8892899e-01], [1.8907374e+00, 8.5926396e-01], [7.909153e-01, -1.135642e+00], [1.9050978e+00, -1.9750789e+00], [-9.8807055e-01, -2.6083386e-01]], [[1.1175317e+00, -1.2092597e+00], [1.451973e+00, 1.9336027e+00], [-1.3446311e+00, 3.8933578e-01], [-1.9640557e+00, -4.5371488e-01], [-1.8233597e+00, 1.8266119e+00]]]> : tensor<2x5x2xf32>
  %out:1 = func.call @tridiagonal_solve_batch_f32__main(%in0, %in1, %in2, %in3) : (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5x2xf32>) -> (tensor<2x5x2xf32>)
  %jax0 = stablehlo.constant dense<[[[4.7261843e-01, 2.5395935e-02], [4.8548046e-01, 4.6186516e-01], [5.439789e-01, -1.6183865e-01], [6.2450355e-01, -5.588132e-01], [-2.8700968e-02, -2.853272e-01]], [[1.8214098e-01, -6.153988e-01], [3.2335895e-01, 5.265602e-01], [-5.1355803e-01, 2.155746e-01], [-9.857732e-01, 2.1393462e-01], [-5.445495e-01, 5.8468014e-01]]]> : tensor<2x5x2xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x5x2xf32>
  return
}
func.func private @tridiagonal_solve_batch_f32__main(%arg0: tensor<2x5xf32>, %arg1: tensor<2x5xf32>, %arg2: tensor<2x5xf32>, %arg3: tensor<2x5x2xf32>) -> (tensor<2x5x2xf32> {jax.result_info = "result"}) {
  %0:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%arg0, %arg1, %arg2, %arg3) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 2, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [3], operand_index = 3, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, k], [i, l], [i, m, n])->([i, o], [i, p], [i, q], [i, r, s], [i]) {i=2, j=5, k=5, l=5, m=5, n=2, o=5, p=5, q=5, r=5, s=2}, custom>} : (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5x2xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5x2xf32>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x5x2xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x5x2xi1>
  %6 = stablehlo.select %5, %0#3, %4 : tensor<2x5x2xi1>, tensor<2x5x2xf32>
  return %6 : tensor<2x5x2xf32>
}
func.func @tridiagonal_f64() {
  %in0 = stablehlo.constant dense<[[[-2.332315701129259e+00, -1.3886295384998433e+00, -1.4362297921915985e+00, 2.6916327437461622e+00], [-1.3886295384998433e+00, -1.289088315170397e+00, 3.299350153460714e-01, 1.7445665860337272e+00], [-1.4362297921915985e+00, 3.299350153460714e-01, -3.9157850054711325e+00, -9.98739792305753e-01], [2.6916327437461622e+00, 1.7445665860337272e+00, -9.98739792305753e-01, -3.950873069231214e+00]], [[2.17635097155629e+00, 2.9032996401954647e+00, 5.17972495754607e-01, 8.833927708380038e-01], [2.9032996401954647e+00, 1.5057465991409131e+00, -1.141075058483314e-01, 2.416368395825488e+00], [5.17972495754607e-01, -1.141075058483314e-01, 1.6210841509236156e+00, -8.427762185131331e-01], [8.833927708380038e-01, 2.416368395825488e+00, -8.427762185131331e-01, 2.361318203661223e+00]]]> : tensor<2x4x4xf64>
  %out:4 = func.call @tridiagonal_f64__main(%in0) : (tensor<2x4x4xf64>) -> (tensor<2x4x4xf64>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  %jax0 = stablehlo.constant dense<[[[-2.291535498385798e+00, 2.277354059422972e+00, 2.3106371618596896e-01, -6.176038798768693e-01], [-1.3886295384998433e+00, -2.4815111173204e+00, 7.785977920185118e-01, -4.002964723702976e-01], [-1.4362297921915985e+00, 3.299350153460714e-01, -2.7641424060645896e+00, 3.3594464682514005e+00], [2.6916327437461622e+00, 1.7445665860337272e+00, -9.98739792305753e-01, -3.950873069231214e+00]], [[1.072771547345707e+00, 1.4942465395091573e+00, -9.24611699057276e-01, -2.488374652557665e-01], [2.9032996401954647e+00, 9.928220580719621e-01, 2.232550466727681e+00, -6.806519213089871e-01], [5.17972495754607e-01, -1.141075058483314e-01, 3.237588116203148e+00, 2.7073032276426634e+00], [8.833927708380038e-01, 2.416368395825488e+00, -8.427762185131331e-01, 2.361318203661223e+00]]]> : tensor<2x4x4xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x4x4xf64>
  %jax1 = stablehlo.constant dense<[[-2.291535498385798e+00, -2.4815111173204e+00, -2.7641424060645896e+00, -3.950873069231214e+00], [1.072771547345707e+00, 9.928220580719621e-01, 3.237588116203148e+00, 2.361318203661223e+00]]> : tensor<2x4xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<2x4xf64>
  %jax2 = stablehlo.constant dense<[[2.277354059422972e+00, 7.785977920185118e-01, 3.3594464682514005e+00], [1.4942465395091573e+00, 2.232550466727681e+00, 2.7073032276426634e+00]]> : tensor<2x3xf64>
  check.expect_almost_eq %out#2, %jax2, tolerance = 1e-09 : f64 : tensor<2x3xf64>
  %jax3 = stablehlo.constant dense<[[0.0e+00, 1.898631240871818e+00, 1.2972929623211409e+00], [0.0e+00, 1.0782212919986698e+00, 1.311297312361632e+00]]> : tensor<2x3xf64>
  check.expect_almost_eq %out#3, %jax3, tolerance = 1e-09 : f64 : tensor<2x3xf64>
  return
}
func.func private @tridiagonal_f64__main(%arg0: tensor<2x4x4xf64>) -> (tensor<2x4x4xf64> {jax.result_info = "result[0]"}, tensor<2x4xf64> {jax.result_info = "result[1]"}, tensor<2x3xf64> {jax.result_info = "result[2]"}, tensor<2x3xf64> {jax.result_info = "result[3]"}) {
  %0:5 = stablehlo.custom_call @lapack_dsytrd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o], [i, p], [i]) {i=2, j=4, k=4, l=4, m=4, n=4, o=3, p=3}, custom>} : (tensor<2x4x4xf64>) -> (tensor<2x4x4xf64>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4x4xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<2x4x4xi1>, tensor<2x4x4xf64>
  %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<2x4xi1>, tensor<2x4xf64>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %14 = stablehlo.select %13, %0#2, %12 : tensor<2x3xi1>, tensor<2x3xf64>
  %15 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_2 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %18 = stablehlo.select %17, %0#3, %16 : tensor<2x3xi1>, tensor<2x3xf64>
  return %6, %10, %14, %18 : tensor<2x4x4xf64>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}
func.func @tridiagonal_solve_f64() {
  %in0 = stablehlo.constant dense<[-3.31911981189704e-01, 8.812979737686324e-01, -1.9995425007306205e+00, -7.906697094726409e-01, -1.4129764367315478e+00]> : tensor<5xf64>
  %in1 = stablehlo.constant dense<[3.743979608568015e+00, 2.1037049273115653e+00, 4.198649911514837e+00, 3.7412895704731075e+00, 3.681471208349956e+00]> : tensor<5xf64>
  %in2 = stablehlo.constant dense<[2.0319161029830202e-01, 8.325912904724193e-01, -8.363810443482227e-01, 4.331042079065206e-02, 1.5717878173906188e+00]> : tensor<5xf64>
  %in3 = stablehlo.constant dense<[[1.8681193560547067e+00, 1.8892899670288932e-01], [1.8907374398595373e+00, 8.592639746974586e-01], [7.909152983890833e-01, -1.1356420176784945e+00], [1.905097819104967e+00, -1.9750789791816405e+00], [-9.880705504662242e-01, -2.6083387038221684e-01]]> : tensor<5x2xf64>
  %out:1 = func.call @tridiagonal_solve_f64__main(%in0, %in1, %in2, %in3) : (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5x2xf64>) -> (tensor<5x2xf64>)
  %jax0 = stablehlo.constant dense<[[4.72618438822541e-01, 2.539593672063624e-02], [4.8548047001076206e-01, 4.618651692487119e-01], [5.439789193895802e-01, -1.6183864366638295e-01], [6.245035248470455e-01, -5.58813268078317e-01], [-2.8700967418107824e-02, -2.8532719428237246e-01]]> : tensor<5x2xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<5x2xf64>
  return
}
func.func private @tridiagonal_solve_f64__main(%arg0: tensor<5xf64>, %arg1: tensor<5xf64>, %arg2: tensor<5xf64>, %arg3: tensor<5x2xf64>) -> (tensor<5x2xf64> {jax.result_info = "result"}) {
  %0:5 = stablehlo.custom_call @lapack_dgtsv_ffi(%arg0, %arg1, %arg2, %arg3) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 2, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [3], operand_index = 3, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j], [k], [l, m])->([n], [o], [p], [q, r], []) {i=5, j=5, k=5, l=5, m=2, n=5, o=5, p=5, q=5, r=2}, custom>} : (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5x2xf64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5x2xf64>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<5x2xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x2xi1>
  %6 = stablehlo.select %5, %0#3, %4 : tensor<5x2xi1>, tensor<5x2xf64>
  return %6 : tensor<5x2xf64>
}
func.func @tridiagonal_c64() {
  %in0 = stablehlo.constant dense<[[[(-2.3323157e+00, 0.0e+00), (-1.3886296e+00, -1.3213243e+00), (-1.4362298e+00, 2.2546525e+00), (2.6916327e+00, 2.7988877e+00)], [(-1.3886296e+00, 1.3213243e+00), (-1.2890884e+00, 0.0e+00), (3.29935e-01, 1.7544909e+00), (1.7445666e+00, -6.762209e-01)], [(-1.4362298e+00, -2.2546525e+00), (3.29935e-01, -1.7544909e+00), (-3.915785e+00, 0.0e+00), (-9.9873984e-01, -3.0132246e+00)], [(2.6916327e+00, -2.7988877e+00), (1.7445666e+00, 6.762209e-01), (-9.9873984e-01, 3.0132246e+00), (-3.9508731e+00, 0.0e+00)]], [[(2.176351e+00, 0.0e+00), (2.9032996e+00, -5.3741544e-01), (5.1797247e-01, -8.468759e-02), (8.8339275e-01, -5.19657e-01)], [(2.9032996e+00, 5.3741544e-01), (1.5057466e+00, 0.0e+00), (-1.1410752e-01, 3.2581632e+00), (2.4163685e+00, 2.490799e+00)], [(5.1797247e-01, 8.468759e-02), (-1.1410752e-01, -3.2581632e+00), (1.6210841e+00, 0.0e+00), (-8.4277624e-01, -2.6129484e-03)], [(8.8339275e-01, 5.19657e-01), (2.4163685e+00, -2.490799e+00), (-8.4277624e-01, 2.6129484e-03), (2.361318e+00, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f32>>
  %out:4 = func.call @tridiagonal_c64__main(%in0) : (tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4x4xcomplex<f32>>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[[(-1.246071e-01, 0.0e+00), (-1.2160032e+00, 0.0e+00), (-2.0869729e-01, 4.7456765e-01), (-5.165406e-01, -1.9560017e-01)], [(-1.3886296e+00, 1.3213243e+00), (-6.445489e+00, 0.0e+00), (1.5807246e+00, 0.0e+00), (-1.8297398e-01, 1.9325876e-01)], [(-1.4362298e+00, -2.2546525e+00), (3.29935e-01, -1.7544909e+00), (-9.670937e-01, 0.0e+00), (5.353172e+00, 0.0e+00)], [(2.6916327e+00, -2.7988877e+00), (1.7445666e+00, 6.762209e-01), (-9.9873984e-01, 3.0132246e+00), (-3.9508731e+00, 0.0e+00)]], [[(1.9405398e+00, 0.0e+00), (-6.127225e-01, 0.0e+00), (3.1223866e-01, 1.354454e-01), (-1.9374187e-01, 1.1411847e-01)], [(2.9032996e+00, 5.3741544e-01), (2.192755e+00, 0.0e+00), (-4.369353e+00, 0.0e+00), (-5.304395e-01, -5.461516e-01)], [(5.1797247e-01, 8.468759e-02), (-1.1410752e-01, -3.2581632e+00), (1.1698862e+00, 0.0e+00), (3.7153225e+00, 0.0e+00)], [(8.8339275e-01, 5.19657e-01), (2.4163685e+00, -2.490799e+00), (-8.4277624e-01, 2.6129484e-03), (2.361318e+00, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x4x4xcomplex<f32>>
  %jax1 = stablehlo.constant dense<[[-1.246071e-01, -6.445489e+00, -9.670937e-01, -3.9508731e+00], [1.9405398e+00, 2.192755e+00, 1.1698862e+00, 2.361318e+00]]> : tensor<2x4xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<2x4xf32>
  %jax2 = stablehlo.constant dense<[[-1.2160032e+00, 1.5807246e+00, 5.353172e+00], [-6.127225e-01, -4.369353e+00, 3.7153225e+00]]> : tensor<2x3xf32>
  check.expect_almost_eq %out#2, %jax2, tolerance = 0.0001 : f64 : tensor<2x3xf32>
  %jax3 = stablehlo.constant dense<[[(1.0002953e+00, 1.0e+00), (1.3584695e+00, 5.4402065e-01), (1.1865697e+00, 5.628858e-01)], [(1.4755003e+00, 8.797155e-01), (1.7727783e+00, -1.8638419e-01), (1.226838e+00, 7.032898e-04)]]> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %out#3, %jax3, tolerance = 0.0001 : f64 : tensor<2x3xcomplex<f32>>
  return
}
func.func private @tridiagonal_c64__main(%arg0: tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4x4xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<2x4xf32> {jax.result_info = "result[1]"}, tensor<2x3xf32> {jax.result_info = "result[2]"}, tensor<2x3xcomplex<f32>> {jax.result_info = "result[3]"}) {
  %0:5 = stablehlo.custom_call @lapack_chetrd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o], [i, p], [i]) {i=2, j=4, k=4, l=4, m=4, n=4, o=3, p=3}, custom>} : (tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4x4xcomplex<f32>>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3xcomplex<f32>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f32>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<2x4xi1>, tensor<2x4xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %14 = stablehlo.select %13, %0#2, %12 : tensor<2x3xi1>, tensor<2x3xf32>
  %15 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_2 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<2x3xcomplex<f32>>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %18 = stablehlo.select %17, %0#3, %16 : tensor<2x3xi1>, tensor<2x3xcomplex<f32>>
  return %6, %10, %14, %18 : tensor<2x4x4xcomplex<f32>>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3xcomplex<f32>>
}
func.func @tridiagonal_solve_c64() {
  %in0 = stablehlo.constant dense<[(-3.3191198e-01, -1.6306456e+00), (8.8129795e-01, -1.2549591e+00), (-1.9995425e+00, -6.177571e-01), (-7.9066974e-01, -4.129301e-01), (-1.4129764e+00, 1.5526694e-01)]> : tensor<5xcomplex<f32>>
  %in1 = stablehlo.constant dense<[(3.7439797e+00, -6.786607e-01), (2.103705e+00, -1.1814054e+00), (4.19865e+00, 4.7708386e-01), (3.7412896e+00, -8.013813e-01), (3.681471e+00, -9.326909e-01)]> : tensor<5xcomplex<f32>>
  %in2 = stablehlo.constant dense<[(2.0319161e-01, 1.5851724e+00), (8.325913e-01, -1.4976587e+00), (-8.36381e-01, -1.1710285e+00), (4.3310422e-02, -1.7941312e+00), (1.5717878e+00, -2.3676063e-01)]> : tensor<5xcomplex<f32>>
  %in3 = stablehlo.constant dense<[[(1.8681194e+00, 1.1175317e+00), (1.8892899e-01, -1.2092597e+00)], [(1.8907374e+00, 1.451973e+00), (8.5926396e-01, 1.9336027e+00)], [(7.909153e-01, -1.3446311e+00), (-1.135642e+00, 3.8933578e-01)], [(1.9050978e+00, -1.9640557e+00), (-1.9750789e+00, -4.5371488e-01)], [(-9.8807055e-01, -1.8233597e+00), (-2.6083386e-01, 1.8266119e+00)]]> : tensor<5x2xcomplex<f32>>
  %out:1 = func.call @tridiagonal_solve_c64__main(%in0, %in1, %in2, %in3) : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>, tensor<5x2xcomplex<f32>>) -> (tensor<5x2xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[(7.4279165e-01, 5.358281e-01), (4.5097944e-01, -2.3946975e-01)], [(-3.4019136e-01, 7.61683e-01), (-1.104812e-01, 8.2928604e-01)], [(1.5470497e-01, 1.6737738e-01), (-4.2190394e-01, 2.4458963e-01)], [(8.3253044e-01, -1.9916943e-01), (-6.601325e-01, -4.5503327e-01)], [(1.8463083e-01, -5.600593e-01), (-4.0586436e-01, 2.4653493e-01)]]> : tensor<5x2xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<5x2xcomplex<f32>>
  return
}
func.func private @tridiagonal_solve_c64__main(%arg0: tensor<5xcomplex<f32>>, %arg1: tensor<5xcomplex<f32>>, %arg2: tensor<5xcomplex<f32>>, %arg3: tensor<5x2xcomplex<f32>>) -> (tensor<5x2xcomplex<f32>> {jax.result_info = "result"}) {
  %0:5 = stablehlo.custom_call @lapack_cgtsv_ffi(%arg0, %arg1, %arg2, %arg3) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 2, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [3], operand_index = 3, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j], [k], [l, m])->([n], [o], [p], [q, r], []) {i=5, j=5, k=5, l=5, m=2, n=5, o=5, p=5, q=5, r=2}, custom>} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>, tensor<5x2xcomplex<f32>>) -> (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>, tensor<5x2xcomplex<f32>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<5x2xcomplex<f32>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x2xi1>
  %6 = stablehlo.select %5, %0#3, %4 : tensor<5x2xi1>, tensor<5x2xcomplex<f32>>
  return %6 : tensor<5x2xcomplex<f32>>
}
func.func @tridiagonal_c128() {
  %in0 = stablehlo.constant dense<[[[(-2.332315701129259e+00, 0.0e+00), (-1.3886295384998433e+00, -1.3213243687697878e+00), (-1.4362297921915985e+00, 2.2546523274133303e+00), (2.6916327437461622e+00, 2.7988878618436974e+00)], [(-1.3886295384998433e+00, 1.3213243687697878e+00), (-1.289088315170397e+00, 0.0e+00), (3.299350153460714e-01, 1.754490783417273e+00), (1.7445665860337272e+00, -6.762209232703853e-01)], [(-1.4362297921915985e+00, -2.2546523274133303e+00), (3.299350153460714e-01, -1.754490783417273e+00), (-3.9157850054711325e+00, 0.0e+00), (-9.98739792305753e-01, -3.0132245411581517e+00)], [(2.6916327437461622e+00, -2.7988878618436974e+00), (1.7445665860337272e+00, 6.762209232703853e-01), (-9.98739792305753e-01, 3.0132245411581517e+00), (-3.950873069231214e+00, 0.0e+00)]], [[(2.17635097155629e+00, 0.0e+00), (2.9032996401954647e+00, -5.374154442653407e-01), (5.17972495754607e-01, -8.468762502661775e-02), (8.833927708380038e-01, -5.196569942338063e-01)], [(2.9032996401954647e+00, 5.374154442653407e-01), (1.5057465991409131e+00, 0.0e+00), (-1.141075058483314e-01, 3.2581632417493007e+00), (2.416368395825488e+00, 2.4907989361475598e+00)], [(5.17972495754607e-01, 8.468762502661775e-02), (-1.141075058483314e-01, -3.2581632417493007e+00), (1.6210841509236156e+00, 0.0e+00), (-8.427762185131331e-01, -2.612966461339905e-03)], [(8.833927708380038e-01, 5.196569942338063e-01), (2.416368395825488e+00, -2.4907989361475598e+00), (-8.427762185131331e-01, 2.612966461339905e-03), (2.361318203661223e+00, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f64>>
  %out:4 = func.call @tridiagonal_c128__main(%in0) : (tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4x4xcomplex<f64>>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[[(-1.2460804077092824e-01, 0.0e+00), (-1.216003580609072e+00, 0.0e+00), (-2.0869739813575613e-01, 4.745675689243649e-01), (-5.165405543463822e-01, -1.9560019457031882e-01)], [(-1.3886295384998433e+00, 1.3213243687697878e+00), (-6.445487378614359e+00, 0.0e+00), (1.5807244761188024e+00, 0.0e+00), (-1.8297397457763553e-01, 1.9325875886481306e-01)], [(-1.4362297921915985e+00, -2.2546523274133303e+00), (3.299350153460714e-01, -1.754490783417273e+00), (-9.670936023854946e-01, 0.0e+00), (5.353172023083996e+00, 0.0e+00)], [(2.6916327437461622e+00, -2.7988878618436974e+00), (1.7445665860337272e+00, 6.762209232703853e-01), (-9.98739792305753e-01, 3.0132245411581517e+00), (-3.950873069231214e+00, 0.0e+00)]], [[(1.9405398424489526e+00, 0.0e+00), (-6.127226344234266e-01, 0.0e+00), (3.1223867397991323e-01, 1.3544540923425027e-01), (-1.9374187846492655e-01, 1.1411846956896442e-01)], [(2.9032996401954647e+00, 5.374154442653407e-01), (2.1927555918226203e+00, 0.0e+00), (-4.369352700293256e+00, 0.0e+00), (-5.304394856338787e-01, -5.461516170106318e-01)], [(5.17972495754607e-01, 8.468762502661775e-02), (-1.141075058483314e-01, -3.2581632417493007e+00), (1.169886287349247e+00, 0.0e+00), (3.715322371742194e+00, 0.0e+00)], [(8.833927708380038e-01, 5.196569942338063e-01), (2.416368395825488e+00, -2.4907989361475598e+00), (-8.427762185131331e-01, 2.612966461339905e-03), (2.361318203661223e+00, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x4x4xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[-1.2460804077092824e-01, -6.445487378614359e+00, -9.670936023854946e-01, -3.950873069231214e+00], [1.9405398424489526e+00, 2.1927555918226203e+00, 1.169886287349247e+00, 2.361318203661223e+00]]> : tensor<2x4xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<2x4xf64>
  %jax2 = stablehlo.constant dense<[[-1.216003580609072e+00, 1.5807244761188024e+00, 5.353172023083996e+00], [-6.127226344234266e-01, -4.369352700293256e+00, 3.715322371742194e+00]]> : tensor<2x3xf64>
  check.expect_almost_eq %out#2, %jax2, tolerance = 1e-09 : f64 : tensor<2x3xf64>
  %jax3 = stablehlo.constant dense<[[(1.0002952875183677e+00, 9.999999564026398e-01), (1.358469418612616e+00, 5.440206128075665e-01), (1.186569717542978e+00, 5.628858045593338e-01)], [(1.4755006931737145e+00, 8.797153464566347e-01), (1.7727783428648634e+00, -1.8638411300170638e-01), (1.226837979100569e+00, 7.032946807559607e-04)]]> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %out#3, %jax3, tolerance = 1e-09 : f64 : tensor<2x3xcomplex<f64>>
  return
}
func.func private @tridiagonal_c128__main(%arg0: tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4x4xcomplex<f64>> {jax.result_info = "result[0]"}, tensor<2x4xf64> {jax.result_info = "result[1]"}, tensor<2x3xf64> {jax.result_info = "result[2]"}, tensor<2x3xcomplex<f64>> {jax.result_info = "result[3]"}) {
  %0:5 = stablehlo.custom_call @lapack_zhetrd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o], [i, p], [i]) {i=2, j=4, k=4, l=4, m=4, n=4, o=3, p=3}, custom>} : (tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4x4xcomplex<f64>>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xcomplex<f64>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<2x4xi1>, tensor<2x4xf64>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %14 = stablehlo.select %13, %0#2, %12 : tensor<2x3xi1>, tensor<2x3xf64>
  %15 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_2 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<2x3xcomplex<f64>>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %18 = stablehlo.select %17, %0#3, %16 : tensor<2x3xi1>, tensor<2x3xcomplex<f64>>
  return %6, %10, %14, %18 : tensor<2x4x4xcomplex<f64>>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xcomplex<f64>>
}
func.func @tridiagonal_lower_c128() {
  %in0 = stablehlo.constant dense<[[(1.3838307077271406e-01, 0.0e+00), (6.720318683058668e-01, -3.029563600184958e+00), (1.5340484265988645e+00, -2.589687072552536e+00), (6.69373529374345e-01, -2.3274025737197404e+00)], [(6.720318683058668e-01, 3.029563600184958e+00), (1.489776681899735e+00, 0.0e+00), (-1.683722808164791e+00, -1.2409217524606397e-01), (-1.2285913766739536e+00, -1.7122920047320411e+00)], [(1.5340484265988645e+00, 2.589687072552536e+00), (-1.683722808164791e+00, 1.2409217524606397e-01), (-3.9802809503929106e+00, 0.0e+00), (1.8944561903472774e+00, -1.929048176696846e+00)], [(6.69373529374345e-01, 2.3274025737197404e+00), (-1.2285913766739536e+00, 1.7122920047320411e+00), (1.8944561903472774e+00, 1.929048176696846e+00), (3.827415328118647e+00, 0.0e+00)]]> : tensor<4x4xcomplex<f64>>
  %out:4 = func.call @tridiagonal_lower_c128__main(%in0) : (tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4xf64>, tensor<3xf64>, tensor<3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(1.3838307077271406e-01, 0.0e+00), (6.720318683058668e-01, -3.029563600184958e+00), (1.5340484265988645e+00, -2.589687072552536e+00), (6.69373529374345e-01, -2.3274025737197404e+00)], [(-4.9552527494028835e+00, 0.0e+00), (-6.5506464783462e-01, 0.0e+00), (-1.683722808164791e+00, -1.2409217524606397e-01), (-1.2285913766739536e+00, -1.7122920047320411e+00)], [(4.0343530689932616e-01, 2.4300426309300016e-01), (-4.007164375814598e+00, 0.0e+00), (-3.141189841635219e-01, 0.0e+00), (1.8944561903472774e+00, -1.929048176696846e+00)], [(2.648519687583546e-01, 2.7100400874214947e-01), (-3.549233115868619e-02, -6.894447938312193e-01), (3.4608076810802495e+00, 0.0e+00), (2.3060946916236116e+00, 0.0e+00)]]> : tensor<4x4xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<4x4xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[1.3838307077271406e-01, -6.5506464783462e-01, -3.141189841635219e-01, 2.3060946916236116e+00]> : tensor<4xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<4xf64>
  %jax2 = stablehlo.constant dense<[-4.9552527494028835e+00, -4.007164375814598e+00, 3.4608076810802495e+00]> : tensor<3xf64>
  check.expect_almost_eq %out#2, %jax2, tolerance = 1e-09 : f64 : tensor<3xf64>
  %jax3 = stablehlo.constant dense<[(1.1356200989721155e+00, 6.113842730928358e-01), (1.1156309310956078e+00, 5.161925110863789e-01), (1.9998556999901516e+00, -1.6987618938612118e-02)]> : tensor<3xcomplex<f64>>
  check.expect_almost_eq %out#3, %jax3, tolerance = 1e-09 : f64 : tensor<3xcomplex<f64>>
  return
}
func.func private @tridiagonal_lower_c128__main(%arg0: tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>> {jax.result_info = "result[0]"}, tensor<4xf64> {jax.result_info = "result[1]"}, tensor<3xf64> {jax.result_info = "result[2]"}, tensor<3xcomplex<f64>> {jax.result_info = "result[3]"}) {
  %0:5 = stablehlo.custom_call @lapack_zhetrd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n], [o], []) {i=4, j=4, k=4, l=4, m=4, n=3, o=3}, custom>} : (tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4xf64>, tensor<3xf64>, tensor<3xcomplex<f64>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<4x4xi1>, tensor<4x4xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<4xf64>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<4xi1>, tensor<4xf64>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %14 = stablehlo.select %13, %0#2, %12 : tensor<3xi1>, tensor<3xf64>
  %15 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_2 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<3xcomplex<f64>>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %18 = stablehlo.select %17, %0#3, %16 : tensor<3xi1>, tensor<3xcomplex<f64>>
  return %6, %10, %14, %18 : tensor<4x4xcomplex<f64>>, tensor<4xf64>, tensor<3xf64>, tensor<3xcomplex<f64>>
}
func.func @tridiagonal_solve_c128() {
  %in0 = stablehlo.constant dense<[(-3.31911981189704e-01, -1.6306456209248088e+00), (8.812979737686324e-01, -1.2549591544893164e+00), (-1.9995425007306205e+00, -6.17757091827809e-01), (-7.906697094726409e-01, -4.1293010307732025e-01), (-1.4129764367315478e+00, 1.5526693601342778e-01)]> : tensor<5xcomplex<f64>>
  %in1 = stablehlo.constant dense<[(3.743979608568015e+00, -6.786607159845035e-01), (2.1037049273115653e+00, -1.18140546384863e+00), (4.198649911514837e+00, 4.770838654026548e-01), (3.7412895704731075e+00, -8.013813053019074e-01), (3.681471208349956e+00, -9.326908995885335e-01)]> : tensor<5xcomplex<f64>>
  %in2 = stablehlo.constant dense<[(2.0319161029830202e-01, 1.5851723557337523e+00), (8.325912904724193e-01, -1.497658758144655e+00), (-8.363810443482227e-01, -1.171028487447253e+00), (4.331042079065206e-02, -1.7941311867966805e+00), (1.5717878173906188e+00, -2.3676062539745413e-01)]> : tensor<5xcomplex<f64>>
  %in3 = stablehlo.constant dense<[[(1.8681193560547067e+00, 1.1175316871750098e+00), (1.8892899670288932e-01, -1.2092597015989877e+00)], [(1.8907374398595373e+00, 1.451972942396889e+00), (8.592639746974586e-01, 1.933602708701251e+00)], [(7.909152983890833e-01, -1.3446310343812051e+00), (-1.1356420176784945e+00, 3.8933577573143685e-01)], [(1.905097819104967e+00, -1.96405560932978e+00), (-1.9750789791816405e+00, -4.5371486942548245e-01)], [(-9.880705504662242e-01, -1.8233597682740017e+00), (-2.6083387038221684e-01, 1.8266118708569437e+00)]]> : tensor<5x2xcomplex<f64>>
  %out:1 = func.call @tridiagonal_solve_c128__main(%in0, %in1, %in2, %in3) : (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5x2xcomplex<f64>>) -> (tensor<5x2xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(7.427916179331561e-01, 5.358281157956862e-01), (4.509794642883131e-01, -2.3946972833589955e-01)], [(-3.40191365672591e-01, 7.616829626411965e-01), (-1.1048126574146892e-01, 8.29286072986134e-01)], [(1.5470494002870008e-01, 1.673773443232906e-01), (-4.2190393097758977e-01, 2.4458965445872452e-01)], [(8.325304085534981e-01, -1.9916940522385973e-01), (-6.601324746155804e-01, -4.550333068664687e-01)], [(1.846308444221884e-01, -5.600593527378046e-01), (-4.058643774168605e-01, 2.4653493518587974e-01)]]> : tensor<5x2xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<5x2xcomplex<f64>>
  return
}
func.func private @tridiagonal_solve_c128__main(%arg0: tensor<5xcomplex<f64>>, %arg1: tensor<5xcomplex<f64>>, %arg2: tensor<5xcomplex<f64>>, %arg3: tensor<5x2xcomplex<f64>>) -> (tensor<5x2xcomplex<f64>> {jax.result_info = "result"}) {
  %0:5 = stablehlo.custom_call @lapack_zgtsv_ffi(%arg0, %arg1, %arg2, %arg3) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 2, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [3], operand_index = 3, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j], [k], [l, m])->([n], [o], [p], [q, r], []) {i=5, j=5, k=5, l=5, m=2, n=5, o=5, p=5, q=5, r=2}, custom>} : (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5x2xcomplex<f64>>) -> (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5x2xcomplex<f64>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<5x2xcomplex<f64>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x2xi1>
  %6 = stablehlo.select %5, %0#3, %4 : tensor<5x2xi1>, tensor<5x2xcomplex<f64>>
  return %6 : tensor<5x2xcomplex<f64>>
}
func.func @tridiagonal_solve_batch_c128() {
  %in0 = stablehlo.constant dense<[[(-3.31911981189704e-01, -3.232219423868208e-01), (8.812979737686324e-01, 7.40878001587038e-01), (-1.9995425007306205e+00, -1.1821910010739303e+00), (-7.906697094726409e-01, 1.5124697455637817e+00), (-1.4129764367315478e+00, -1.8904496272082953e+00)], [(-1.6306456209248088e+00, 6.818700407136089e-01), (-1.2549591544893164e+00, -3.307807905314921e-01), (-6.17757091827809e-01, 2.3475931378300663e-01), (-4.1293010307732025e-01, -1.438452245619065e+00), (1.5526693601342778e-01, -1.2075940436604848e+00)]]> : tensor<2x5xcomplex<f64>>
  %in1 = stablehlo.constant dense<[[(3.743979608568015e+00, 4.845353310771796e-01), (2.1037049273115653e+00, 1.1656837710815626e-01), (4.198649911514837e+00, -1.4616802186202658e+00), (3.7412895704731075e+00, 5.4312485062985694e-02), (3.681471208349956e+00, -1.2622405374123389e+00)], [(3.3213392840154965e+00, 1.1413405912666938e+00), (2.81859453615137e+00, 1.4159011705579552e+00), (4.477083865402655e+00, -2.305265047228877e-02), (3.1986186946980926e+00, 1.386245941429872e+00), (3.0673091004114665e+00, -1.681418091963756e+00)]]> : tensor<2x5xcomplex<f64>>
  %in2 = stablehlo.constant dense<[[(2.0319161029830202e-01, -1.8804951564857322e+00), (8.325912904724193e-01, -1.7266710242115568e-01), (-8.363810443482227e-01, 5.96576190459043e-01), (4.331042079065206e-02, -8.860508694080989e-01), (1.5717878173906188e+00, 7.050196079205251e-01)], [(1.5851723557337523e+00, 3.634512696654033e-01), (-1.497658758144655e+00, -1.9040724704913385e+00), (-1.171028487447253e+00, 2.3541635196352795e-01), (-1.7941311867966805e+00, -9.629902123701384e-01), (-2.3676062539745413e-01, -3.395952119597214e-01)]]> : tensor<2x5xcomplex<f64>>
  %in3 = stablehlo.constant dense<[[[(1.8681193560547067e+00, -2.554134124808094e-01), (1.8892899670288932e-01, 1.7959092271262511e+00)], [(1.8907374398595373e+00, 1.1452239437402438e+00), (8.592639746974586e-01, 1.4651571943267938e+00)], [(7.909152983890833e-01, -1.3073383140162074e+00), (-1.1356420176784945e+00, -1.700205651947572e+00)], [(1.905097819104967e+00, 4.029708855110772e-01), (-1.9750789791816405e+00, -1.3281112651263847e+00)], [(-9.880705504662242e-01, 9.335206700422796e-01), (-2.6083387038221684e-01, -3.662245593919411e-01)]], [[(1.1175316871750098e+00, 1.1163529367168135e-01), (-1.2092597015989877e+00, 1.750286335803768e+00)], [(1.451972942396889e+00, 8.6784489779832e-02), (1.933602708701251e+00, -1.5672264684510773e+00)], [(-1.3446310343812051e+00, -1.3671063712608023e+00), (3.8933577573143685e-01, 1.8081060681285122e-01)], [(-1.96405560932978e+00, 9.761632027389355e-02), (-4.5371486942548245e-01, 5.504409765039746e-01)], [(-1.8233597682740017e+00, -3.940182256389084e-01), (1.8266118708569437e+00, 5.992204360773692e-01)]]]> : tensor<2x5x2xcomplex<f64>>
  %out:1 = func.call @tridiagonal_solve_batch_c128__main(%in0, %in1, %in2, %in3) : (tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2x5x2xcomplex<f64>>) -> (tensor<2x5x2xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[[(3.3259781005055045e-01, 1.9968266331446327e-01), (-4.0693032531710076e-02, 8.65608761796068e-01)], [(6.528078372529696e-01, 3.121455352114251e-01), (7.923415330753478e-01, 3.1890736576077794e-01)], [(4.729279353237389e-01, 8.615254900520382e-02), (-1.000151566234577e-01, -5.773753830384446e-02)], [(5.409204185733363e-01, -1.1406077924906367e-01), (-4.731805909640522e-01, -3.0211112509269517e-01)], [(-1.5155985114492332e-01, 4.355957717808372e-01), (5.3551259885864025e-02, -4.4004960774397306e-01)]], [[(1.7770846156464998e-01, 2.075384419369364e-01), (-3.070961471704058e-01, 7.257919873600033e-01)], [(3.5074511438529316e-01, -5.727925552954215e-01), (3.40455628304885e-01, -2.7350517087648357e-01)], [(-4.4510389231764413e-01, -4.516107423850626e-01), (1.6209402396184078e-01, 1.071547499438934e-01)], [(-5.736174915645147e-01, -2.932324600828504e-01), (6.841503154809689e-02, 4.783695786827454e-01)], [(-2.0291695201664908e-01, -4.506797897467966e-01), (2.2693878769958026e-01, 3.2247875676478055e-01)]]]> : tensor<2x5x2xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x5x2xcomplex<f64>>
  return
}
func.func private @tridiagonal_solve_batch_c128__main(%arg0: tensor<2x5xcomplex<f64>>, %arg1: tensor<2x5xcomplex<f64>>, %arg2: tensor<2x5xcomplex<f64>>, %arg3: tensor<2x5x2xcomplex<f64>>) -> (tensor<2x5x2xcomplex<f64>> {jax.result_info = "result"}) {
  %0:5 = stablehlo.custom_call @lapack_zgtsv_ffi(%arg0, %arg1, %arg2, %arg3) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 2, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [3], operand_index = 3, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, k], [i, l], [i, m, n])->([i, o], [i, p], [i, q], [i, r, s], [i]) {i=2, j=5, k=5, l=5, m=5, n=2, o=5, p=5, q=5, r=5, s=2}, custom>} : (tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2x5x2xcomplex<f64>>) -> (tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2x5x2xcomplex<f64>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x5x2xcomplex<f64>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x5x2xi1>
  %6 = stablehlo.select %5, %0#3, %4 : tensor<2x5x2xi1>, tensor<2x5x2xcomplex<f64>>
  return %6 : tensor<2x5x2xcomplex<f64>>
}
