// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @cholesky_f32() {
  %in0 = stablehlo.constant dense<[[[5.8850217e+00, 2.2777247e+00, 6.977792e-01], [2.2777247e+00, 6.2806664e+00, 2.538477e+00], [6.977792e-01, 2.538477e+00, 3.1270576e+00]], [[1.6774805e+00, -2.0730112e+00, 3.867155e-01], [-2.0730112e+00, 8.25894e+00, -1.7501973e+00], [3.867155e-01, -1.7501973e+00, 1.6294746e+00]]]> : tensor<2x3x3xf32>
  %out:1 = func.call @cholesky_f32__main(%in0) : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>)
  %jax0 = stablehlo.constant dense<[[[2.4259064e+00, 0.0e+00, 0.0e+00], [9.38917e-01, 2.3235967e+00, 0.0e+00], [2.876365e-01, 9.762496e-01, 1.4461187e+00]], [[1.2951758e+00, 0.0e+00, 0.0e+00], [-1.6005635e+00, 2.3868673e+00, 0.0e+00], [2.9858148e-01, -5.3304124e-01, 1.1207992e+00]]]> : tensor<2x3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x3x3xf32>
  return
}
func.func private @cholesky_f32__main(%arg0: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32> {jax.result_info = "result"}) {
  %0 = call @cholesky_f32__cholesky(%arg0) : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}
func.func private @cholesky_f32__cholesky(%arg0: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<2x3x3xf32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
  %3 = stablehlo.divide %1, %2 : tensor<2x3x3xf32>
  %4:2 = stablehlo.custom_call @lapack_spotrf_ffi(%3) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=2, j=3, k=3, l=3, m=3}, custom>} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %6 = stablehlo.compare EQ, %4#1, %5, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %10 = stablehlo.select %9, %4#0, %8 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
  %11 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %13 = stablehlo.add %11, %12 : tensor<3x3xi64>
  %14 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %15 = stablehlo.compare GE, %13, %14, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %16 = stablehlo.broadcast_in_dim %15, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
  %18 = stablehlo.select %16, %10, %17 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
  return %18 : tensor<2x3x3xf32>
}
func.func @cholesky_upper_f32() {
  %in0 = stablehlo.constant dense<[[4.7678742e+00, 1.0103781e+00, 2.0399225e+00, -2.747933e-01], [1.0103781e+00, 3.1853688e+00, 3.714239e-01, 2.4644604e+00], [2.0399225e+00, 3.714239e-01, 2.760487e+00, 6.421504e-01], [-2.747933e-01, 2.4644604e+00, 6.421504e-01, 6.0353684e+00]]> : tensor<4x4xf32>
  %out:1 = func.call @cholesky_upper_f32__main(%in0) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  %jax0 = stablehlo.constant dense<[[2.1835463e+00, 4.6272346e-01, 9.342245e-01, -1.2584725e-01], [0.0e+00, 1.7237331e+00, -3.530924e-02, 1.4635056e+00], [0.0e+00, 0.0e+00, 1.3734864e+00, 5.9075594e-01], [0.0e+00, 0.0e+00, 0.0e+00, 1.8784807e+00]]> : tensor<4x4xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<4x4xf32>
  return
}
func.func private @cholesky_upper_f32__main(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32> {jax.result_info = "result"}) {
  %0 = call @cholesky_upper_f32__cholesky(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func private @cholesky_upper_f32__cholesky(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<4x4xf32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %3 = stablehlo.divide %1, %2 : tensor<4x4xf32>
  %4:2 = stablehlo.custom_call @lapack_spotrf_ffi(%3) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=4, j=4, k=4, l=4}, custom>} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %6 = stablehlo.compare EQ, %4#1, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %10 = stablehlo.select %9, %4#0, %8 : tensor<4x4xi1>, tensor<4x4xf32>
  %11 = stablehlo.iota dim = 0 : tensor<4x4xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
  %13 = stablehlo.add %11, %12 : tensor<4x4xi64>
  %14 = stablehlo.iota dim = 1 : tensor<4x4xi64>
  %15 = stablehlo.compare GE, %13, %14, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %17 = stablehlo.select %15, %10, %16 : tensor<4x4xi1>, tensor<4x4xf32>
  %18 = stablehlo.transpose %17, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %18 : tensor<4x4xf32>
}
func.func @cholesky_of_none_f32() {
  %in0 = stablehlo.constant dense<[[[5.811902e+00, -2.4551258e+00, -1.20024525e-01], [-2.4551258e+00, 4.0056973e+00, 1.4142749e+00], [-1.20024525e-01, 1.4142749e+00, 2.79738e+00]], [[-1.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -1.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -1.0e+00]]]> : tensor<2x3x3xf32>
  %out:1 = func.call @cholesky_of_none_f32__main(%in0) : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>)
  %jax0 = stablehlo.constant dense<[[[2.4107888e+00, 0.0e+00, 0.0e+00], [-1.018391e+00, 1.7229558e+00, 0.0e+00], [-4.978641e-02, 7.914149e-01, 1.4726044e+00]], [[0x7FC00000, 0.0e+00, 0.0e+00], [0x7FC00000, 0x7FC00000, 0.0e+00], [0x7FC00000, 0x7FC00000, 0x7FC00000]]]> : tensor<2x3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x3x3xf32>
  return
}
func.func private @cholesky_of_none_f32__main(%arg0: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32> {jax.result_info = "result"}) {
  %0 = call @cholesky_of_none_f32__cholesky(%arg0) : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}
