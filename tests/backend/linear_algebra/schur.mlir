// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @schur_of_nan_f32() {
  %in0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  %out:2 = func.call @schur_of_nan_f32__main(%in0) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  %jax0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  %jax1 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  return
}
func.func private @schur_of_nan_f32__main(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32> {jax.result_info = "result[0]"}, tensor<3x3xf32> {jax.result_info = "result[1]"}) {
  %0:6 = stablehlo.custom_call @lapack_sgees_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m, n], [o], [p], [], []) {i=3, j=3, k=3, l=3, m=3, n=3, o=3, p=3}, custom>} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#5, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<3x3xi1>, tensor<3x3xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<3x3xi1>, tensor<3x3xf32>
  return %6, %10 : tensor<3x3xf32>, tensor<3x3xf32>
}
func.func @schur_of_infinity_f32() {
  %in0 = stablehlo.constant dense<[[0x7F800000, 0x7F800000, 0x7F800000], [0x7F800000, 0x7F800000, 0x7F800000], [0x7F800000, 0x7F800000, 0x7F800000]]> : tensor<3x3xf32>
  %out:2 = func.call @schur_of_infinity_f32__main(%in0) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  %jax0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  %jax1 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  return
}
func.func private @schur_of_infinity_f32__main(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32> {jax.result_info = "result[0]"}, tensor<3x3xf32> {jax.result_info = "result[1]"}) {
  %0:6 = stablehlo.custom_call @lapack_sgees_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m, n], [o], [p], [], []) {i=3, j=3, k=3, l=3, m=3, n=3, o=3, p=3}, custom>} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#5, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<3x3xi1>, tensor<3x3xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<3x3xi1>, tensor<3x3xf32>
  return %6, %10 : tensor<3x3xf32>, tensor<3x3xf32>
}
func.func @schur_f32() {
  %in0 = stablehlo.constant dense<[[3.525232e-01, 1.5908549e+00, 1.5661229e+00, 1.2633499e+00], [-1.8564416e+00, 7.670303e-01, -4.8527622e-01, 7.404378e-02], [6.3180584e-01, -1.2245991e+00, -9.107344e-01, 8.7442374e-01], [1.1320144e+00, 1.4013106e+00, 1.1009796e+00, -1.8533428e+00]]> : tensor<4x4xf32>
  %out:2 = func.call @schur_f32__main(%in0) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  %jax0 = stablehlo.constant dense<[[3.5252228e-01, 1.5908532e+00, 1.5661222e+00, 1.2633504e+00], [-1.8564413e+00, 7.670304e-01, -4.8527643e-01, 7.404385e-02], [6.318053e-01, -1.2245983e+00, -9.1073495e-01, 8.744235e-01], [1.1320148e+00, 1.4013081e+00, 1.1009799e+00, -1.8533422e+00]]> : tensor<4x4xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<4x4xf32>
  %jax1 = stablehlo.constant dense<[[9.999998e-01, -1.3048427e-07, 2.4526244e-07, -3.759326e-07], [-1.3048427e-07, 9.9999946e-01, 3.8200938e-08, 1.8081512e-07], [2.4526244e-07, 3.8200938e-08, 1.0e+00, -7.015197e-08], [-3.759326e-07, 1.8081512e-07, -7.015197e-08, 9.9999976e-01]]> : tensor<4x4xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<4x4xf32>
  return
}
func.func private @schur_f32__main(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32> {jax.result_info = "result[0]"}, tensor<4x4xf32> {jax.result_info = "result[1]"}) {
  %0:6 = stablehlo.custom_call @lapack_sgees_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m, n], [o], [p], [], []) {i=4, j=4, k=4, l=4, m=4, n=4, o=4, p=4}, custom>} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#5, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<4x4xi1>, tensor<4x4xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<4x4xi1>, tensor<4x4xf32>
  %11 = stablehlo.dot_general %10, %6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %12 = stablehlo.transpose %10, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %13 = stablehlo.dot_general %11, %12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %14 = stablehlo.transpose %10, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %15 = stablehlo.dot_general %10, %14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %13, %15 : tensor<4x4xf32>, tensor<4x4xf32>
}
func.func @schur_f64() {
  %in0 = stablehlo.constant dense<[[3.525232043090969e-01, 1.5908549116376718e+00, 1.566122917898832e+00, 1.2633499092307359e+00], [-1.8564416575325868e+00, 7.670303270355356e-01, -4.8527623197836744e-01, 7.404378179232252e-02], [6.31805862235252e-01, -1.2245991284682067e+00, -9.107343917336643e-01, 8.74423734404663e-01], [1.132014437836042e+00, 1.4013105590999815e+00, 1.1009795759774508e+00, -1.853342774315657e+00]]> : tensor<4x4xf64>
  %out:2 = func.call @schur_f64__main(%in0) : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>)
  %jax0 = stablehlo.constant dense<[[3.525232043090962e-01, 1.5908549116376707e+00, 1.566122917898831e+00, 1.2633499092307388e+00], [-1.8564416575325873e+00, 7.670303270355362e-01, -4.852762319783657e-01, 7.404378179232185e-02], [6.318058622352518e-01, -1.224599128468205e+00, -9.107343917336626e-01, 8.744237344046608e-01], [1.1320144378360426e+00, 1.401310559099979e+00, 1.1009795759774483e+00, -1.8533427743156523e+00]]> : tensor<4x4xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<4x4xf64>
  %jax1 = stablehlo.constant dense<[[1.0000000000000004e+00, 3.3306690738754696e-16, 1.3877787807814457e-16, -1.8041124150158794e-16], [3.3306690738754696e-16, 9.999999999999998e-01, 1.6653345369377348e-16, 5.273559366969494e-16], [1.3877787807814457e-16, 1.6653345369377348e-16, 9.999999999999996e-01, 3.3306690738754696e-16], [-1.8041124150158794e-16, 5.273559366969494e-16, 3.3306690738754696e-16, 9.999999999999992e-01]]> : tensor<4x4xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<4x4xf64>
  return
}
func.func private @schur_f64__main(%arg0: tensor<4x4xf64>) -> (tensor<4x4xf64> {jax.result_info = "result[0]"}, tensor<4x4xf64> {jax.result_info = "result[1]"}) {
  %0:6 = stablehlo.custom_call @lapack_dgees_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m, n], [o], [p], [], []) {i=4, j=4, k=4, l=4, m=4, n=4, o=4, p=4}, custom>} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<i32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#5, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x4xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<4x4xi1>, tensor<4x4xf64>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<4x4xf64>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<4x4xi1>, tensor<4x4xf64>
  %11 = stablehlo.dot_general %10, %6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %12 = stablehlo.transpose %10, dims = [1, 0] : (tensor<4x4xf64>) -> tensor<4x4xf64>
  %13 = stablehlo.dot_general %11, %12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %14 = stablehlo.transpose %10, dims = [1, 0] : (tensor<4x4xf64>) -> tensor<4x4xf64>
  %15 = stablehlo.dot_general %10, %14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  return %13, %15 : tensor<4x4xf64>, tensor<4x4xf64>
}
func.func @schur_c64() {
  %in0 = stablehlo.constant dense<[[(3.525232e-01, -1.533225e+00), (1.5908549e+00, 1.0051228e+00), (1.5661229e+00, -1.0431272e+00), (1.2633499e+00, -9.8077595e-01)], [(-1.8564416e+00, 1.4305022e+00), (7.670303e-01, 1.7991161e+00), (-4.8527622e-01, 2.4674743e-01), (7.404378e-02, -1.2848779e+00)], [(6.3180584e-01, 1.0810077e+00), (-1.2245991e+00, -3.0475842e-02), (-9.107344e-01, 5.2501225e-01), (8.7442374e-01, 1.3579917e+00)], [(1.1320144e+00, -1.5584241e-01), (1.4013106e+00, -8.239707e-03), (1.1009796e+00, 7.1764445e-01), (-1.8533428e+00, 6.0314363e-01)]]> : tensor<4x4xcomplex<f32>>
  %out:2 = func.call @schur_c64__main(%in0) : (tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[(3.525238e-01, -1.533225e+00), (1.5908549e+00, 1.0051225e+00), (1.5661232e+00, -1.0431275e+00), (1.2633508e+00, -9.8077565e-01)], [(-1.856442e+00, 1.4305036e+00), (7.670306e-01, 1.7991172e+00), (-4.8527685e-01, 2.4674714e-01), (7.404339e-02, -1.2848772e+00)], [(6.3180625e-01, 1.0810072e+00), (-1.2245984e+00, -3.0476004e-02), (-9.1073334e-01, 5.2501225e-01), (8.7442315e-01, 1.3579917e+00)], [(1.132015e+00, -1.5584132e-01), (1.4013109e+00, -8.23921e-03), (1.1009787e+00, 7.176447e-01), (-1.8533412e+00, 6.031429e-01)]]> : tensor<4x4xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<4x4xcomplex<f32>>
  %jax1 = stablehlo.constant dense<[[(1.0000005e+00, 0.0e+00), (2.9802322e-07, -1.7881393e-07), (2.9802322e-07, 8.940697e-08), (-5.2154064e-08, -2.2351742e-08)], [(2.9802322e-07, 1.7881393e-07), (1.0000001e+00, 0.0e+00), (-9.685755e-08, 1.4901161e-07), (1.6391277e-07, -4.4703484e-08)], [(2.9802322e-07, -8.940697e-08), (-9.685755e-08, -1.4901161e-07), (1.0e+00, 0.0e+00), (1.4901161e-07, 0.0e+00)], [(-5.2154064e-08, 2.2351742e-08), (1.6391277e-07, 4.4703484e-08), (1.4901161e-07, 0.0e+00), (9.9999946e-01, 0.0e+00)]]> : tensor<4x4xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<4x4xcomplex<f32>>
  return
}
func.func private @schur_c64__main(%arg0: tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<4x4xcomplex<f32>> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_cgees_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m, n], [o], [], []) {i=4, j=4, k=4, l=4, m=4, n=4, o=4}, custom>} : (tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<i32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<4x4xcomplex<f32>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<4x4xi1>, tensor<4x4xcomplex<f32>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<4x4xcomplex<f32>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<4x4xi1>, tensor<4x4xcomplex<f32>>
  %11 = stablehlo.dot_general %10, %6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  %12 = stablehlo.real %10 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
  %13 = stablehlo.imag %10 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
  %14 = stablehlo.negate %13 : tensor<4x4xf32>
  %15 = stablehlo.complex %12, %14 : tensor<4x4xcomplex<f32>>
  %16 = stablehlo.transpose %15, dims = [1, 0] : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  %17 = stablehlo.dot_general %11, %16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  %18 = stablehlo.real %10 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
  %19 = stablehlo.imag %10 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
  %20 = stablehlo.negate %19 : tensor<4x4xf32>
  %21 = stablehlo.complex %18, %20 : tensor<4x4xcomplex<f32>>
  %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  %23 = stablehlo.dot_general %10, %22, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %17, %23 : tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>
}
func.func @schur_of_nan_c128() {
  %in0 = stablehlo.constant dense<[[(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)], [(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)], [(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
  %out:2 = func.call @schur_of_nan_c128__main(%in0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  return
}
func.func private @schur_of_nan_c128__main(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>> {jax.result_info = "result[0]"}, tensor<3x3xcomplex<f64>> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_zgees_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m, n], [o], [], []) {i=3, j=3, k=3, l=3, m=3, n=3, o=3}, custom>} : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<i32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  return %6, %10 : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
}
func.func @schur_of_infinity_c128() {
  %in0 = stablehlo.constant dense<[[(0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00)], [(0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00)], [(0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
  %out:2 = func.call @schur_of_infinity_c128__main(%in0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  return
}
func.func private @schur_of_infinity_c128__main(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>> {jax.result_info = "result[0]"}, tensor<3x3xcomplex<f64>> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_zgees_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m, n], [o], [], []) {i=3, j=3, k=3, l=3, m=3, n=3, o=3}, custom>} : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<i32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  return %6, %10 : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
}
func.func @schur_c128() {
  %in0 = stablehlo.constant dense<[[(3.525232043090969e-01, -1.5332250594684194e+00), (1.5908549116376718e+00, 1.0051227979508037e+00), (1.566122917898832e+00, -1.043127135201562e+00), (1.2633499092307359e+00, -9.80775944231413e-01)], [(-1.8564416575325868e+00, 1.43050212467905e+00), (7.670303270355356e-01, 1.799116104457211e+00), (-4.8527623197836744e-01, 2.4674743204463168e-01), (7.404378179232252e-02, -1.2848779206000938e+00)], [(6.31805862235252e-01, 1.081007732553601e+00), (-1.2245991284682067e+00, -3.047584154180205e-02), (-9.107343917336643e-01, 5.250122622541813e-01), (8.74423734404663e-01, 1.3579916916548238e+00)], [(1.132014437836042e+00, -1.5584241483027705e-01), (1.4013105590999815e+00, -8.239706770779343e-03), (1.1009795759774508e+00, 7.176444702130031e-01), (-1.853342774315657e+00, 6.031436564933204e-01)]]> : tensor<4x4xcomplex<f64>>
  %out:2 = func.call @schur_c128__main(%in0) : (tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(3.5252320430909523e-01, -1.5332250594684151e+00), (1.5908549116376685e+00, 1.0051227979508022e+00), (1.5661229178988303e+00, -1.043127135201563e+00), (1.263349909230734e+00, -9.807759442314109e-01)], [(-1.8564416575325835e+00, 1.4305021246790504e+00), (7.670303270355363e-01, 1.7991161044572133e+00), (-4.8527623197836667e-01, 2.467474320446309e-01), (7.404378179232246e-02, -1.2848779206000958e+00)], [(6.318058622352503e-01, 1.0810077325535983e+00), (-1.2245991284682083e+00, -3.0475841541804702e-02), (-9.107343917336639e-01, 5.25012262254182e-01), (8.744237344046635e-01, 1.3579916916548245e+00)], [(1.1320144378360422e+00, -1.5584241483027816e-01), (1.4013105590999828e+00, -8.239706770779898e-03), (1.1009795759774508e+00, 7.176444702130019e-01), (-1.8533427743156579e+00, 6.031436564933212e-01)]]> : tensor<4x4xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<4x4xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[(9.999999999999986e-01, 0.0e+00), (-9.71445146547012e-17, -2.220446049250313e-16), (-1.1102230246251565e-16, 4.996003610813204e-16), (-2.498001805406602e-16, -1.6653345369377348e-16)], [(-9.71445146547012e-17, 2.220446049250313e-16), (9.999999999999999e-01, 0.0e+00), (-8.326672684688674e-17, -7.216449660063518e-16), (-5.273559366969494e-16, 6.938893903907228e-17)], [(-1.1102230246251565e-16, -4.996003610813204e-16), (-8.326672684688674e-17, 7.216449660063518e-16), (1.0000000000000002e+00, 0.0e+00), (-1.3877787807814457e-16, -1.6653345369377348e-16)], [(-2.498001805406602e-16, 1.6653345369377348e-16), (-5.273559366969494e-16, -6.938893903907228e-17), (-1.3877787807814457e-16, 1.6653345369377348e-16), (1.0000000000000002e+00, 0.0e+00)]]> : tensor<4x4xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<4x4xcomplex<f64>>
  return
}
func.func private @schur_c128__main(%arg0: tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>> {jax.result_info = "result[0]"}, tensor<4x4xcomplex<f64>> {jax.result_info = "result[1]"}) {
  %0:5 = stablehlo.custom_call @lapack_zgees_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m, n], [o], [], []) {i=4, j=4, k=4, l=4, m=4, n=4, o=4}, custom>} : (tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<i32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<4x4xi1>, tensor<4x4xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<4x4xi1>, tensor<4x4xcomplex<f64>>
  %11 = stablehlo.dot_general %10, %6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  %12 = stablehlo.real %10 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %13 = stablehlo.imag %10 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %14 = stablehlo.negate %13 : tensor<4x4xf64>
  %15 = stablehlo.complex %12, %14 : tensor<4x4xcomplex<f64>>
  %16 = stablehlo.transpose %15, dims = [1, 0] : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  %17 = stablehlo.dot_general %11, %16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  %18 = stablehlo.real %10 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %19 = stablehlo.imag %10 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %20 = stablehlo.negate %19 : tensor<4x4xf64>
  %21 = stablehlo.complex %18, %20 : tensor<4x4xcomplex<f64>>
  %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  %23 = stablehlo.dot_general %10, %22, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  return %17, %23 : tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>
}
