// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @eigh_f32() {
  %in0 = stablehlo.constant dense<[[[2.2216194e+00, 8.405694e-01, 1.8635676e+00, 9.704673e-02], [8.405694e-01, -3.72406e-01, 1.3242428e+00, 2.5303497e+00], [1.8635676e+00, 1.3242428e+00, -3.7197077e+00, -1.314786e+00], [9.704673e-02, 2.5303497e+00, -1.314786e+00, 1.4387836e+00]], [[-1.9497604e+00, 1.1867015e+00, -3.8347344e+00, -2.531802e+00], [1.1867015e+00, -2.256808e+00, -2.4620962e+00, 2.6573985e+00], [-3.8347344e+00, -2.4620962e+00, 1.038632e+00, 2.7466185e+00], [-2.531802e+00, 2.6573985e+00, 2.7466185e+00, -3.3942604e+00]]]> : tensor<2x4x4xf32>
  %out:2 = func.call @eigh_f32__main(%in0) : (tensor<2x4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4x4xf32>)
  %jax0 = stablehlo.constant dense<[[-5.166339e+00, -1.53998e+00, 2.7012606e+00, 3.573348e+00], [-7.439007e+00, -4.656965e+00, -2.0505682e-02, 5.554281e+00]]> : tensor<2x4xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x4xf32>
  %jax1 = stablehlo.constant dense<[[[2.2216196e+00, 8.405698e-01, 1.8635677e+00, 9.704762e-02], [8.405697e-01, -3.724053e-01, 1.324242e+00, 2.53035e+00], [1.8635676e+00, 1.324242e+00, -3.7197073e+00, -1.3147855e+00], [9.704744e-02, 2.53035e+00, -1.3147855e+00, 1.4387844e+00]], [[-1.9497601e+00, 1.1867009e+00, -3.8347347e+00, -2.5318017e+00], [1.1867008e+00, -2.2568061e+00, -2.462094e+00, 2.6573966e+00], [-3.8347344e+00, -2.4620938e+00, 1.0386305e+00, 2.7466168e+00], [-2.5318015e+00, 2.6573963e+00, 2.7466168e+00, -3.3942583e+00]]]> : tensor<2x4x4xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<2x4x4xf32>
  return
}
func.func private @eigh_f32__main(%arg0: tensor<2x4x4xf32>) -> (tensor<2x4xf32> {jax.result_info = "result[0]"}, tensor<2x4x4xf32> {jax.result_info = "result[1]"}) {
  %0:2 = call @eigh_f32__eigh(%arg0) : (tensor<2x4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4x4xf32>)
  %1 = stablehlo.broadcast_in_dim %0#0, dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x1x4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<2x1x4xf32>) -> tensor<2x4x4xf32>
  %3 = stablehlo.multiply %0#1, %2 : tensor<2x4x4xf32>
  %4 = stablehlo.transpose %0#1, dims = [0, 2, 1] : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %5 = stablehlo.dot_general %3, %4, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %0#0, %5 : tensor<2x4xf32>, tensor<2x4x4xf32>
}
func.func private @eigh_f32__eigh(%arg0: tensor<2x4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4x4xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<2x4x4xf32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
  %3 = stablehlo.divide %1, %2 : tensor<2x4x4xf32>
  %4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=4, k=4, l=4, m=4, n=4}, custom>} : (tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4xf32>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %10 = stablehlo.select %9, %4#0, %8 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
  %11 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %14 = stablehlo.select %13, %4#1, %12 : tensor<2x4xi1>, tensor<2x4xf32>
  return %14, %10 : tensor<2x4xf32>, tensor<2x4x4xf32>
}
func.func @eigh_of_nan_f32() {
  %in0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  %out:2 = func.call @eigh_of_nan_f32__main(%in0) : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>)
  %jax0 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3xf32>
  %jax1 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  return
}
func.func private @eigh_of_nan_f32__main(%arg0: tensor<3x3xf32>) -> (tensor<3xf32> {jax.result_info = "result.eigenvalues"}, tensor<3x3xf32> {jax.result_info = "result.eigenvectors"}) {
  %0:2 = call @eigh_of_nan_f32__eigh(%arg0) : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3x3xf32>
}
func.func private @eigh_of_nan_f32__eigh(%arg0: tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<3x3xf32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %3 = stablehlo.divide %1, %2 : tensor<3x3xf32>
  %4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %4#0, %8 : tensor<3x3xi1>, tensor<3x3xf32>
  %11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %14 = stablehlo.select %13, %4#1, %12 : tensor<3xi1>, tensor<3xf32>
  return %14, %10 : tensor<3xf32>, tensor<3x3xf32>
}
func.func @eigh_of_infinity_f32() {
  %in0 = stablehlo.constant dense<[[0x7F800000, 0x7F800000, 0x7F800000], [0x7F800000, 0x7F800000, 0x7F800000], [0x7F800000, 0x7F800000, 0x7F800000]]> : tensor<3x3xf32>
  %out:2 = func.call @eigh_of_infinity_f32__main(%in0) : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>)
  %jax0 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3xf32>
  %jax1 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  return
}
func.func private @eigh_of_infinity_f32__main(%arg0: tensor<3x3xf32>) -> (tensor<3xf32> {jax.result_info = "result.eigenvalues"}, tensor<3x3xf32> {jax.result_info = "result.eigenvectors"}) {
  %0:2 = call @eigh_of_infinity_f32__eigh(%arg0) : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3x3xf32>
}
func.func private @eigh_of_infinity_f32__eigh(%arg0: tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<3x3xf32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %3 = stablehlo.divide %1, %2 : tensor<3x3xf32>
  %4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %10 = stablehlo.select %9, %4#0, %8 : tensor<3x3xi1>, tensor<3x3xf32>
  %11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %14 = stablehlo.select %13, %4#1, %12 : tensor<3xi1>, tensor<3xf32>
  return %14, %10 : tensor<3xf32>, tensor<3x3xf32>
}
func.func @eigh_f64() {
  %in0 = stablehlo.constant dense<[[[2.2216192845905613e+00, 8.405693357592225e-01, 1.8635675096817508e+00, 9.704675970029797e-02], [8.405693357592225e-01, -3.724060206615025e-01, 1.3242427691129004e+00, 2.5303498287681823e+00], [1.8635675096817508e+00, 1.3242427691129004e+00, -3.7197078071885015e+00, -1.3147860049440525e+00], [9.704675970029797e-02, 2.5303498287681823e+00, -1.3147860049440525e+00, 1.4387836126247757e+00]], [[-1.949760405386959e+00, 1.1867015873228093e+00, -3.8347342539165434e+00, -2.5318019399649816e+00], [1.1867015873228093e+00, -2.2568079269464887e+00, -2.4620963863084837e+00, 2.6573984919780997e+00], [-3.8347342539165434e+00, -2.4620963863084837e+00, 1.0386319928625838e+00, 2.7466184571286485e+00], [-2.5318019399649816e+00, 2.6573984919780997e+00, 2.7466184571286485e+00, -3.394260430621866e+00]]]> : tensor<2x4x4xf64>
  %out:2 = func.call @eigh_f64__main(%in0) : (tensor<2x4x4xf64>) -> (tensor<2x4xf64>, tensor<2x4x4xf64>)
  %jax0 = stablehlo.constant dense<[[-5.166339488512839e+00, -1.5399796511931503e+00, 2.7012604588888225e+00, 3.5733477501825e+00], [-7.439008600494198e+00, -4.656964858555975e+00, -2.050548562158611e-02, 5.554282174579033e+00]]> : tensor<2x4xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x4xf64>
  %jax1 = stablehlo.constant dense<[[[2.2216192845905605e+00, 8.405693357592218e-01, 1.863567509681751e+00, 9.704675970029775e-02], [8.405693357592215e-01, -3.724060206615025e-01, 1.3242427691129013e+00, 2.5303498287681814e+00], [1.863567509681751e+00, 1.3242427691129015e+00, -3.719707807188503e+00, -1.3147860049440525e+00], [9.704675970029752e-02, 2.5303498287681814e+00, -1.3147860049440523e+00, 1.4387836126247757e+00]], [[-1.9497604053869602e+00, 1.1867015873228075e+00, -3.834734253916541e+00, -2.53180193996498e+00], [1.1867015873228073e+00, -2.256807926946481e+00, -2.46209638630848e+00, 2.657398491978093e+00], [-3.834734253916541e+00, -2.46209638630848e+00, 1.0386319928625838e+00, 2.7466184571286467e+00], [-2.53180193996498e+00, 2.657398491978093e+00, 2.7466184571286467e+00, -3.3942604306218613e+00]]]> : tensor<2x4x4xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<2x4x4xf64>
  return
}
func.func private @eigh_f64__main(%arg0: tensor<2x4x4xf64>) -> (tensor<2x4xf64> {jax.result_info = "result[0]"}, tensor<2x4x4xf64> {jax.result_info = "result[1]"}) {
  %0:2 = call @eigh_f64__eigh(%arg0) : (tensor<2x4x4xf64>) -> (tensor<2x4xf64>, tensor<2x4x4xf64>)
  %1 = stablehlo.broadcast_in_dim %0#0, dims = [0, 2] : (tensor<2x4xf64>) -> tensor<2x1x4xf64>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<2x1x4xf64>) -> tensor<2x4x4xf64>
  %3 = stablehlo.multiply %0#1, %2 : tensor<2x4x4xf64>
  %4 = stablehlo.transpose %0#1, dims = [0, 2, 1] : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %5 = stablehlo.dot_general %3, %4, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  return %0#0, %5 : tensor<2x4xf64>, tensor<2x4x4xf64>
}
func.func private @eigh_f64__eigh(%arg0: tensor<2x4x4xf64>) -> (tensor<2x4xf64>, tensor<2x4x4xf64>) {
  %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %1 = stablehlo.add %arg0, %0 : tensor<2x4x4xf64>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f64>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4x4xf64>
  %3 = stablehlo.divide %1, %2 : tensor<2x4x4xf64>
  %4:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%3) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=4, k=4, l=4, m=4, n=4}, custom>} : (tensor<2x4x4xf64>) -> (tensor<2x4x4xf64>, tensor<2x4xf64>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x4x4xf64>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %10 = stablehlo.select %9, %4#0, %8 : tensor<2x4x4xi1>, tensor<2x4x4xf64>
  %11 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %14 = stablehlo.select %13, %4#1, %12 : tensor<2x4xi1>, tensor<2x4xf64>
  return %14, %10 : tensor<2x4xf64>, tensor<2x4x4xf64>
}
func.func @eigh_c64() {
  %in0 = stablehlo.constant dense<[[[(2.2216194e+00, 0.0e+00), (8.405694e-01, 2.0370007e+00), (1.8635676e+00, 8.115481e-01), (9.704673e-02, 1.9899534e+00)], [(8.405694e-01, -2.0370007e+00), (-3.72406e-01, 0.0e+00), (1.3242428e+00, 6.7148924e-02), (2.5303497e+00, 2.8635746e-01)], [(1.8635676e+00, -8.115481e-01), (1.3242428e+00, -6.7148924e-02), (-3.7197077e+00, 0.0e+00), (-1.314786e+00, -5.394304e-01)], [(9.704673e-02, -1.9899534e+00), (2.5303497e+00, -2.8635746e-01), (-1.314786e+00, 5.394304e-01), (1.4387836e+00, 0.0e+00)]], [[(-1.9497604e+00, 0.0e+00), (1.1867015e+00, -2.8027427e-01), (-3.8347344e+00, -9.5963764e-01), (-2.531802e+00, -3.3487827e-02)], [(1.1867015e+00, 2.8027427e-01), (-2.256808e+00, 0.0e+00), (-2.4620962e+00, -1.7381837e+00), (2.6573985e+00, 3.1619775e-01)], [(-3.8347344e+00, 9.5963764e-01), (-2.4620962e+00, 1.7381837e+00), (1.038632e+00, 0.0e+00), (2.7466185e+00, -1.083293e+00)], [(-2.531802e+00, 3.3487827e-02), (2.6573985e+00, -3.1619775e-01), (2.7466185e+00, 1.083293e+00), (-3.3942604e+00, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f32>>
  %out:2 = func.call @eigh_c64__main(%in0) : (tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4xf32>, tensor<2x4x4xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[-5.355115e+00, -1.9598049e+00, 1.0739466e+00, 5.8092647e+00], [-7.7638426e+00, -4.776477e+00, 3.0477371e-02, 5.947646e+00]]> : tensor<2x4xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x4xf32>
  %jax1 = stablehlo.constant dense<[[[(2.221619e+00, 0.0e+00), (8.4057e-01, 2.037001e+00), (1.8635676e+00, 8.115483e-01), (9.7046405e-02, 1.9899535e+00)], [(8.4057e-01, -2.037001e+00), (-3.7240547e-01, 5.9604645e-08), (1.3242419e+00, 6.7148566e-02), (2.5303497e+00, 2.8635752e-01)], [(1.8635675e+00, -8.1154823e-01), (1.3242419e+00, -6.7148566e-02), (-3.719705e+00, 1.1920929e-07), (-1.3147852e+00, -5.394299e-01)], [(9.704639e-02, -1.9899535e+00), (2.5303497e+00, -2.8635752e-01), (-1.3147852e+00, 5.3942996e-01), (1.438784e+00, 1.4901161e-08)]], [[(-1.9497614e+00, 0.0e+00), (1.1867023e+00, -2.8027412e-01), (-3.8347344e+00, -9.596374e-01), (-2.5318024e+00, -3.3488013e-02)], [(1.1867021e+00, 2.8027412e-01), (-2.256809e+00, 0.0e+00), (-2.4620965e+00, -1.7381842e+00), (2.6573994e+00, 3.1619763e-01)], [(-3.8347342e+00, 9.596374e-01), (-2.4620965e+00, 1.7381843e+00), (1.0386348e+00, 0.0e+00), (2.7466178e+00, -1.0832932e+00)], [(-2.5318024e+00, 3.3488013e-02), (2.6573994e+00, -3.1619763e-01), (2.7466178e+00, 1.0832932e+00), (-3.394262e+00, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<2x4x4xcomplex<f32>>
  return
}
func.func private @eigh_c64__main(%arg0: tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4xf32> {jax.result_info = "result[0]"}, tensor<2x4x4xcomplex<f32>> {jax.result_info = "result[1]"}) {
  %0:2 = call @eigh_c64__eigh(%arg0) : (tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4xf32>, tensor<2x4x4xcomplex<f32>>)
  %1 = stablehlo.broadcast_in_dim %0#0, dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x1x4xf32>
  %2 = stablehlo.convert %1 : (tensor<2x1x4xf32>) -> tensor<2x1x4xcomplex<f32>>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<2x1x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %4 = stablehlo.multiply %0#1, %3 : tensor<2x4x4xcomplex<f32>>
  %5 = stablehlo.real %0#1 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %6 = stablehlo.imag %0#1 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %7 = stablehlo.negate %6 : tensor<2x4x4xf32>
  %8 = stablehlo.complex %5, %7 : tensor<2x4x4xcomplex<f32>>
  %9 = stablehlo.transpose %8, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %10 = stablehlo.dot_general %4, %9, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  return %0#0, %10 : tensor<2x4xf32>, tensor<2x4x4xcomplex<f32>>
}
func.func private @eigh_c64__eigh(%arg0: tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4xf32>, tensor<2x4x4xcomplex<f32>>) {
  %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %2 = stablehlo.imag %0 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %3 = stablehlo.negate %2 : tensor<2x4x4xf32>
  %4 = stablehlo.complex %1, %3 : tensor<2x4x4xcomplex<f32>>
  %5 = stablehlo.add %arg0, %4 : tensor<2x4x4xcomplex<f32>>
  %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %7 = stablehlo.divide %5, %6 : tensor<2x4x4xcomplex<f32>>
  %8:3 = stablehlo.custom_call @lapack_cheevd_ffi(%7) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=4, k=4, l=4, m=4, n=4}, custom>} : (tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4x4xcomplex<f32>>, tensor<2x4xf32>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %10 = stablehlo.compare EQ, %8#2, %9, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %14 = stablehlo.select %13, %8#0, %12 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f32>>
  %15 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %18 = stablehlo.select %17, %8#1, %16 : tensor<2x4xi1>, tensor<2x4xf32>
  return %18, %14 : tensor<2x4xf32>, tensor<2x4x4xcomplex<f32>>
}
func.func @eigh_c128() {
  %in0 = stablehlo.constant dense<[[[(2.2216192845905613e+00, 0.0e+00), (8.405693357592225e-01, 2.0370006660561324e+00), (1.8635675096817508e+00, 8.115481404502947e-01), (9.704675970029797e-02, 1.9899533106172105e+00)], [(8.405693357592225e-01, -2.0370006660561324e+00), (-3.724060206615025e-01, 0.0e+00), (1.3242427691129004e+00, 6.714890143243579e-02), (2.5303498287681823e+00, 2.863574678608267e-01)], [(1.8635675096817508e+00, -8.115481404502947e-01), (1.3242427691129004e+00, -6.714890143243579e-02), (-3.7197078071885015e+00, 0.0e+00), (-1.3147860049440525e+00, -5.394303571403034e-01)], [(9.704675970029797e-02, -1.9899533106172105e+00), (2.5303498287681823e+00, -2.863574678608267e-01), (-1.3147860049440525e+00, 5.394303571403034e-01), (1.4387836126247757e+00, 0.0e+00)]], [[(-1.949760405386959e+00, 0.0e+00), (1.1867015873228093e+00, -2.8027422385537104e-01), (-3.8347342539165434e+00, -9.596376012116177e-01), (-2.5318019399649816e+00, -3.348781615430951e-02)], [(1.1867015873228093e+00, 2.8027422385537104e-01), (-2.2568079269464887e+00, 0.0e+00), (-2.4620963863084837e+00, -1.7381836411199458e+00), (2.6573984919780997e+00, 3.1619780680049914e-01)], [(-3.8347342539165434e+00, 9.596376012116177e-01), (-2.4620963863084837e+00, 1.7381836411199458e+00), (1.0386319928625838e+00, 0.0e+00), (2.7466184571286485e+00, -1.0832930314380418e+00)], [(-2.5318019399649816e+00, 3.348781615430951e-02), (2.6573984919780997e+00, -3.1619780680049914e-01), (2.7466184571286485e+00, 1.0832930314380418e+00), (-3.394260430621866e+00, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f64>>
  %out:2 = func.call @eigh_c128__main(%in0) : (tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4xf64>, tensor<2x4x4xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[-5.355116096332917e+00, -1.9598046440527537e+00, 1.0739463697255276e+00, 5.809263440025477e+00], [-7.763841724901122e+00, -4.776476973273212e+00, 3.0477406542922855e-02, 5.947644521538683e+00]]> : tensor<2x4xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x4xf64>
  %jax1 = stablehlo.constant dense<[[[(2.221619284590558e+00, 0.0e+00), (8.405693357592228e-01, 2.0370006660561324e+00), (1.8635675096817512e+00, 8.115481404502949e-01), (9.704675970029786e-02, 1.9899533106172096e+00)], [(8.405693357592227e-01, -2.0370006660561324e+00), (-3.724060206615033e-01, 0.0e+00), (1.3242427691129002e+00, 6.714890143243535e-02), (2.530349828768182e+00, 2.863574678608274e-01)], [(1.8635675096817512e+00, -8.115481404502949e-01), (1.3242427691129e+00, -6.714890143243529e-02), (-3.7197078071885006e+00, 0.0e+00), (-1.3147860049440518e+00, -5.394303571403034e-01)], [(9.704675970029794e-02, -1.9899533106172096e+00), (2.5303498287681823e+00, -2.863574678608274e-01), (-1.3147860049440518e+00, 5.394303571403034e-01), (1.438783612624774e+00, 0.0e+00)]], [[(-1.9497604053869613e+00, 0.0e+00), (1.1867015873228075e+00, -2.8027422385537093e-01), (-3.834734253916542e+00, -9.596376012116175e-01), (-2.5318019399649803e+00, -3.3487816154309166e-02)], [(1.1867015873228075e+00, 2.8027422385537093e-01), (-2.25680792694649e+00, 0.0e+00), (-2.46209638630848e+00, -1.7381836411199452e+00), (2.6573984919780975e+00, 3.161978068004996e-01)], [(-3.834734253916542e+00, 9.596376012116177e-01), (-2.46209638630848e+00, 1.7381836411199452e+00), (1.0386319928625811e+00, 1.1102230246251565e-16), (2.7466184571286436e+00, -1.0832930314380405e+00)], [(-2.5318019399649803e+00, 3.3487816154309215e-02), (2.657398491978097e+00, -3.161978068004997e-01), (2.7466184571286436e+00, 1.08329303143804e+00), (-3.39426043062186e+00, 2.220446049250313e-16)]]]> : tensor<2x4x4xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<2x4x4xcomplex<f64>>
  return
}
func.func private @eigh_c128__main(%arg0: tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4xf64> {jax.result_info = "result[0]"}, tensor<2x4x4xcomplex<f64>> {jax.result_info = "result[1]"}) {
  %0:2 = call @eigh_c128__eigh(%arg0) : (tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4xf64>, tensor<2x4x4xcomplex<f64>>)
  %1 = stablehlo.broadcast_in_dim %0#0, dims = [0, 2] : (tensor<2x4xf64>) -> tensor<2x1x4xf64>
  %2 = stablehlo.convert %1 : (tensor<2x1x4xf64>) -> tensor<2x1x4xcomplex<f64>>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<2x1x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %4 = stablehlo.multiply %0#1, %3 : tensor<2x4x4xcomplex<f64>>
  %5 = stablehlo.real %0#1 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %6 = stablehlo.imag %0#1 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %7 = stablehlo.negate %6 : tensor<2x4x4xf64>
  %8 = stablehlo.complex %5, %7 : tensor<2x4x4xcomplex<f64>>
  %9 = stablehlo.transpose %8, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %10 = stablehlo.dot_general %4, %9, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  return %0#0, %10 : tensor<2x4xf64>, tensor<2x4x4xcomplex<f64>>
}
func.func private @eigh_c128__eigh(%arg0: tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4xf64>, tensor<2x4x4xcomplex<f64>>) {
  %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %2 = stablehlo.imag %0 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %3 = stablehlo.negate %2 : tensor<2x4x4xf64>
  %4 = stablehlo.complex %1, %3 : tensor<2x4x4xcomplex<f64>>
  %5 = stablehlo.add %arg0, %4 : tensor<2x4x4xcomplex<f64>>
  %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %7 = stablehlo.divide %5, %6 : tensor<2x4x4xcomplex<f64>>
  %8:3 = stablehlo.custom_call @lapack_zheevd_ffi(%7) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=2, j=4, k=4, l=4, m=4, n=4}, custom>} : (tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4x4xcomplex<f64>>, tensor<2x4xf64>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %10 = stablehlo.compare EQ, %8#2, %9, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %14 = stablehlo.select %13, %8#0, %12 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f64>>
  %15 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %18 = stablehlo.select %17, %8#1, %16 : tensor<2x4xi1>, tensor<2x4xf64>
  return %18, %14 : tensor<2x4xf64>, tensor<2x4x4xcomplex<f64>>
}
func.func @eigh_of_nan_c128() {
  %in0 = stablehlo.constant dense<[[(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)], [(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)], [(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
  %out:2 = func.call @eigh_of_nan_c128__main(%in0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3xf64>, tensor<3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3xf64>
  %jax1 = stablehlo.constant dense<[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  return
}
func.func private @eigh_of_nan_c128__main(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3xf64> {jax.result_info = "result.eigenvalues"}, tensor<3x3xcomplex<f64>> {jax.result_info = "result.eigenvectors"}) {
  %0:2 = call @eigh_of_nan_c128__eigh(%arg0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3xf64>, tensor<3x3xcomplex<f64>>)
  return %0#0, %0#1 : tensor<3xf64>, tensor<3x3xcomplex<f64>>
}
func.func private @eigh_of_nan_c128__eigh(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3xf64>, tensor<3x3xcomplex<f64>>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %2 = stablehlo.imag %0 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %3 = stablehlo.negate %2 : tensor<3x3xf64>
  %4 = stablehlo.complex %1, %3 : tensor<3x3xcomplex<f64>>
  %5 = stablehlo.add %arg0, %4 : tensor<3x3xcomplex<f64>>
  %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %7 = stablehlo.divide %5, %6 : tensor<3x3xcomplex<f64>>
  %8:3 = stablehlo.custom_call @lapack_zheevd_ffi(%7) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %10 = stablehlo.compare EQ, %8#2, %9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %14 = stablehlo.select %13, %8#0, %12 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  %15 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %18 = stablehlo.select %17, %8#1, %16 : tensor<3xi1>, tensor<3xf64>
  return %18, %14 : tensor<3xf64>, tensor<3x3xcomplex<f64>>
}
func.func @eigh_of_infinity_c128() {
  %in0 = stablehlo.constant dense<[[(0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00)], [(0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00)], [(0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00), (0x7FF0000000000000, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
  %out:2 = func.call @eigh_of_infinity_c128__main(%in0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3xf64>, tensor<3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3xf64>
  %jax1 = stablehlo.constant dense<[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  return
}
func.func private @eigh_of_infinity_c128__main(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3xf64> {jax.result_info = "result.eigenvalues"}, tensor<3x3xcomplex<f64>> {jax.result_info = "result.eigenvectors"}) {
  %0:2 = call @eigh_of_infinity_c128__eigh(%arg0) : (tensor<3x3xcomplex<f64>>) -> (tensor<3xf64>, tensor<3x3xcomplex<f64>>)
  return %0#0, %0#1 : tensor<3xf64>, tensor<3x3xcomplex<f64>>
}
func.func private @eigh_of_infinity_c128__eigh(%arg0: tensor<3x3xcomplex<f64>>) -> (tensor<3xf64>, tensor<3x3xcomplex<f64>>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %2 = stablehlo.imag %0 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %3 = stablehlo.negate %2 : tensor<3x3xf64>
  %4 = stablehlo.complex %1, %3 : tensor<3x3xcomplex<f64>>
  %5 = stablehlo.add %arg0, %4 : tensor<3x3xcomplex<f64>>
  %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %7 = stablehlo.divide %5, %6 : tensor<3x3xcomplex<f64>>
  %8:3 = stablehlo.custom_call @lapack_zheevd_ffi(%7) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %10 = stablehlo.compare EQ, %8#2, %9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<3x3xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
  %14 = stablehlo.select %13, %8#0, %12 : tensor<3x3xi1>, tensor<3x3xcomplex<f64>>
  %15 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %18 = stablehlo.select %17, %8#1, %16 : tensor<3xi1>, tensor<3xf64>
  return %18, %14 : tensor<3xf64>, tensor<3x3xcomplex<f64>>
}