func.func private @cholesky_of_none_f32__cholesky(%arg0: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<2x3x3xf32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
  %3 = stablehlo.divide %1, %2 : tensor<2x3x3xf32>
  %4:2 = stablehlo.custom_call @lapack_spotrf_ffi(%3) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=2, j=3, k=3, l=3, m=3}, custom>} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %6 = stablehlo.compare EQ, %4#1, %5, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %10 = stablehlo.select %9, %4#0, %8 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
  %11 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %13 = stablehlo.add %11, %12 : tensor<3x3xi64>
  %14 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %15 = stablehlo.compare GE, %13, %14, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %16 = stablehlo.broadcast_in_dim %15, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
  %18 = stablehlo.select %16, %10, %17 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
  return %18 : tensor<2x3x3xf32>
}
func.func @cholesky_f64() {
  %in0 = stablehlo.constant dense<[[[5.885021894054034e+00, 2.2777247017328444e+00, 6.977791969038316e-01], [2.2777247017328444e+00, 6.280666141277387e+00, 2.538477068787662e+00], [6.977791969038316e-01, 2.538477068787662e+00, 3.1270575739675386e+00]], [[1.6774804586949101e+00, -2.073011125388865e+00, 3.867154928502886e-01], [-2.073011125388865e+00, 8.258940087277935e+00, -1.7501972213508554e+00], [3.867154928502886e-01, -1.7501972213508554e+00, 1.6294746192152858e+00]]]> : tensor<2x3x3xf64>
  %out:1 = func.call @cholesky_f64__main(%in0) : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>)
  %jax0 = stablehlo.constant dense<[[[2.4259064066971e+00, 0.0e+00, 0.0e+00], [9.389169736494465e-01, 2.32359657812417e+00, 0.0e+00], [2.876364871198251e-01, 9.762496253206037e-01, 1.4461187690872028e+00]], [[1.2951758408397334e+00, 0.0e+00, 0.0e+00], [-1.6005634602053866e+00, 2.3868675491391e+00, 0.0e+00], [2.985814594870453e-01, -5.330411601012343e-01, 1.120799202758372e+00]]]> : tensor<2x3x3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x3x3xf64>
  return
}
func.func private @cholesky_f64__main(%arg0: tensor<2x3x3xf64>) -> (tensor<2x3x3xf64> {jax.result_info = "result"}) {
  %0 = call @cholesky_f64__cholesky(%arg0) : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  return %0 : tensor<2x3x3xf64>
}
func.func private @cholesky_f64__cholesky(%arg0: tensor<2x3x3xf64>) -> tensor<2x3x3xf64> {
  %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %1 = stablehlo.add %arg0, %0 : tensor<2x3x3xf64>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f64>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x3xf64>
  %3 = stablehlo.divide %1, %2 : tensor<2x3x3xf64>
  %4:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%3) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=2, j=3, k=3, l=3, m=3}, custom>} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %6 = stablehlo.compare EQ, %4#1, %5, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x3x3xf64>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %10 = stablehlo.select %9, %4#0, %8 : tensor<2x3x3xi1>, tensor<2x3x3xf64>
  %11 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %13 = stablehlo.add %11, %12 : tensor<3x3xi64>
  %14 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %15 = stablehlo.compare GE, %13, %14, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %16 = stablehlo.broadcast_in_dim %15, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<2x3x3xf64>
  %18 = stablehlo.select %16, %10, %17 : tensor<2x3x3xi1>, tensor<2x3x3xf64>
  return %18 : tensor<2x3x3xf64>
}
func.func @cholesky_c64() {
  %in0 = stablehlo.constant dense<[[[(1.0859607e+01, 1.15569065e-07), (1.4101084e+00, 3.6996422e+00), (-5.370722e+00, -2.155786e+00)], [(1.4101084e+00, -3.6996422e+00), (1.0937745e+01, 3.889687e-08), (2.9035828e+00, -1.4931314e+00)], [(-5.370722e+00, 2.1557863e+00), (2.9035828e+00, 1.4931313e+00), (1.0640202e+01, -4.0578314e-09)]], [[(9.109068e+00, -4.5207614e-08), (4.0763564e+00, -3.8867288e+00), (-1.9876964e+00, 3.0892524e-01)], [(4.0763564e+00, 3.8867285e+00), (1.4294334e+01, -1.34232465e-08), (-3.55711e+00, -2.9601777e+00)], [(-1.9876964e+00, -3.0892524e-01), (-3.55711e+00, 2.9601774e+00), (2.7806945e+00, -5.2931384e-09)]]]> : tensor<2x3x3xcomplex<f32>>
  %out:1 = func.call @cholesky_c64__main(%in0) : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[[(3.2953918e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(4.2790312e-01, -1.1226714e+00), (3.0812745e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(-1.6297673e+00, 6.5418196e-01), (1.4070141e+00, 9.8754525e-01), (2.145034e+00, 0.0e+00)]], [[(3.0181231e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(1.3506262e+00, 1.2877966e+00), (3.2881186e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(-6.585869e-01, -1.0235673e-01), (-7.7119803e-01, 6.8437225e-01), (1.1284366e+00, 0.0e+00)]]]> : tensor<2x3x3xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x3x3xcomplex<f32>>
  return
}
func.func private @cholesky_c64__main(%arg0: tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = call @cholesky_c64__cholesky(%arg0) : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  return %0 : tensor<2x3x3xcomplex<f32>>
}
func.func private @cholesky_c64__cholesky(%arg0: tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>> {
  %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xf32>
  %2 = stablehlo.imag %0 : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xf32>
  %3 = stablehlo.negate %2 : tensor<2x3x3xf32>
  %4 = stablehlo.complex %1, %3 : tensor<2x3x3xcomplex<f32>>
  %5 = stablehlo.add %arg0, %4 : tensor<2x3x3xcomplex<f32>>
  %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %7 = stablehlo.divide %5, %6 : tensor<2x3x3xcomplex<f32>>
  %8:2 = stablehlo.custom_call @lapack_cpotrf_ffi(%7) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=2, j=3, k=3, l=3, m=3}, custom>} : (tensor<2x3x3xcomplex<f32>>) -> (tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %10 = stablehlo.compare EQ, %8#1, %9, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %14 = stablehlo.select %13, %8#0, %12 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f32>>
  %15 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %16 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %17 = stablehlo.add %15, %16 : tensor<3x3xi64>
  %18 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %19 = stablehlo.compare GE, %17, %18, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %20 = stablehlo.broadcast_in_dim %19, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst_2 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %22 = stablehlo.select %20, %14, %21 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f32>>
  return %22 : tensor<2x3x3xcomplex<f32>>
}
func.func @cholesky_c128() {
  %in0 = stablehlo.constant dense<[[[(1.08596068606702e+01, 7.102475318443825e-18), (1.4101081593302223e+00, 3.6996423520007453e+00), (-5.370721908963884e+00, -2.1557862206567724e+00)], [(1.4101081593302223e+00, -3.6996423520007453e+00), (1.0937745006695847e+01, 1.4084542541882987e-17), (2.9035831861360526e+00, -1.4931313286234766e+00)], [(-5.370721908963884e+00, 2.155786220656773e+00), (2.9035831861360526e+00, 1.4931313286234766e+00), (1.0640201883815514e+01, 8.565321797107532e-17)]], [[(9.109067620379028e+00, 2.6746551303467533e-17), (4.07635625574536e+00, -3.8867285559349507e+00), (-1.9876964561766353e+00, 3.0892531053829225e-01)], [(4.07635625574536e+00, 3.8867285559349507e+00), (1.4294333600009557e+01, 1.591327809750078e-16), (-3.5571099250583145e+00, -2.96017752630438e+00)], [(-1.9876964561766353e+00, -3.089253105382923e-01), (-3.5571099250583145e+00, 2.96017752630438e+00), (2.7806945454296135e+00, 2.9955199511076114e-17)]]]> : tensor<2x3x3xcomplex<f64>>
  %out:1 = func.call @cholesky_c128__main(%in0) : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[[(3.2953917613343333e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(4.279030420223109e-01, -1.1226714818582686e+00), (3.081274531285075e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(-1.6297673533022465e+00, 6.541820750877511e-01), (1.407014243628106e+00, 9.875452925007469e-01), (2.1450340985743868e+00, 0.0e+00)]], [[(3.0181231950301544e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(1.350626197915898e+00, 1.287796522797711e+00), (3.2881183964971403e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(-6.585869189997647e-01, -1.0235675967335912e-01), (-7.711980511899215e-01, 6.843723466899201e-01), (1.1284365140441797e+00, 0.0e+00)]]]> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x3x3xcomplex<f64>>
  return
}
func.func private @cholesky_c128__main(%arg0: tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = call @cholesky_c128__cholesky(%arg0) : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  return %0 : tensor<2x3x3xcomplex<f64>>
}
func.func private @cholesky_c128__cholesky(%arg0: tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>> {
  %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
  %3 = stablehlo.negate %2 : tensor<2x3x3xf64>
  %4 = stablehlo.complex %1, %3 : tensor<2x3x3xcomplex<f64>>
  %5 = stablehlo.add %arg0, %4 : tensor<2x3x3xcomplex<f64>>
  %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %7 = stablehlo.divide %5, %6 : tensor<2x3x3xcomplex<f64>>
  %8:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%7) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=2, j=3, k=3, l=3, m=3}, custom>} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %10 = stablehlo.compare EQ, %8#1, %9, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %14 = stablehlo.select %13, %8#0, %12 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f64>>
  %15 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %16 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %17 = stablehlo.add %15, %16 : tensor<3x3xi64>
  %18 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %19 = stablehlo.compare GE, %17, %18, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %20 = stablehlo.broadcast_in_dim %19, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst_2 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %22 = stablehlo.select %20, %14, %21 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f64>>
  return %22 : tensor<2x3x3xcomplex<f64>>
}
func.func @cholesky_upper_c128() {
  %in0 = stablehlo.constant dense<[[(1.152202647681728e+01, 0.0e+00), (3.3952154939653996e+00, -6.527676815048014e+00), (1.0436786267182203e+00, -4.7451699804147135e-01), (-1.7661241748741008e-02, -7.448269779994234e+00)], [(3.3952154939653996e+00, 6.527676815048014e+00), (8.89668158776838e+00, 0.0e+00), (2.5196869476314516e+00, 5.204644170483091e-01), (5.447948368886171e+00, -1.9512691275511118e+00)], [(1.0436786267182203e+00, 4.7451699804147135e-01), (2.5196869476314516e+00, -5.204644170483091e-01), (8.80737435077191e+00, 0.0e+00), (4.095100828226815e+00, 5.345026498249528e-01)], [(-1.7661241748741008e-02, 7.448269779994234e+00), (5.447948368886171e+00, 1.9512691275511118e+00), (4.095100828226815e+00, -5.345026498249528e-01), (9.087776614420047e+00, 0.0e+00)]]> : tensor<4x4xcomplex<f64>>
  %out:1 = func.call @cholesky_upper_c128__main(%in0) : (tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(3.394411064797144e+00, -0.0e+00), (1.000236986373453e+00, -1.9230660902403458e+00), (3.074697220799309e-01, -1.39793616324966e-01), (-5.2030356405276664e-03, -2.194274540652711e+00)], [(0.0e+00, -0.0e+00), (2.048908092479173e+00, -0.0e+00), (9.484622581968158e-01, 3.367967870359852e-02), (6.019878003780416e-01, 1.2373966826749533e-01)], [(0.0e+00, -0.0e+00), (0.0e+00, -0.0e+00), (2.79151920817848e+00, -0.0e+00), (1.1516398671588e+00, 3.9864147501510666e-01)], [(0.0e+00, -0.0e+00), (0.0e+00, -0.0e+00), (0.0e+00, -0.0e+00), (1.5524234462751467e+00, -0.0e+00)]]> : tensor<4x4xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<4x4xcomplex<f64>>
  return
}
func.func private @cholesky_upper_c128__main(%arg0: tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = call @cholesky_upper_c128__cholesky(%arg0) : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  return %0 : tensor<4x4xcomplex<f64>>
}
func.func private @cholesky_upper_c128__cholesky(%arg0: tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>> {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %2 = stablehlo.imag %0 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %3 = stablehlo.negate %2 : tensor<4x4xf64>
  %4 = stablehlo.complex %1, %3 : tensor<4x4xcomplex<f64>>
  %5 = stablehlo.add %arg0, %4 : tensor<4x4xcomplex<f64>>
  %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
  %7 = stablehlo.divide %5, %6 : tensor<4x4xcomplex<f64>>
  %8:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%7) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=4, j=4, k=4, l=4}, custom>} : (tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %10 = stablehlo.compare EQ, %8#1, %9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %14 = stablehlo.select %13, %8#0, %12 : tensor<4x4xi1>, tensor<4x4xcomplex<f64>>
  %15 = stablehlo.iota dim = 0 : tensor<4x4xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %16 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
  %17 = stablehlo.add %15, %16 : tensor<4x4xi64>
  %18 = stablehlo.iota dim = 1 : tensor<4x4xi64>
  %19 = stablehlo.compare GE, %17, %18, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
  %cst_2 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
  %21 = stablehlo.select %19, %14, %20 : tensor<4x4xi1>, tensor<4x4xcomplex<f64>>
  %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  %23 = stablehlo.real %22 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %24 = stablehlo.imag %22 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %25 = stablehlo.negate %24 : tensor<4x4xf64>
  %26 = stablehlo.complex %23, %25 : tensor<4x4xcomplex<f64>>
  return %26 : tensor<4x4xcomplex<f64>>
}
func.func @cholesky_of_none_c128() {
  %in0 = stablehlo.constant dense<[[[(1.1094297331301314e+01, -7.233761153331875e-17), (1.5797020974908356e+00, 1.9610725982717379e+00), (8.061027457861522e-01, -3.6804117799259277e+00)], [(1.5797020974908356e+00, -1.9610725982717379e+00), (8.238479762941276e+00, -8.33808558522751e-18), (8.556718971413658e-01, 2.7616280813335536e-01)], [(8.061027457861522e-01, 3.6804117799259277e+00), (8.556718971413658e-01, -2.761628081333553e-01), (4.396995184256811e+00, -1.0250782602038799e-16)]], [[(-1.0e+00, -0.0e+00), (-0.0e+00, -0.0e+00), (-0.0e+00, -0.0e+00)], [(-0.0e+00, -0.0e+00), (-1.0e+00, -0.0e+00), (-0.0e+00, -0.0e+00)], [(-0.0e+00, -0.0e+00), (-0.0e+00, -0.0e+00), (-1.0e+00, -0.0e+00)]]]> : tensor<2x3x3xcomplex<f64>>
  %out:1 = func.call @cholesky_of_none_c128__main(%in0) : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[[(3.330810311516e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(4.742696070169912e-01, -5.887674213963767e-01), (2.7689169410264887e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(2.4201400572080578e-01, 1.104959885347181e+00), (5.025273136874985e-01, -3.404586272880661e-01), (1.6580236063363145e+00, 0.0e+00)]], [[(0x7FF8000000000000, 0x7FF8000000000000), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0.0e+00, 0.0e+00)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]]> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x3x3xcomplex<f64>>
  return
}
func.func private @cholesky_of_none_c128__main(%arg0: tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = call @cholesky_of_none_c128__cholesky(%arg0) : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  return %0 : tensor<2x3x3xcomplex<f64>>
}
func.func private @cholesky_of_none_c128__cholesky(%arg0: tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>> {
  %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
  %3 = stablehlo.negate %2 : tensor<2x3x3xf64>
  %4 = stablehlo.complex %1, %3 : tensor<2x3x3xcomplex<f64>>
  %5 = stablehlo.add %arg0, %4 : tensor<2x3x3xcomplex<f64>>
  %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %7 = stablehlo.divide %5, %6 : tensor<2x3x3xcomplex<f64>>
  %8:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%7) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=2, j=3, k=3, l=3, m=3}, custom>} : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %10 = stablehlo.compare EQ, %8#1, %9, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %14 = stablehlo.select %13, %8#0, %12 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f64>>
  %15 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %16 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %17 = stablehlo.add %15, %16 : tensor<3x3xi64>
  %18 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %19 = stablehlo.compare GE, %17, %18, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %20 = stablehlo.broadcast_in_dim %19, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst_2 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %22 = stablehlo.select %20, %14, %21 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f64>>
  return %22 : tensor<2x3x3xcomplex<f64>>
}
