// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @svd_f32() {
  %in0 = stablehlo.constant dense<[[[1.3952708e+00, -1.2844163e+00, -1.7825471e+00], [-5.5384624e-01, -8.983963e-01, 1.200009e-01], [-7.7632433e-01, -7.821026e-01, -1.5530349e+00], [-1.000404e+00, 1.6705196e+00, -9.434126e-01], [8.7109476e-01, 1.4628601e+00, 1.228318e+00]], [[-1.1577977e+00, -1.3310279e+00, -1.8131745e+00], [-1.8423108e+00, -1.1990768e+00, 1.9941736e+00], [-5.0885206e-01, 1.0420411e+00, -1.0610223e-01], [3.8861223e-02, 1.7801536e+00, -1.5622134e+00], [-1.3962735e-01, -1.433779e+00, 1.5339504e-01]]]> : tensor<2x5x3xf32>
  %out:2 = func.call @svd_f32__main(%in0) : (tensor<2x5x3xf32>) -> (tensor<2x3xf32>, tensor<2x5x3xf32>)
  %jax0 = stablehlo.constant dense<[[3.4104137e+00, 2.3947122e+00, 1.8033187e+00], [3.762959e+00, 2.6459832e+00, 1.7643758e+00]]> : tensor<2x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x3xf32>
  %jax1 = stablehlo.constant dense<[[[1.3952708e+00, -1.2844164e+00, -1.7825474e+00], [-5.5384624e-01, -8.983959e-01, 1.20000586e-01], [-7.7632433e-01, -7.821023e-01, -1.5530355e+00], [-1.0004039e+00, 1.670519e+00, -9.4341236e-01], [8.710947e-01, 1.4628597e+00, 1.2283187e+00]], [[-1.1577978e+00, -1.3310282e+00, -1.8131742e+00], [-1.8423113e+00, -1.1990771e+00, 1.9941733e+00], [-5.0885224e-01, 1.0420411e+00, -1.0610255e-01], [3.8861264e-02, 1.7801538e+00, -1.5622139e+00], [-1.3962735e-01, -1.4337792e+00, 1.5339547e-01]]]> : tensor<2x5x3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<2x5x3xf32>
  return
}
func.func private @svd_f32__main(%arg0: tensor<2x5x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result[0]"}, tensor<2x5x3xf32> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=5, k=3, l=5, m=3, n=3, o=5, p=3, q=3, r=3}, custom>} : (tensor<2x5x3xf32>) -> (tensor<2x5x3xf32>, tensor<2x3xf32>, tensor<2x5x3xf32>, tensor<2x3x3xf32>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x5x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x5x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<2x5x3xi1>, tensor<2x5x3xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
  %15 = stablehlo.broadcast_in_dim %6, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<2x1x3xf32>) -> tensor<2x5x3xf32>
  %17 = stablehlo.multiply %10, %16 : tensor<2x5x3xf32>
  %18 = stablehlo.dot_general %17, %14, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x3xf32>, tensor<2x3x3xf32>) -> tensor<2x5x3xf32>
  return %6, %18 : tensor<2x3xf32>, tensor<2x5x3xf32>
}
func.func @svd_full_f32() {
  %in0 = stablehlo.constant dense<[[-1.1068357e+00, 9.2653364e-02, 2.0280583e-01, -1.8175921e+00], [-5.570847e-01, -1.1076763e+00, 7.549046e-01, -1.3450743e+00], [-1.7187005e+00, 1.7640435e+00, 2.5472552e-01, -1.6880306e+00]]> : tensor<3x4xf32>
  %out:2 = func.call @svd_full_f32__main(%in0) : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3x4xf32>)
  %jax0 = stablehlo.constant dense<[3.654399e+00, 2.0009613e+00, 3.4127954e-01]> : tensor<3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3xf32>
  %jax1 = stablehlo.constant dense<[[-1.1068355e+00, 9.265346e-02, 2.0280564e-01, -1.8175919e+00], [-5.570843e-01, -1.1076763e+00, 7.549045e-01, -1.3450737e+00], [-1.7187e+00, 1.7640429e+00, 2.5472578e-01, -1.68803e+00]]> : tensor<3x4xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<3x4xf32>
  return
}
func.func private @svd_full_f32__main(%arg0: tensor<3x4xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 65 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=3, j=4, k=3, l=4, m=3, n=3, o=3, p=4, q=4}, custom>} : (tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3xf32>, tensor<3x3xf32>, tensor<4x4xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<3x3xi1>, tensor<3x3xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<4x4xi1>, tensor<4x4xf32>
  %15 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<3x3xf32>
  %17 = stablehlo.multiply %10, %16 : tensor<3x3xf32>
  %18 = stablehlo.slice %14 [0:3, 0:4] : (tensor<4x4xf32>) -> tensor<3x4xf32>
  %19 = stablehlo.dot_general %17, %18, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %6, %19 : tensor<3xf32>, tensor<3x4xf32>
}
func.func @svd_by_qr_f32() {
  %in0 = stablehlo.constant dense<[[-8.2133996e-01, 1.2234702e-01, -1.2339169e+00], [-1.7283986e+00, 1.1479418e+00, 6.253341e-01], [5.500836e-01, 3.024116e-01, -1.8437483e+00], [-5.6874555e-01, 1.7827327e+00, -1.7598213e+00]]> : tensor<4x3xf32>
  %out:2 = func.call @svd_by_qr_f32__main(%in0) : (tensor<4x3xf32>) -> (tensor<3xf32>, tensor<4x3xf32>)
  %jax0 = stablehlo.constant dense<[3.242964e+00, 2.446655e+00, 8.9296585e-01]> : tensor<3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3xf32>
  %jax1 = stablehlo.constant dense<[[-8.213401e-01, 1.2234714e-01, -1.233917e+00], [-1.7283983e+00, 1.1479416e+00, 6.253343e-01], [5.500835e-01, 3.0241182e-01, -1.8437483e+00], [-5.687455e-01, 1.7827328e+00, -1.7598214e+00]]> : tensor<4x3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<4x3xf32>
  return
}
func.func private @svd_by_qr_f32__main(%arg0: tensor<4x3xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<4x3xf32> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_sgesvd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=4, j=3, k=4, l=3, m=3, n=4, o=3, p=3, q=3}, custom>} : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3x3xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<4x3xi1>, tensor<4x3xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xf32>
  %15 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<4x3xf32>
  %17 = stablehlo.multiply %10, %16 : tensor<4x3xf32>
  %18 = stablehlo.dot_general %17, %14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  return %6, %18 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @svd_of_nan_f32() {
  %in0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  %out:3 = func.call @svd_of_nan_f32__main(%in0) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>)
  %jax0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  %jax1 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<3xf32>
  %jax2 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#2, %jax2, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  return
}
func.func private @svd_of_nan_f32__main(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32> {jax.result_info = "result.U"}, tensor<3xf32> {jax.result_info = "result.S"}, tensor<3x3xf32> {jax.result_info = "result.Vh"}) {
  %0:3 = call @svd_of_nan_f32__svd(%arg0) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>
}
func.func private @svd_of_nan_f32__svd(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>) {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 65 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=3, j=3, k=3, l=3, m=3, n=3, o=3, p=3, q=3}, custom>} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<3x3xi1>, tensor<3x3xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xf32>
  return %10, %6, %14 : tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>
}
func.func @svd_of_infinity_f32() {
  %in0 = stablehlo.constant dense<[[0x7F800000, 0x7F800000, 0x7F800000], [0x7F800000, 0x7F800000, 0x7F800000], [0x7F800000, 0x7F800000, 0x7F800000]]> : tensor<3x3xf32>
  %out:3 = func.call @svd_of_infinity_f32__main(%in0) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>)
  %jax0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  %jax1 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<3xf32>
  %jax2 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#2, %jax2, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  return
}
func.func private @svd_of_infinity_f32__main(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32> {jax.result_info = "result.U"}, tensor<3xf32> {jax.result_info = "result.S"}, tensor<3x3xf32> {jax.result_info = "result.Vh"}) {
  %0:3 = call @svd_of_infinity_f32__svd(%arg0) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>
}
func.func private @svd_of_infinity_f32__svd(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>) {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 65 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=3, j=3, k=3, l=3, m=3, n=3, o=3, p=3, q=3}, custom>} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<3x3xi1>, tensor<3x3xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xf32>
  return %10, %6, %14 : tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>
}
func.func @svd_f64() {
  %in0 = stablehlo.constant dense<[[[1.3952707890743148e+00, -1.284416300316006e+00, -1.7825471427742743e+00], [-5.538462156471082e-01, -8.983962855743521e-01, 1.2000089958170124e-01], [-7.76324337056336e-01, -7.821025633834275e-01, -1.5530348952976212e+00], [-1.000403944479542e+00, 1.6705195913462498e+00, -9.434125869865055e-01], [8.710947498942243e-01, 1.4628601367606162e+00, 1.228317928981503e+00]], [[-1.157797669364688e+00, -1.331027874174218e+00, -1.8131744332717132e+00], [-1.8423107529700076e+00, -1.1990767608981083e+00, 1.994173610908688e+00], [-5.088520866884472e-01, 1.0420410957157986e+00, -1.0610222926735524e-01], [3.8861223270618694e-02, 1.7801536687617707e+00, -1.5622134066326803e+00], [-1.3962735694065787e-01, -1.4337789603967943e+00, 1.5339504862770248e-01]]]> : tensor<2x5x3xf64>
  %out:2 = func.call @svd_f64__main(%in0) : (tensor<2x5x3xf64>) -> (tensor<2x3xf64>, tensor<2x5x3xf64>)
  %jax0 = stablehlo.constant dense<[[3.4104133788799285e+00, 2.39471209483273e+00, 1.8033190372596615e+00], [3.7629587041400785e+00, 2.6459833374981168e+00, 1.76437588027491e+00]]> : tensor<2x3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x3xf64>
  %jax1 = stablehlo.constant dense<[[[1.395270789074315e+00, -1.2844163003160065e+00, -1.7825471427742747e+00], [-5.538462156471083e-01, -8.983962855743524e-01, 1.2000089958170047e-01], [-7.763243370563363e-01, -7.821025633834275e-01, -1.5530348952976218e+00], [-1.0004039444795425e+00, 1.67051959134625e+00, -9.434125869865052e-01], [8.710947498942244e-01, 1.4628601367606167e+00, 1.228317928981504e+00]], [[-1.1577976693646885e+00, -1.3310278741742174e+00, -1.8131744332717135e+00], [-1.8423107529700076e+00, -1.1990767608981074e+00, 1.9941736109086885e+00], [-5.088520866884472e-01, 1.0420410957157986e+00, -1.0610222926735556e-01], [3.88612232706188e-02, 1.78015366876177e+00, -1.5622134066326814e+00], [-1.3962735694065798e-01, -1.4337789603967936e+00, 1.533950486277025e-01]]]> : tensor<2x5x3xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<2x5x3xf64>
  return
}
func.func private @svd_f64__main(%arg0: tensor<2x5x3xf64>) -> (tensor<2x3xf64> {jax.result_info = "result[0]"}, tensor<2x5x3xf64> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=5, k=3, l=5, m=3, n=3, o=5, p=3, q=3, r=3}, custom>} : (tensor<2x5x3xf64>) -> (tensor<2x5x3xf64>, tensor<2x3xf64>, tensor<2x5x3xf64>, tensor<2x3x3xf64>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf64>
  %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x5x3xf64>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x5x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<2x5x3xi1>, tensor<2x5x3xf64>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x3x3xf64>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<2x3x3xi1>, tensor<2x3x3xf64>
  %15 = stablehlo.broadcast_in_dim %6, dims = [0, 2] : (tensor<2x3xf64>) -> tensor<2x1x3xf64>
  %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<2x1x3xf64>) -> tensor<2x5x3xf64>
  %17 = stablehlo.multiply %10, %16 : tensor<2x5x3xf64>
  %18 = stablehlo.dot_general %17, %14, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x3xf64>, tensor<2x3x3xf64>) -> tensor<2x5x3xf64>
  return %6, %18 : tensor<2x3xf64>, tensor<2x5x3xf64>
}
func.func @svd_by_qr_f64() {
  %in0 = stablehlo.constant dense<[[-8.213399892515612e-01, 1.2234702242117645e-01, -1.2339168522100206e+00], [-1.7283985672348345e+00, 1.1479418399996533e+00, 6.253340871034219e-01], [5.500835841745433e-01, 3.024115750121359e-01, -1.843748335244534e+00], [-5.687455820658043e-01, 1.7827327472736303e+00, -1.7598212787384586e+00]]> : tensor<4x3xf64>
  %out:2 = func.call @svd_by_qr_f64__main(%in0) : (tensor<4x3xf64>) -> (tensor<3xf64>, tensor<4x3xf64>)
  %jax0 = stablehlo.constant dense<[3.2429638261305267e+00, 2.446655402177716e+00, 8.929657796150782e-01]> : tensor<3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3xf64>
  %jax1 = stablehlo.constant dense<[[-8.213399892515618e-01, 1.2234702242117718e-01, -1.233916852210022e+00], [-1.728398567234836e+00, 1.1479418399996548e+00, 6.253340871034228e-01], [5.500835841745437e-01, 3.0241157501213534e-01, -1.8437483352445345e+00], [-5.687455820658047e-01, 1.7827327472736307e+00, -1.7598212787384582e+00]]> : tensor<4x3xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<4x3xf64>
  return
}
func.func private @svd_by_qr_f64__main(%arg0: tensor<4x3xf64>) -> (tensor<3xf64> {jax.result_info = "result[0]"}, tensor<4x3xf64> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_dgesvd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=4, j=3, k=4, l=3, m=3, n=4, o=3, p=3, q=3}, custom>} : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<4x3xf64>, tensor<3x3xf64>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf64>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<4x3xf64>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<4x3xi1>, tensor<4x3xf64>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3x3xf64>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xf64>
  %15 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x3xf64>) -> tensor<4x3xf64>
  %17 = stablehlo.multiply %10, %16 : tensor<4x3xf64>
  %18 = stablehlo.dot_general %17, %14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf64>, tensor<3x3xf64>) -> tensor<4x3xf64>
  return %6, %18 : tensor<3xf64>, tensor<4x3xf64>
}
func.func @svd_c64() {
  %in0 = stablehlo.constant dense<[[[(1.3952708e+00, -8.040054e-01), (-1.2844163e+00, 1.5098087e-01), (-1.7825471e+00, 6.6251016e-01)], [(-5.5384624e-01, -5.426848e-01), (-8.983963e-01, 4.920745e-01), (1.200009e-01, 5.7089955e-01)], [(-7.7632433e-01, -3.200727e-01), (-7.821026e-01, -3.8703027e-01), (-1.5530349e+00, -4.383187e-01)], [(-1.000404e+00, -3.752419e-01), (1.6705196e+00, -1.6813356e+00), (-9.434126e-01, -1.7726752e+00)], [(8.7109476e-01, -1.6866764e+00), (1.4628601e+00, 7.8271127e-01), (1.228318e+00, -1.8833642e+00)]], [[(-1.1577977e+00, -2.0303212e-03), (-1.3310279e+00, -1.4694628e+00), (-1.8131745e+00, -1.8769774e+00)], [(-1.8423108e+00, 5.579577e-01), (-1.1990768e+00, -2.1600741e-01), (1.9941736e+00, 1.8984265e+00)], [(-5.0885206e-01, -6.809363e-01), (1.0420411e+00, -1.2183007e+00), (-1.0610223e-01, 7.3618484e-01)], [(3.8861223e-02, -5.956046e-01), (1.7801536e+00, 1.0841445e+00), (-1.5622134e+00, 1.1671981e+00)], [(-1.3962735e-01, -2.2450164e-01), (-1.433779e+00, -9.246868e-01), (1.5339504e-01, -1.9043823e+00)]]]> : tensor<2x5x3xcomplex<f32>>
  %out:2 = func.call @svd_c64__main(%in0) : (tensor<2x5x3xcomplex<f32>>) -> (tensor<2x3xf32>, tensor<2x5x3xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[5.1739697e+00, 2.8160598e+00, 1.2029489e+00], [5.090493e+00, 4.0282416e+00, 1.301204e+00]]> : tensor<2x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x3xf32>
  %jax1 = stablehlo.constant dense<[[[(1.3952703e+00, -8.0400527e-01), (-1.284416e+00, 1.509805e-01), (-1.7825469e+00, 6.6251075e-01)], [(-5.5384624e-01, -5.4268473e-01), (-8.9839673e-01, 4.9207437e-01), (1.2000102e-01, 5.708998e-01)], [(-7.7632403e-01, -3.2007247e-01), (-7.821028e-01, -3.8703015e-01), (-1.5530345e+00, -4.3831855e-01)], [(-1.0004036e+00, -3.752416e-01), (1.6705194e+00, -1.6813357e+00), (-9.434128e-01, -1.7726746e+00)], [(8.7109435e-01, -1.6866757e+00), (1.46286e+00, 7.82711e-01), (1.2283176e+00, -1.8833637e+00)]], [[(-1.1577973e+00, -2.030313e-03), (-1.3310276e+00, -1.4694629e+00), (-1.8131751e+00, -1.8769785e+00)], [(-1.8423104e+00, 5.579577e-01), (-1.1990764e+00, -2.160064e-01), (1.9941747e+00, 1.8984271e+00)], [(-5.0885206e-01, -6.809363e-01), (1.0420415e+00, -1.218301e+00), (-1.0610193e-01, 7.3618495e-01)], [(3.8861394e-02, -5.956046e-01), (1.7801545e+00, 1.0841453e+00), (-1.5622138e+00, 1.1671985e+00)], [(-1.396274e-01, -2.2450149e-01), (-1.43378e+00, -9.2468715e-01), (1.5339495e-01, -1.9043831e+00)]]]> : tensor<2x5x3xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<2x5x3xcomplex<f32>>
  return
}
func.func private @svd_c64__main(%arg0: tensor<2x5x3xcomplex<f32>>) -> (tensor<2x3xf32> {jax.result_info = "result[0]"}, tensor<2x5x3xcomplex<f32>> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=5, k=3, l=5, m=3, n=3, o=5, p=3, q=3, r=3}, custom>} : (tensor<2x5x3xcomplex<f32>>) -> (tensor<2x5x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2x5x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2x5x3xcomplex<f32>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x5x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<2x5x3xi1>, tensor<2x5x3xcomplex<f32>>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f32>>
  %15 = stablehlo.broadcast_in_dim %6, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  %16 = stablehlo.convert %15 : (tensor<2x1x3xf32>) -> tensor<2x1x3xcomplex<f32>>
  %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<2x1x3xcomplex<f32>>) -> tensor<2x5x3xcomplex<f32>>
  %18 = stablehlo.multiply %10, %17 : tensor<2x5x3xcomplex<f32>>
  %19 = stablehlo.dot_general %18, %14, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>) -> tensor<2x5x3xcomplex<f32>>
  return %6, %19 : tensor<2x3xf32>, tensor<2x5x3xcomplex<f32>>
}
func.func @svd_by_qr_c64() {
  %in0 = stablehlo.constant dense<[[(-8.2133996e-01, 1.4561684e+00), (1.2234702e-01, 1.5091621e+00), (-1.2339169e+00, -1.7952254e+00)], [(-1.7283986e+00, 6.0967445e-01), (1.1479418e+00, 2.0700547e-01), (6.253341e-01, 3.90053e-01)], [(5.500836e-01, -6.58855e-02), (3.024116e-01, -8.6804736e-01), (-1.8437483e+00, -8.090971e-01)], [(-5.6874555e-01, 2.4603562e-01), (1.7827327e+00, -4.1581026e-01), (-1.7598213e+00, 1.1548028e+00)]]> : tensor<4x3xcomplex<f32>>
  %out:2 = func.call @svd_by_qr_c64__main(%in0) : (tensor<4x3xcomplex<f32>>) -> (tensor<3xf32>, tensor<4x3xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[4.2488084e+00, 2.8504024e+00, 1.5133324e+00]> : tensor<3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3xf32>
  %jax1 = stablehlo.constant dense<[[(-8.213401e-01, 1.4561685e+00), (1.22347355e-01, 1.5091628e+00), (-1.2339178e+00, -1.7952262e+00)], [(-1.7283984e+00, 6.0967445e-01), (1.1479418e+00, 2.0700565e-01), (6.253341e-01, 3.9005238e-01)], [(5.500834e-01, -6.5885305e-02), (3.0241168e-01, -8.6804736e-01), (-1.8437483e+00, -8.0909735e-01)], [(-5.6874526e-01, 2.4603589e-01), (1.7827327e+00, -4.1581026e-01), (-1.7598213e+00, 1.1548026e+00)]]> : tensor<4x3xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<4x3xcomplex<f32>>
  return
}
func.func private @svd_by_qr_c64__main(%arg0: tensor<4x3xcomplex<f32>>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<4x3xcomplex<f32>> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_cgesvd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=4, j=3, k=4, l=3, m=3, n=4, o=3, p=3, q=3}, custom>} : (tensor<4x3xcomplex<f32>>) -> (tensor<4x3xcomplex<f32>>, tensor<3xf32>, tensor<4x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<4x3xcomplex<f32>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<4x3xi1>, tensor<4x3xcomplex<f32>>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<3x3xcomplex<f32>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xcomplex<f32>>
  %15 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %16 = stablehlo.convert %15 : (tensor<1x3xf32>) -> tensor<1x3xcomplex<f32>>
  %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
  %18 = stablehlo.multiply %10, %17 : tensor<4x3xcomplex<f32>>
  %19 = stablehlo.dot_general %18, %14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
  return %6, %19 : tensor<3xf32>, tensor<4x3xcomplex<f32>>
}
func.func @svd_c128() {
  %in0 = stablehlo.constant dense<[[[(1.3952707890743148e+00, -8.040053739990181e-01), (-1.284416300316006e+00, 1.5098087767534407e-01), (-1.7825471427742743e+00, 6.625101512994176e-01)], [(-5.538462156471082e-01, -5.426847977274161e-01), (-8.983962855743521e-01, 4.920744773382415e-01), (1.2000089958170124e-01, 5.708995409808453e-01)], [(-7.76324337056336e-01, -3.2007271961050643e-01), (-7.821025633834275e-01, -3.8703026395935103e-01), (-1.5530348952976212e+00, -4.383186956138374e-01)], [(-1.000403944479542e+00, -3.7524191011003394e-01), (1.6705195913462498e+00, -1.6813355784404087e+00), (-9.434125869865055e-01, -1.772675194351665e+00)], [(8.710947498942243e-01, -1.6866763654676444e+00), (1.4628601367606162e+00, 7.827112425565104e-01), (1.228317928981503e+00, -1.8833641563794283e+00)]], [[(-1.157797669364688e+00, -2.0303210836640773e-03), (-1.331027874174218e+00, -1.4694627290221551e+00), (-1.8131744332717132e+00, -1.8769774658168594e+00)], [(-1.8423107529700076e+00, 5.579577132555169e-01), (-1.1990767608981083e+00, -2.1600740992154988e-01), (1.994173610908688e+00, 1.898426542878187e+00)], [(-5.088520866884472e-01, -6.809362705136346e-01), (1.0420410957157986e+00, -1.2183007071472516e+00), (-1.0610222926735524e-01, 7.361848492536378e-01)], [(3.8861223270618694e-02, -5.956045709312763e-01), (1.7801536687617707e+00, 1.084144453357073e+00), (-1.5622134066326803e+00, 1.167198005477899e+00)], [(-1.3962735694065787e-01, -2.245016434982836e-01), (-1.4337789603967943e+00, -9.246867949670388e-01), (1.5339504862770248e-01, -1.9043823117819336e+00)]]]> : tensor<2x5x3xcomplex<f64>>
  %out:2 = func.call @svd_c128__main(%in0) : (tensor<2x5x3xcomplex<f64>>) -> (tensor<2x3xf64>, tensor<2x5x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[5.173969862168533e+00, 2.816060129110831e+00, 1.202948935176798e+00], [5.090491379268334e+00, 4.028241129235966e+00, 1.3012035091442227e+00]]> : tensor<2x3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x3xf64>
  %jax1 = stablehlo.constant dense<[[[(1.395270789074314e+00, -8.040053739990178e-01), (-1.2844163003160047e+00, 1.5098087767534313e-01), (-1.7825471427742747e+00, 6.625101512994169e-01)], [(-5.538462156471082e-01, -5.42684797727416e-01), (-8.983962855743521e-01, 4.920744773382414e-01), (1.2000089958170113e-01, 5.708995409808453e-01)], [(-7.763243370563362e-01, -3.2007271961050643e-01), (-7.821025633834273e-01, -3.8703026395935086e-01), (-1.5530348952976212e+00, -4.3831869561383735e-01)], [(-1.0004039444795425e+00, -3.752419101100341e-01), (1.6705195913462496e+00, -1.6813355784404087e+00), (-9.434125869865055e-01, -1.772675194351665e+00)], [(8.710947498942246e-01, -1.6866763654676447e+00), (1.4628601367606162e+00, 7.827112425565104e-01), (1.2283179289815034e+00, -1.883364156379429e+00)]], [[(-1.1577976693646892e+00, -2.0303210836651875e-03), (-1.3310278741742196e+00, -1.4694627290221567e+00), (-1.8131744332717137e+00, -1.8769774658168594e+00)], [(-1.842310752970009e+00, 5.57957713255518e-01), (-1.1990767608981105e+00, -2.1600740992155076e-01), (1.9941736109086892e+00, 1.898426542878188e+00)], [(-5.088520866884475e-01, -6.809362705136357e-01), (1.0420410957157993e+00, -1.2183007071472531e+00), (-1.0610222926735613e-01, 7.361848492536384e-01)], [(3.886122327061936e-02, -5.956045709312768e-01), (1.7801536687617723e+00, 1.084144453357073e+00), (-1.5622134066326812e+00, 1.167198005477899e+00)], [(-1.3962735694065836e-01, -2.2450164349828367e-01), (-1.4337789603967952e+00, -9.246867949670392e-01), (1.5339504862770303e-01, -1.904382311781934e+00)]]]> : tensor<2x5x3xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<2x5x3xcomplex<f64>>
  return
}
func.func private @svd_c128__main(%arg0: tensor<2x5x3xcomplex<f64>>) -> (tensor<2x3xf64> {jax.result_info = "result[0]"}, tensor<2x5x3xcomplex<f64>> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=5, k=3, l=5, m=3, n=3, o=5, p=3, q=3, r=3}, custom>} : (tensor<2x5x3xcomplex<f64>>) -> (tensor<2x5x3xcomplex<f64>>, tensor<2x3xf64>, tensor<2x5x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf64>
  %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<2x5x3xcomplex<f64>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x5x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<2x5x3xi1>, tensor<2x5x3xcomplex<f64>>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f64>>
  %15 = stablehlo.broadcast_in_dim %6, dims = [0, 2] : (tensor<2x3xf64>) -> tensor<2x1x3xf64>
  %16 = stablehlo.convert %15 : (tensor<2x1x3xf64>) -> tensor<2x1x3xcomplex<f64>>
  %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<2x1x3xcomplex<f64>>) -> tensor<2x5x3xcomplex<f64>>
  %18 = stablehlo.multiply %10, %17 : tensor<2x5x3xcomplex<f64>>
  %19 = stablehlo.dot_general %18, %14, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>) -> tensor<2x5x3xcomplex<f64>>
  return %6, %19 : tensor<2x3xf64>, tensor<2x5x3xcomplex<f64>>
}
func.func @svd_full_c128() {
  %in0 = stablehlo.constant dense<[[(-1.1068356833858446e+00, 8.905620444993594e-01), (9.265336560270443e-02, -1.3661913059073343e+00), (2.0280582632472433e-01, -9.988747730239065e-01), (-1.8175921994687747e+00, -8.2605097559121e-01)], [(-5.570846586089093e-01, 7.864428568343795e-01), (-1.1076762332348449e+00, -1.4294364783939306e-01), (7.54904647285426e-01, -1.139751425142642e+00), (-1.3450742999964032e+00, -2.1269495168136965e-01)], [(-1.7187005327779987e+00, -1.5164849938441725e+00), (1.764043440983344e+00, 1.6707480309789e+00), (2.547255209393011e-01, 2.6578531487678214e-01), (-1.6880306424400517e+00, -1.1192273703229105e-01)]]> : tensor<3x4xcomplex<f64>>
  %out:2 = func.call @svd_full_c128__main(%in0) : (tensor<3x4xcomplex<f64>>) -> (tensor<3xf64>, tensor<3x4xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[4.303682852068819e+00, 3.0753960347828975e+00, 9.96185837910078e-01]> : tensor<3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3xf64>
  %jax1 = stablehlo.constant dense<[[(-1.106835683385845e+00, 8.905620444993594e-01), (9.265336560270465e-02, -1.3661913059073345e+00), (2.0280582632472427e-01, -9.988747730239067e-01), (-1.8175921994687756e+00, -8.260509755912102e-01)], [(-5.570846586089092e-01, 7.864428568343802e-01), (-1.107676233234844e+00, -1.4294364783939395e-01), (7.549046472854253e-01, -1.139751425142642e+00), (-1.3450742999964038e+00, -2.1269495168136926e-01)], [(-1.7187005327779992e+00, -1.5164849938441733e+00), (1.764043440983344e+00, 1.6707480309789e+00), (2.5472552093930173e-01, 2.6578531487678303e-01), (-1.6880306424400515e+00, -1.119227370322925e-01)]]> : tensor<3x4xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<3x4xcomplex<f64>>
  return
}
func.func private @svd_full_c128__main(%arg0: tensor<3x4xcomplex<f64>>) -> (tensor<3xf64> {jax.result_info = "result[0]"}, tensor<3x4xcomplex<f64>> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 65 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=3, j=4, k=3, l=4, m=3, n=3, o=3, p=4, q=4}, custom>} : (tensor<3x4xcomplex<f64>>) -> (tensor<3x4xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf64>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<4x4xi1>, tensor<4x4xcomplex<f64>>
  %15 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %16 = stablehlo.convert %15 : (tensor<1x3xf64>) -> tensor<1x3xcomplex<f64>>
  %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %18 = stablehlo.multiply %10, %17 : tensor<3x3xcomplex<f64>>
  %19 = stablehlo.slice %14 [0:3, 0:4] : (tensor<4x4xcomplex<f64>>) -> tensor<3x4xcomplex<f64>>
  %20 = stablehlo.dot_general %18, %19, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xcomplex<f64>>, tensor<3x4xcomplex<f64>>) -> tensor<3x4xcomplex<f64>>
  return %6, %20 : tensor<3xf64>, tensor<3x4xcomplex<f64>>
}
func.func @svd_by_qr_c128() {
  %in0 = stablehlo.constant dense<[[(-8.213399892515612e-01, 1.456168414184844e+00), (1.2234702242117645e-01, 1.509162104592121e+00), (-1.2339168522100206e+00, -1.7952253375181852e+00)], [(-1.7283985672348345e+00, 6.096744618626193e-01), (1.1479418399996533e+00, 2.0700547453950113e-01), (6.253340871034219e-01, 3.900530129562041e-01)], [(5.500835841745433e-01, -6.588550275999161e-02), (3.024115750121359e-01, -8.680473565720352e-01), (-1.843748335244534e+00, -8.090971267929135e-01)], [(-5.687455820658043e-01, 2.4603562130544443e-01), (1.7827327472736303e+00, -4.158102558118939e-01), (-1.7598212787384586e+00, 1.1548028387155984e+00)]]> : tensor<4x3xcomplex<f64>>
  %out:2 = func.call @svd_by_qr_c128__main(%in0) : (tensor<4x3xcomplex<f64>>) -> (tensor<3xf64>, tensor<4x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[4.248807693666004e+00, 2.850402617573766e+00, 1.5133327040890314e+00]> : tensor<3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3xf64>
  %jax1 = stablehlo.constant dense<[[(-8.213399892515609e-01, 1.456168414184844e+00), (1.2234702242117734e-01, 1.5091621045921215e+00), (-1.2339168522100215e+00, -1.795225337518185e+00)], [(-1.7283985672348345e+00, 6.096744618626194e-01), (1.1479418399996528e+00, 2.0700547453950097e-01), (6.253340871034221e-01, 3.900530129562039e-01)], [(5.500835841745432e-01, -6.588550275999178e-02), (3.0241157501213567e-01, -8.680473565720357e-01), (-1.843748335244534e+00, -8.090971267929139e-01)], [(-5.687455820658045e-01, 2.4603562130544432e-01), (1.7827327472736296e+00, -4.1581025581189446e-01), (-1.759821278738459e+00, 1.1548028387155989e+00)]]> : tensor<4x3xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<4x3xcomplex<f64>>
  return
}
func.func private @svd_by_qr_c128__main(%arg0: tensor<4x3xcomplex<f64>>) -> (tensor<3xf64> {jax.result_info = "result[0]"}, tensor<4x3xcomplex<f64>> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_zgesvd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=4, j=3, k=4, l=3, m=3, n=4, o=3, p=3, q=3}, custom>} : (tensor<4x3xcomplex<f64>>) -> (tensor<4x3xcomplex<f64>>, tensor<3xf64>, tensor<4x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf64>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<4x3xcomplex<f64>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<4x3xi1>, tensor<4x3xcomplex<f64>>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  %15 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %16 = stablehlo.convert %15 : (tensor<1x3xf64>) -> tensor<1x3xcomplex<f64>>
  %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x3xcomplex<f64>>) -> tensor<4x3xcomplex<f64>>
  %18 = stablehlo.multiply %10, %17 : tensor<4x3xcomplex<f64>>
  %19 = stablehlo.dot_general %18, %14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<4x3xcomplex<f64>>
  return %6, %19 : tensor<3xf64>, tensor<4x3xcomplex<f64>>
}
func.func @svd_of_nan_c128() {
  %in0 = stablehlo.constant dense<[[(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)], [(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)], [(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
  %out:3 = func.call @svd_of_nan_c128__main(%in0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<3xf64>
  %jax2 = stablehlo.constant dense<[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#2, %jax2, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  return
}
func.func private @svd_of_nan_c128__main(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>> {jax.result_info = "result.U"}, tensor<3xf64> {jax.result_info = "result.S"}, tensor<3x3xcomplex<f64>> {jax.result_info = "result.Vh"}) {
  %0:3 = call @svd_of_nan_c128__svd(%arg0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>)
  return %0#0, %0#1, %0#2 : tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>
}
func.func private @svd_of_nan_c128__svd(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>) {
  %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 65 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=3, j=3, k=3, l=3, m=3, n=3, o=3, p=3, q=3}, custom>} : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf64>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  return %10, %6, %14 : tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>
}
func.func @svd_of_infinity_c128() {
  %in0 = stablehlo.constant dense<[[(0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00)], [(0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00)], [(0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
  %out:3 = func.call @svd_of_infinity_c128__main(%in0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<3xf64>
  %jax2 = stablehlo.constant dense<[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#2, %jax2, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  return
}
func.func private @svd_of_infinity_c128__main(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>> {jax.result_info = "result.U"}, tensor<3xf64> {jax.result_info = "result.S"}, tensor<3x3xcomplex<f64>> {jax.result_info = "result.Vh"}) {
  %0:3 = call @svd_of_infinity_c128__svd(%arg0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>)
  return %0#0, %0#1, %0#2 : tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>
}
func.func private @svd_of_infinity_c128__svd(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>) {
  %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 65 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=3, j=3, k=3, l=3, m=3, n=3, o=3, p=3, q=3}, custom>} : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf64>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %0#2, %8 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  return %10, %6, %14 : tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>
}
