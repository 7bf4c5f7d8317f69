// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @qr_f32() {
  %in0 = stablehlo.constant dense<[[[-1.9585034e+00, 7.4983686e-03, -1.6906828e-02], [-1.4646819e+00, -1.4315556e+00, -1.1257653e+00], [-3.2596728e-01, -1.0075953e+00, -1.6637614e+00], [-6.1800545e-01, -1.3328946e+00, 1.5142363e+00], [1.8038561e+00, -1.8450065e+00, 7.964296e-01]], [[2.9103926e-01, 1.5920285e+00, 6.6759586e-01], [1.9135113e-01, 8.0970967e-01, -4.540913e-01], [7.777547e-01, 1.2994819e+00, -1.3732609e-01], [1.7620976e+00, 1.214959e+00, 1.933437e+00], [-1.321455e+00, 8.4338844e-02, 1.7820697e+00]]]> : tensor<2x5x3xf32>
  %out:2 = func.call @qr_f32__main(%in0) : (tensor<2x5x3xf32>) -> (tensor<2x5x3xf32>, tensor<2x3x3xf32>)
  %jax0 = stablehlo.constant dense<[[[-6.2808967e-01, -3.9728633e-03, 2.1364474e-01], [-4.6972173e-01, -5.03497e-01, -2.9958227e-01], [-1.0453733e-01, -3.5201445e-01, -6.402695e-01], [-1.9819362e-01, -4.662894e-01, 6.666188e-01], [5.7849455e-01, -6.365022e-01, 1.01393e-01]], [[-1.2323487e-01, -7.0387566e-01, -8.5449345e-02], [-8.102389e-02, -3.4371582e-01, -3.634251e-01], [-3.29325e-01, -3.9653233e-01, -3.0458042e-01], [-7.4612564e-01, -2.97181e-02, 6.3826615e-01], [5.595442e-01, -4.7780445e-01, 6.003893e-01]]]> : tensor<2x5x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x5x3xf32>
  %jax1 = stablehlo.constant dense<[[[3.1181903e+00, -3.0100439e-02, 8.739588e-01], [0.0e+00, 2.8713076e+00, -6.0446918e-02], [0.0e+00, 0.0e+00, 2.489074e+00]], [[-2.3616633e+00, -1.5490719e+00, -4.4569397e-01], [0.0e+00, -1.9905909e+00, -1.1683106e+00], [0.0e+00, 0.0e+00, 2.453793e+00]]]> : tensor<2x3x3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<2x3x3xf32>
  return
}
func.func private @qr_f32__main(%arg0: tensor<2x5x3xf32>) -> (tensor<2x5x3xf32> {jax.result_info = "result.Q"}, tensor<2x3x3xf32> {jax.result_info = "result.R"}) {
  %0:2 = call @qr_f32__qr(%arg0) : (tensor<2x5x3xf32>) -> (tensor<2x5x3xf32>, tensor<2x3x3xf32>)
  return %0#0, %0#1 : tensor<2x5x3xf32>, tensor<2x3x3xf32>
}
func.func private @qr_f32__qr(%arg0: tensor<2x5x3xf32>) -> (tensor<2x5x3xf32>, tensor<2x3x3xf32>) {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n]) {i=2, j=5, k=3, l=5, m=3, n=3}, custom>} : (tensor<2x5x3xf32>) -> (tensor<2x5x3xf32>, tensor<2x3xf32>)
  %1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l])->([i, m, n]) {i=2, j=5, k=3, l=3, m=5, n=3}, custom>} : (tensor<2x5x3xf32>, tensor<2x3xf32>) -> tensor<2x5x3xf32>
  %2 = stablehlo.slice %0#0 [0:2, 0:3, 0:3] : (tensor<2x5x3xf32>) -> tensor<2x3x3xf32>
  %3 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %5 = stablehlo.add %3, %4 : tensor<3x3xi64>
  %6 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
  %10 = stablehlo.select %8, %9, %2 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
  return %1, %10 : tensor<2x5x3xf32>, tensor<2x3x3xf32>
}
func.func @qr_complete_f32() {
  %in0 = stablehlo.constant dense<[[1.0852826e+00, -1.9169922e+00], [5.345929e-01, 9.9521554e-01], [-5.971951e-03, -1.1008134e+00], [-1.2077485e+00, 1.0421228e+00]]> : tensor<4x2xf32>
  %out:2 = func.call @qr_complete_f32__main(%in0) : (tensor<4x2xf32>) -> (tensor<4x4xf32>, tensor<4x2xf32>)
  %jax0 = stablehlo.constant dense<[[-6.3486147e-01, 4.239224e-01, -2.145939e-01, 6.092539e-01], [-3.1272265e-01, -7.287408e-01, 4.947607e-01, 3.5546207e-01], [3.4934324e-03, 5.3490317e-01, 8.4182966e-01, -7.203578e-02], [7.065008e-01, 5.572475e-02, 2.200225e-02, 7.051718e-01]]> : tensor<4x4xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<4x4xf32>
  %jax1 = stablehlo.constant dense<[[-1.7094793e+00, 1.6382132e+00], [0.0e+00, -2.0686667e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00]]> : tensor<4x2xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<4x2xf32>
  return
}
func.func private @qr_complete_f32__main(%arg0: tensor<4x2xf32>) -> (tensor<4x4xf32> {jax.result_info = "result.Q"}, tensor<4x2xf32> {jax.result_info = "result.R"}) {
  %0:2 = call @qr_complete_f32__qr(%arg0) : (tensor<4x2xf32>) -> (tensor<4x4xf32>, tensor<4x2xf32>)
  return %0#0, %0#1 : tensor<4x4xf32>, tensor<4x2xf32>
}
func.func private @qr_complete_f32__qr(%arg0: tensor<4x2xf32>) -> (tensor<4x4xf32>, tensor<4x2xf32>) {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m]) {i=4, j=2, k=4, l=2, m=2}, custom>} : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>)
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %1 = stablehlo.pad %0#0, %cst, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  %2 = stablehlo.custom_call @lapack_sorgqr_ffi(%1, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=4, j=4, k=2, l=4, m=4}, custom>} : (tensor<4x4xf32>, tensor<2xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.iota dim = 0 : tensor<4x2xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x2xi64>
  %5 = stablehlo.add %3, %4 : tensor<4x2xi64>
  %6 = stablehlo.iota dim = 1 : tensor<4x2xi64>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x2xi64>, tensor<4x2xi64>) -> tensor<4x2xi1>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %9 = stablehlo.select %7, %8, %0#0 : tensor<4x2xi1>, tensor<4x2xf32>
  return %2, %9 : tensor<4x4xf32>, tensor<4x2xf32>
}
func.func @qr_wide_f32() {
  %in0 = stablehlo.constant dense<[[-1.2789212e+00, -1.922099e+00, -1.471259e-01, 8.997357e-01, -3.1918558e-01], [-5.8291607e-02, -1.9488767e+00, -5.051357e-02, 1.7672266e+00, 1.4031804e+00], [9.1985786e-01, -1.5650557e+00, 1.5756167e+00, 1.428617e+00, -1.3396535e+00]]> : tensor<3x5xf32>
  %out:2 = func.call @qr_wide_f32__main(%in0) : (tensor<3x5xf32>) -> (tensor<3x3xf32>, tensor<3x5xf32>)
  %jax0 = stablehlo.constant dense<[[-8.1126964e-01, -4.36274e-01, 3.8923845e-01], [-3.697664e-02, -6.2612027e-01, -7.788492e-01], [5.8350176e-01, -6.462494e-01, 4.9182048e-01]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<3x3xf32>
  %jax1 = stablehlo.constant dense<[[1.576444e+00, 7.181908e-01, 1.0406017e+00, 3.8326204e-02, -5.746295e-01], [0.0e+00, 3.0702095e+00, -9.2242664e-01, -2.4222708e+00, 1.2644291e-01], [0.0e+00, 0.0e+00, 7.56996e-01, -3.2356825e-01, -1.8759742e+00]]> : tensor<3x5xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<3x5xf32>
  return
}
func.func private @qr_wide_f32__main(%arg0: tensor<3x5xf32>) -> (tensor<3x3xf32> {jax.result_info = "result.Q"}, tensor<3x5xf32> {jax.result_info = "result.R"}) {
  %0:2 = call @qr_wide_f32__qr(%arg0) : (tensor<3x5xf32>) -> (tensor<3x3xf32>, tensor<3x5xf32>)
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<3x5xf32>
}
func.func private @qr_wide_f32__qr(%arg0: tensor<3x5xf32>) -> (tensor<3x3xf32>, tensor<3x5xf32>) {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m]) {i=3, j=5, k=3, l=5, m=3}, custom>} : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3xf32>)
  %1 = stablehlo.slice %0#0 [0:3, 0:3] : (tensor<3x5xf32>) -> tensor<3x3xf32>
  %2 = stablehlo.custom_call @lapack_sorgqr_ffi(%1, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  %3 = stablehlo.iota dim = 0 : tensor<3x5xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x5xi64>
  %5 = stablehlo.add %3, %4 : tensor<3x5xi64>
  %6 = stablehlo.iota dim = 1 : tensor<3x5xi64>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi1>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
  %9 = stablehlo.select %7, %8, %0#0 : tensor<3x5xi1>, tensor<3x5xf32>
  return %2, %9 : tensor<3x3xf32>, tensor<3x5xf32>
}
func.func @qr_pivoted_f32() {
  %in0 = stablehlo.constant dense<[[-1.3833486e+00, 9.6019876e-01, -9.467399e-01, 1.3495757e-01], [-1.9417001e+00, 1.674988e+00, 1.6028594e+00, -1.8663143e+00], [1.8277973e+00, -1.4511627e+00, -8.646866e-01, 4.2433274e-01], [1.7769005e+00, 1.4109422e+00, -1.9909631e+00, 8.490411e-02], [2.0815054e-01, -5.8490347e-02, 1.0725366e+00, -1.357133e+00]]> : tensor<5x4xf32>
  %out:3 = func.call @qr_pivoted_f32__main(%in0) : (tensor<5x4xf32>) -> (tensor<5x5xf32>, tensor<5x4xf32>, tensor<4xi32>)
  %jax0 = stablehlo.constant dense<[[-3.956399e-01, -1.7324896e-01, -7.0920604e-01, 5.163902e-01, 2.0933618e-01], [-5.553293e-01, -3.768646e-01, 4.232498e-01, 2.536594e-01, -5.5326235e-01], [5.2275294e-01, 3.0345696e-01, -7.660273e-02, 6.049429e-01, -5.126592e-01], [5.081964e-01, -8.57782e-01, -7.565954e-02, -7.5465203e-03, 1.2858152e-02], [5.9531387e-02, -9.061997e-03, 5.5343825e-01, 5.504411e-01, 6.2216914e-01]]> : tensor<5x5xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<5x5xf32>
  %jax1 = stablehlo.constant dense<[[3.4964838e+00, -1.3551091e+00, -1.915515e+00, 1.1672016e+00], [0.0e+00, -2.447713e+00, 9.9565834e-01, 7.482023e-01], [0.0e+00, 0.0e+00, 2.1602993e+00, -1.6756481e+00], [0.0e+00, 0.0e+00, 0.0e+00, -8.9468265e-01], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00]]> : tensor<5x4xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<5x4xf32>
  %jax2 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  check.expect_eq %out#2, %jax2 : tensor<4xi32>
  return
}
func.func private @qr_pivoted_f32__main(%arg0: tensor<5x4xf32>) -> (tensor<5x5xf32> {jax.result_info = "result[0]"}, tensor<5x4xf32> {jax.result_info = "result[1]"}, tensor<4xi32> {jax.result_info = "result[2]"}) {
  %0:3 = call @qr_pivoted_f32___qr(%arg0) : (tensor<5x4xf32>) -> (tensor<5x5xf32>, tensor<5x4xf32>, tensor<4xi32>)
  return %0#0, %0#1, %0#2 : tensor<5x5xf32>, tensor<5x4xf32>, tensor<4xi32>
}
func.func private @qr_pivoted_f32___qr(%arg0: tensor<5x4xf32>) -> (tensor<5x5xf32>, tensor<5x4xf32>, tensor<4xi32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %1:3 = stablehlo.custom_call @lapack_sgeqp3_ffi(%arg0, %0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m], [n], [o]) {i=5, j=4, k=4, l=5, m=4, n=4, o=4}, custom>} : (tensor<5x4xf32>, tensor<4xi32>) -> (tensor<5x4xf32>, tensor<4xi32>, tensor<4xf32>)
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %3 = stablehlo.subtract %1#1, %2 : tensor<4xi32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %4 = stablehlo.pad %1#0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<5x4xf32>, tensor<f32>) -> tensor<5x5xf32>
  %5 = stablehlo.custom_call @lapack_sorgqr_ffi(%4, %1#2) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=5, j=5, k=4, l=5, m=5}, custom>} : (tensor<5x5xf32>, tensor<4xf32>) -> tensor<5x5xf32>
  %6 = stablehlo.iota dim = 0 : tensor<5x4xi64>
  %c_1 = stablehlo.constant dense<-1> : tensor<i64>
  %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<5x4xi64>
  %8 = stablehlo.add %6, %7 : tensor<5x4xi64>
  %9 = stablehlo.iota dim = 1 : tensor<5x4xi64>
  %10 = stablehlo.compare GE, %8, %9, SIGNED : (tensor<5x4xi64>, tensor<5x4xi64>) -> tensor<5x4xi1>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
  %12 = stablehlo.select %10, %11, %1#0 : tensor<5x4xi1>, tensor<5x4xf32>
  return %5, %12, %3 : tensor<5x5xf32>, tensor<5x4xf32>, tensor<4xi32>
}
func.func @qr_f64() {
  %in0 = stablehlo.constant dense<[[[-1.9585033844572002e+00, 7.498368594955007e-03, -1.6906827463415652e-02], [-1.4646818841628937e+00, -1.4315556581818458e+00, -1.125765297495687e+00], [-3.2596727795819014e-01, -1.0075953263457635e+00, -1.6637613953385997e+00], [-6.180054397983996e-01, -1.3328946138707143e+00, 1.5142363421306362e+00], [1.803856126506866e+00, -1.8450064966707207e+00, 7.96429565595044e-01]], [[2.91039262277637e-01, 1.5920284729005982e+00, 6.675958916785465e-01], [1.9135113218592625e-01, 8.09709696272221e-01, -4.5409132154133847e-01], [7.777547110578329e-01, 1.2994818580021925e+00, -1.3732609853093658e-01], [1.7620976381066242e+00, 1.2149590800492711e+00, 1.93343699289733e+00], [-1.3214549696649316e+00, 8.433884583918916e-02, 1.7820696679049628e+00]]]> : tensor<2x5x3xf64>
  %out:2 = func.call @qr_f64__main(%in0) : (tensor<2x5x3xf64>) -> (tensor<2x5x3xf64>, tensor<2x3x3xf64>)
  %jax0 = stablehlo.constant dense<[[[-6.280897528003289e-01, -3.97290304308192e-03, 2.136447577020033e-01], [-4.697217731946664e-01, -5.034969150393993e-01, -2.995823431019289e-01], [-1.0453732613308633e-01, -3.5201451757796004e-01, -6.402695400516111e-01], [-1.9819362427081774e-01, -4.6628941777307836e-01, 6.666188716582211e-01], [5.784945574138298e-01, -6.365021845009e-01, 1.0139296444639925e-01]], [[-1.2323487479675821e-01, -7.038758187278328e-01, -8.54493101310716e-02], [-8.102388877915497e-02, -3.437159630184288e-01, -3.634252549428707e-01], [-3.2932499790481246e-01, -3.965323701884816e-01, -3.045804854487355e-01], [-7.461257292652881e-01, -2.971810039365067e-02, 6.382662308012627e-01], [5.595442225278242e-01, -4.7780443957568525e-01, 6.003894119406132e-01]]]> : tensor<2x5x3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x5x3xf64>
  %jax1 = stablehlo.constant dense<[[[3.1181903155165998e+00, -3.0100467471876315e-02, 8.73958824825717e-01], [0.0e+00, 2.8713075690316723e+00, -6.044685216655943e-02], [0.0e+00, 0.0e+00, 2.4890739703421754e+00]], [[-2.3616631473649434e+00, -1.5490720337741202e+00, -4.4569423377842e-01], [0.0e+00, -1.9905908648767734e+00, -1.1683107992313522e+00], [0.0e+00, 0.0e+00, 2.453792797562541e+00]]]> : tensor<2x3x3xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<2x3x3xf64>
  return
}
func.func private @qr_f64__main(%arg0: tensor<2x5x3xf64>) -> (tensor<2x5x3xf64> {jax.result_info = "result.Q"}, tensor<2x3x3xf64> {jax.result_info = "result.R"}) {
  %0:2 = call @qr_f64__qr(%arg0) : (tensor<2x5x3xf64>) -> (tensor<2x5x3xf64>, tensor<2x3x3xf64>)
  return %0#0, %0#1 : tensor<2x5x3xf64>, tensor<2x3x3xf64>
}
func.func private @qr_f64__qr(%arg0: tensor<2x5x3xf64>) -> (tensor<2x5x3xf64>, tensor<2x3x3xf64>) {
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n]) {i=2, j=5, k=3, l=5, m=3, n=3}, custom>} : (tensor<2x5x3xf64>) -> (tensor<2x5x3xf64>, tensor<2x3xf64>)
  %1 = stablehlo.custom_call @lapack_dorgqr_ffi(%0#0, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l])->([i, m, n]) {i=2, j=5, k=3, l=3, m=5, n=3}, custom>} : (tensor<2x5x3xf64>, tensor<2x3xf64>) -> tensor<2x5x3xf64>
  %2 = stablehlo.slice %0#0 [0:2, 0:3, 0:3] : (tensor<2x5x3xf64>) -> tensor<2x3x3xf64>
  %3 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %5 = stablehlo.add %3, %4 : tensor<3x3xi64>
  %6 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x3xf64>
  %10 = stablehlo.select %8, %9, %2 : tensor<2x3x3xi1>, tensor<2x3x3xf64>
  return %1, %10 : tensor<2x5x3xf64>, tensor<2x3x3xf64>
}
func.func @qr_pivoted_f64() {
  %in0 = stablehlo.constant dense<[[-1.3833486304813105e+00, 9.60198786061619e-01, -9.467399392594613e-01, 1.3495757352119098e-01], [-1.9417001500583213e+00, 1.6749880323995399e+00, 1.602859416468049e+00, -1.8663142894946216e+00], [1.8277973451004672e+00, -1.4511627145756942e+00, -8.646865881682166e-01, 4.2433273743531563e-01], [1.7769005442121686e+00, 1.4109421644371398e+00, -1.9909630659259459e+00, 8.49041088811715e-02], [2.0815053305826625e-01, -5.84903453491612e-02, 1.0725366162576893e+00, -1.3571329874977196e+00]]> : tensor<5x4xf64>
  %out:3 = func.call @qr_pivoted_f64__main(%in0) : (tensor<5x4xf64>) -> (tensor<5x5xf64>, tensor<5x4xf64>, tensor<4xi32>)
  %jax0 = stablehlo.constant dense<[[-3.9563994891799914e-01, -1.7324888901492966e-01, -7.092061316353977e-01, 5.163902466522472e-01, 2.0933616335559754e-01], [-5.553293878751736e-01, -3.768645398494006e-01, 4.2324965100973533e-01, 2.536592931401968e-01, -5.53262221274901e-01], [5.227530011696307e-01, 3.0345692567841853e-01, -7.660269965955543e-02, 6.049427798364618e-01, -5.126591982541118e-01], [5.08196433678376e-01, -8.577818577392731e-01, -7.565966626431442e-02, -7.546499323706487e-03, 1.2858249440391456e-02], [5.953138959466328e-02, -9.062000350721371e-03, 5.534383769459186e-01, 5.504410591859388e-01, 6.221691868682513e-01]]> : tensor<5x5xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<5x5xf64>
  %jax1 = stablehlo.constant dense<[[3.496483694997202e+00, -1.3551089770722382e+00, -1.9155150409579331e+00, 1.1672017291901085e+00], [0.0e+00, -2.447712894469946e+00, 9.956583026989139e-01, 7.482022695777741e-01], [0.0e+00, 0.0e+00, 2.160299310867056e+00, -1.675647938039341e+00], [0.0e+00, 0.0e+00, 0.0e+00, -8.946826109073963e-01], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00]]> : tensor<5x4xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<5x4xf64>
  %jax2 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  check.expect_eq %out#2, %jax2 : tensor<4xi32>
  return
}
func.func private @qr_pivoted_f64__main(%arg0: tensor<5x4xf64>) -> (tensor<5x5xf64> {jax.result_info = "result[0]"}, tensor<5x4xf64> {jax.result_info = "result[1]"}, tensor<4xi32> {jax.result_info = "result[2]"}) {
  %0:3 = call @qr_pivoted_f64___qr(%arg0) : (tensor<5x4xf64>) -> (tensor<5x5xf64>, tensor<5x4xf64>, tensor<4xi32>)
  return %0#0, %0#1, %0#2 : tensor<5x5xf64>, tensor<5x4xf64>, tensor<4xi32>
}
func.func private @qr_pivoted_f64___qr(%arg0: tensor<5x4xf64>) -> (tensor<5x5xf64>, tensor<5x4xf64>, tensor<4xi32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %1:3 = stablehlo.custom_call @lapack_dgeqp3_ffi(%arg0, %0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m], [n], [o]) {i=5, j=4, k=4, l=5, m=4, n=4, o=4}, custom>} : (tensor<5x4xf64>, tensor<4xi32>) -> (tensor<5x4xf64>, tensor<4xi32>, tensor<4xf64>)
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %3 = stablehlo.subtract %1#1, %2 : tensor<4xi32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %4 = stablehlo.pad %1#0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<5x4xf64>, tensor<f64>) -> tensor<5x5xf64>
  %5 = stablehlo.custom_call @lapack_dorgqr_ffi(%4, %1#2) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=5, j=5, k=4, l=5, m=5}, custom>} : (tensor<5x5xf64>, tensor<4xf64>) -> tensor<5x5xf64>
  %6 = stablehlo.iota dim = 0 : tensor<5x4xi64>
  %c_1 = stablehlo.constant dense<-1> : tensor<i64>
  %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<5x4xi64>
  %8 = stablehlo.add %6, %7 : tensor<5x4xi64>
  %9 = stablehlo.iota dim = 1 : tensor<5x4xi64>
  %10 = stablehlo.compare GE, %8, %9, SIGNED : (tensor<5x4xi64>, tensor<5x4xi64>) -> tensor<5x4xi1>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<5x4xf64>
  %12 = stablehlo.select %10, %11, %1#0 : tensor<5x4xi1>, tensor<5x4xf64>
  return %5, %12, %3 : tensor<5x5xf64>, tensor<5x4xf64>, tensor<4xi32>
}
func.func @qr_c64() {
  %in0 = stablehlo.constant dense<[[[(-1.9585034e+00, 5.981619e-01), (7.4983686e-03, 1.4433277e+00), (-1.6906828e-02, 1.883384e+00)], [(-1.4646819e+00, -1.2578332e+00), (-1.4315556e+00, -1.0275373e+00), (-1.1257653e+00, 1.4936033e+00)], [(-3.2596728e-01, 1.6251091e+00), (-1.0075953e+00, 1.0331119e+00), (-1.6637614e+00, -6.123922e-01)], [(-6.1800545e-01, -1.4586115e-01), (-1.3328946e+00, 4.4215095e-01), (1.5142363e+00, -1.4873129e-02)], [(1.8038561e+00, -8.810394e-02), (-1.8450065e+00, -2.5777814e-01), (7.964296e-01, 1.4816332e+00)]], [[(2.9103926e-01, -1.2505654e+00), (1.5920285e+00, 7.5069636e-01), (6.6759586e-01, 8.141167e-01)], [(1.9135113e-01, 1.7008003e+00), (8.0970967e-01, -1.8421807e+00), (-4.540913e-01, 5.884669e-01)], [(7.777547e-01, 5.5221593e-01), (1.2994819e+00, -1.5320934e-01), (-1.3732609e-01, -1.7877623e+00)], [(1.7620976e+00, -1.8457164e+00), (1.214959e+00, -1.3218744e+00), (1.933437e+00, 1.1781915e+00)], [(-1.321455e+00, -1.3495758e+00), (8.4338844e-02, -1.4450452e+00), (1.7820697e+00, -5.883322e-01)]]]> : tensor<2x5x3xcomplex<f32>>
  %out:2 = func.call @qr_c64__main(%in0) : (tensor<2x5x3xcomplex<f32>>) -> (tensor<2x5x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[[(-5.1731455e-01, 1.579971e-01), (1.1703397e-01, 2.663024e-01), (-6.8020485e-02, 4.955396e-01)], [(-3.868777e-01, -3.3224115e-01), (-2.3859026e-01, -2.9972962e-01), (-1.6294114e-01, 2.9597408e-01)], [(-8.6100236e-02, 4.2925256e-01), (-3.755273e-01, 1.637931e-01), (-5.55045e-01, -3.1129128e-01)], [(-1.6323854e-01, -3.852742e-02), (-3.4229487e-01, 1.05899975e-01), (3.7397382e-01, -1.2147446e-01)], [(4.7646636e-01, -2.3271572e-02), (-6.861615e-01, 3.9694913e-02), (1.4578834e-01, 2.3413476e-01)]], [[(-7.376468e-02, 3.1695908e-01), (-3.8550842e-01, -2.8623232e-01), (2.2408845e-02, -7.046807e-02)], [(-4.8498437e-02, -4.3107232e-01), (-2.5872284e-01, 6.3315016e-01), (-4.5800745e-02, -2.7199823e-01)], [(-1.9712399e-01, -1.399606e-01), (-3.214683e-01, 1.0249327e-01), (-2.754727e-02, 8.824553e-01)], [(-4.4660828e-01, 4.6780166e-01), (-1.6256362e-01, 2.8773585e-01), (-2.7218267e-01, 1.0534126e-02)], [(3.3492625e-01, 3.4205356e-01), (-7.690519e-02, 2.6955077e-01), (-2.4681966e-01, -6.2053103e-02)]]]> : tensor<2x5x3xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x5x3xcomplex<f32>>
  %jax1 = stablehlo.constant dense<[[[(3.7859042e+00, 0.0e+00), (9.7707003e-01, -7.716558e-01), (2.2437496e-01, -3.7134695e-01)], [(0.0e+00, 0.0e+00), (3.3411808e+00, 0.0e+00), (-1.6258383e-01, -1.1699003e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (3.7051413e+00, 0.0e+00)]], [[(-3.9455106e+00, 0.0e+00), (-9.863893e-01, -4.0035063e-01), (3.3772597e-01, -2.4000154e+00)], [(0.0e+00, 0.0e+00), (-3.6117847e+00, 0.0e+00), (-4.1034055e-01, -5.81682e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (-2.67269e+00, 0.0e+00)]]]> : tensor<2x3x3xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<2x3x3xcomplex<f32>>
  return
}
func.func private @qr_c64__main(%arg0: tensor<2x5x3xcomplex<f32>>) -> (tensor<2x5x3xcomplex<f32>> {jax.result_info = "result.Q"}, tensor<2x3x3xcomplex<f32>> {jax.result_info = "result.R"}) {
  %0:2 = call @qr_c64__qr(%arg0) : (tensor<2x5x3xcomplex<f32>>) -> (tensor<2x5x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>)
  return %0#0, %0#1 : tensor<2x5x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>
}
func.func private @qr_c64__qr(%arg0: tensor<2x5x3xcomplex<f32>>) -> (tensor<2x5x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>) {
  %0:2 = stablehlo.custom_call @lapack_cgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n]) {i=2, j=5, k=3, l=5, m=3, n=3}, custom>} : (tensor<2x5x3xcomplex<f32>>) -> (tensor<2x5x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>)
  %1 = stablehlo.custom_call @lapack_cungqr_ffi(%0#0, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l])->([i, m, n]) {i=2, j=5, k=3, l=3, m=5, n=3}, custom>} : (tensor<2x5x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x5x3xcomplex<f32>>
  %2 = stablehlo.slice %0#0 [0:2, 0:3, 0:3] : (tensor<2x5x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %3 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %5 = stablehlo.add %3, %4 : tensor<3x3xi64>
  %6 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %10 = stablehlo.select %8, %9, %2 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f32>>
  return %1, %10 : tensor<2x5x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>
}
func.func @qr_pivoted_c64() {
  %in0 = stablehlo.constant dense<[[(-1.3833486e+00, 1.0582418e+00), (9.6019876e-01, -1.9167608e+00), (-9.467399e-01, -1.4591593e+00), (1.3495757e-01, -1.5349079e+00)], [(-1.9417001e+00, -7.6040965e-01), (1.674988e+00, 6.8581057e-01), (1.6028594e+00, -1.15080886e-01), (-1.8663143e+00, 1.2646732e+00)], [(1.8277973e+00, -8.4165287e-01), (-1.4511627e+00, 9.3250394e-01), (-8.646866e-01, 8.104894e-01), (4.2433274e-01, -6.897221e-01)], [(1.7769005e+00, -6.6140985e-01), (1.4109422e+00, 1.9122323e+00), (-1.9909631e+00, 4.9832845e-01), (8.490411e-02, 1.8012542e+00)], [(2.0815054e-01, 1.0699027e+00), (-5.8490347e-02, 1.300037e+00), (1.0725366e+00, -3.734388e-01), (-1.357133e+00, -1.9476636e-01)]]> : tensor<5x4xcomplex<f32>>
  %out:3 = func.call @qr_pivoted_c64__main(%in0) : (tensor<5x4xcomplex<f32>>) -> (tensor<5x5xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<4xi32>)
  %jax0 = stablehlo.constant dense<[[(-2.2514701e-01, 4.4944116e-01), (2.8989625e-01, 2.767081e-01), (2.5782642e-01, 6.7277664e-01), (-9.629273e-02, 6.2711485e-02), (2.2474812e-01, -6.2327433e-02)], [(-3.927504e-01, -1.6080853e-01), (-3.4311315e-01, 3.2381624e-02), (5.295776e-01, -2.4707128e-01), (-2.2595643e-01, -2.3475425e-01), (4.7659066e-01, 1.6220742e-01)], [(3.402679e-01, -2.1865307e-01), (1.8544145e-01, -1.3653603e-01), (-2.57626e-01, 1.0586089e-01), (1.3060209e-01, -2.5604138e-01), (7.292498e-01, -3.022927e-01)], [(-3.3083707e-01, -4.483793e-01), (7.372688e-01, -5.9840515e-02), (8.525342e-03, -1.5314957e-01), (-1.7119643e-01, 2.6607424e-01), (2.6239432e-02, 1.3430166e-01)], [(1.3714775e-02, -3.0483204e-01), (-2.8443336e-01, 1.9884266e-01), (1.6229722e-01, 1.09338224e-01), (4.2134035e-01, 7.213761e-01), (1.7094143e-01, -1.4498648e-01)]]> : tensor<5x5xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<5x5xcomplex<f32>>
  %jax1 = stablehlo.constant dense<[[(-4.264765e+00, 0.0e+00), (-9.613194e-01, 4.0794766e-01), (-6.903902e-01, -1.6280255e+00), (1.863341e+00, 1.5768179e+00)], [(0.0e+00, 0.0e+00), (-3.3799322e+00, 0.0e+00), (7.706673e-01, 7.325772e-01), (2.490431e+00, 3.798176e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (-2.9977033e+00, 0.0e+00), (-7.778885e-01, 7.618089e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (1.6503527e+00, 0.0e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)]]> : tensor<5x4xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<5x4xcomplex<f32>>
  %jax2 = stablehlo.constant dense<[1, 2, 3, 0]> : tensor<4xi32>
  check.expect_eq %out#2, %jax2 : tensor<4xi32>
  return
}
func.func private @qr_pivoted_c64__main(%arg0: tensor<5x4xcomplex<f32>>) -> (tensor<5x5xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<5x4xcomplex<f32>> {jax.result_info = "result[1]"}, tensor<4xi32> {jax.result_info = "result[2]"}) {
  %0:3 = call @qr_pivoted_c64___qr(%arg0) : (tensor<5x4xcomplex<f32>>) -> (tensor<5x5xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<4xi32>)
  return %0#0, %0#1, %0#2 : tensor<5x5xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<4xi32>
}
func.func private @qr_pivoted_c64___qr(%arg0: tensor<5x4xcomplex<f32>>) -> (tensor<5x5xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<4xi32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %1:3 = stablehlo.custom_call @lapack_cgeqp3_ffi(%arg0, %0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m], [n], [o]) {i=5, j=4, k=4, l=5, m=4, n=4, o=4}, custom>} : (tensor<5x4xcomplex<f32>>, tensor<4xi32>) -> (tensor<5x4xcomplex<f32>>, tensor<4xi32>, tensor<4xcomplex<f32>>)
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %3 = stablehlo.subtract %1#1, %2 : tensor<4xi32>
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %4 = stablehlo.pad %1#0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<5x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<5x5xcomplex<f32>>
  %5 = stablehlo.custom_call @lapack_cungqr_ffi(%4, %1#2) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=5, j=5, k=4, l=5, m=5}, custom>} : (tensor<5x5xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
  %6 = stablehlo.iota dim = 0 : tensor<5x4xi64>
  %c_1 = stablehlo.constant dense<-1> : tensor<i64>
  %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<5x4xi64>
  %8 = stablehlo.add %6, %7 : tensor<5x4xi64>
  %9 = stablehlo.iota dim = 1 : tensor<5x4xi64>
  %10 = stablehlo.compare GE, %8, %9, SIGNED : (tensor<5x4xi64>, tensor<5x4xi64>) -> tensor<5x4xi1>
  %cst_2 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<5x4xcomplex<f32>>
  %12 = stablehlo.select %10, %11, %1#0 : tensor<5x4xi1>, tensor<5x4xcomplex<f32>>
  return %5, %12, %3 : tensor<5x5xcomplex<f32>>, tensor<5x4xcomplex<f32>>, tensor<4xi32>
}
func.func @qr_c128() {
  %in0 = stablehlo.constant dense<[[[(-1.9585033844572002e+00, 5.981618526419048e-01), (7.498368594955007e-03, 1.4433276929027867e+00), (-1.6906827463415652e-02, 1.8833840483609006e+00)], [(-1.4646818841628937e+00, -1.2578332522621571e+00), (-1.4315556581818458e+00, -1.027537298746366e+00), (-1.125765297495687e+00, 1.493603372404499e+00)], [(-3.2596727795819014e-01, 1.6251091076940307e+00), (-1.0075953263457635e+00, 1.0331119471865953e+00), (-1.6637613953385997e+00, -6.123921848979212e-01)], [(-6.180054397983996e-01, -1.4586114406376982e-01), (-1.3328946138707143e+00, 4.421509633925176e-01), (1.5142363421306362e+00, -1.4873129315251976e-02)], [(1.803856126506866e+00, -8.810394584661241e-02), (-1.8450064966707207e+00, -2.5777814093461693e-01), (7.96429565595044e-01, 1.4816331857061242e+00)]], [[(2.91039262277637e-01, -1.2505654117543137e+00), (1.5920284729005982e+00, 7.506963727707006e-01), (6.675958916785465e-01, 8.141166952055525e-01)], [(1.9135113218592625e-01, 1.7008003090844297e+00), (8.09709696272221e-01, -1.8421807293029318e+00), (-4.5409132154133847e-01, 5.884668541804454e-01)], [(7.777547110578329e-01, 5.522159388695398e-01), (1.2994818580021925e+00, -1.5320935011721204e-01), (-1.3732609853093658e-01, -1.787762302058428e+00)], [(1.7620976381066242e+00, -1.8457163073505667e+00), (1.2149590800492711e+00, -1.3218743431684925e+00), (1.93343699289733e+00, 1.1781915479141576e+00)], [(-1.3214549696649316e+00, -1.3495758137596767e+00), (8.433884583918916e-02, -1.4450452008817924e+00), (1.7820696679049628e+00, -5.883321870692724e-01)]]]> : tensor<2x5x3xcomplex<f64>>
  %out:2 = func.call @qr_c128__main(%in0) : (tensor<2x5x3xcomplex<f64>>) -> (tensor<2x5x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[[(-5.173145701668578e-01, 1.5799709316071422e-01), (1.1703393348408589e-01, 2.6630245148651244e-01), (-6.802051750505171e-02, 4.955396879395333e-01)], [(-3.868776971998484e-01, -3.322411762979512e-01), (-2.3859026029389524e-01, -2.9972960998417175e-01), (-1.6294114809682855e-01, 2.9597415377688135e-01)], [(-8.610024553628076e-02, 4.2925257428338914e-01), (-3.755272934104399e-01, 1.637930990804781e-01), (-5.550450869394203e-01, -3.112912553124633e-01)], [(-1.632385325383009e-01, -3.852742642377811e-02), (-3.4229491432097386e-01, 1.0589998000120186e-01), (3.7397385775434233e-01, -1.2147443488513637e-01)], [(4.7646639987062284e-01, -2.3271573200919556e-02), (-6.861615577995755e-01, 3.9694916530804814e-02), (1.4578835953881733e-01, 2.341347579218761e-01)]], [[(-7.376466251012337e-02, 3.1695907563458203e-01), (-3.855083291270445e-01, -2.862323508619436e-01), (2.2408884446705846e-02, -7.04679925938151e-02)], [(-4.849844511068031e-02, -4.3107228837408523e-01), (-2.5872292657062534e-01, 6.331501922597088e-01), (-4.5800786320302156e-02, -2.719982456543976e-01)], [(-1.9712396646370928e-01, -1.399605745446273e-01), (-3.2146830735756765e-01, 1.0249327983559006e-01), (-2.7547250226458483e-02, 8.824553960797035e-01)], [(-4.4660825679535215e-01, 4.678016272981986e-01), (-1.625636526342131e-01, 2.877358526274357e-01), (-2.721827115576729e-01, 1.0534093059066087e-02)], [(3.349262195650811e-01, 3.420535210773075e-01), (-7.690519860190032e-02, 2.6955080066313186e-01), (-2.4681973948750346e-01, -6.2053120772893065e-02)]]]> : tensor<2x5x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x5x3xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[[(3.785904162385166e+00, 0.0e+00), (9.770700115149175e-01, -7.716558421502042e-01), (2.2437493817609322e-01, -3.713471244169946e-01)], [(0.0e+00, 0.0e+00), (3.3411808866329986e+00, 0.0e+00), (-1.6258371327781967e-01, -1.1699001648800107e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (3.705141457855897e+00, 0.0e+00)]], [[(-3.9455106601713914e+00, 0.0e+00), (-9.863889967389099e-01, -4.0035072687165396e-01), (3.3772592236864546e-01, -2.4000151010148407e+00)], [(0.0e+00, 0.0e+00), (-3.6117845450616013e+00, 0.0e+00), (-4.1034067214808756e-01, -5.816819264175891e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (-2.6726899032576985e+00, 0.0e+00)]]]> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<2x3x3xcomplex<f64>>
  return
}
func.func private @qr_c128__main(%arg0: tensor<2x5x3xcomplex<f64>>) -> (tensor<2x5x3xcomplex<f64>> {jax.result_info = "result.Q"}, tensor<2x3x3xcomplex<f64>> {jax.result_info = "result.R"}) {
  %0:2 = call @qr_c128__qr(%arg0) : (tensor<2x5x3xcomplex<f64>>) -> (tensor<2x5x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>)
  return %0#0, %0#1 : tensor<2x5x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>
}
func.func private @qr_c128__qr(%arg0: tensor<2x5x3xcomplex<f64>>) -> (tensor<2x5x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>) {
  %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n]) {i=2, j=5, k=3, l=5, m=3, n=3}, custom>} : (tensor<2x5x3xcomplex<f64>>) -> (tensor<2x5x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>)
  %1 = stablehlo.custom_call @lapack_zungqr_ffi(%0#0, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l])->([i, m, n]) {i=2, j=5, k=3, l=3, m=5, n=3}, custom>} : (tensor<2x5x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x5x3xcomplex<f64>>
  %2 = stablehlo.slice %0#0 [0:2, 0:3, 0:3] : (tensor<2x5x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %3 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %5 = stablehlo.add %3, %4 : tensor<3x3xi64>
  %6 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %10 = stablehlo.select %8, %9, %2 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f64>>
  return %1, %10 : tensor<2x5x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>
}
func.func @qr_complete_c128() {
  %in0 = stablehlo.constant dense<[[(1.085282573066984e+00, -1.3235566537498582e+00), (-1.916992202562394e+00, -1.646640743303959e+00)], [(5.345929397051017e-01, 7.41439273471189e-01), (9.952155301544474e-01, 1.8135733847797462e+00)], [(-5.971950789638303e-03, -1.9842069346883422e+00), (-1.1008134178766094e+00, 4.8769053543106455e-02)], [(-1.207748540961504e+00, 1.250483846608454e+00), (1.042122848795835e+00, 4.501042673175526e-01)]]> : tensor<4x2xcomplex<f64>>
  %out:2 = func.call @qr_complete_c128__main(%in0) : (tensor<4x2xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(-3.313991861744683e-01, 4.041579665920178e-01), (3.9442998202496654e-01, 2.583259803295333e-01), (-2.6988737807631935e-01, -4.4610912686435655e-01), (4.5767101736835264e-01, 1.5234265507107378e-01)], [(-1.632419699251474e-01, -2.2640405174088746e-01), (-1.4266140544991585e-01, -8.142956534970172e-01), (3.307912324027124e-02, -3.906459754316689e-01), (2.576494656729038e-01, 1.3631516065481927e-01)], [(1.8235800340616892e-03, 6.058924925876125e-01), (-1.5357471897971184e-01, -1.0076322811526348e-01), (7.27501100863744e-01, 1.4082222359421186e-02), (1.664431984792856e-01, -2.0492203509473753e-01)], [(3.687950894180076e-01, -3.8184463601884694e-01), (-8.723013541245729e-02, 2.3003362859266638e-01), (1.4987132486542482e-01, 1.5010452626969253e-01), (7.827168862383167e-01, 4.667154490827611e-03)]]> : tensor<4x4xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<4x4xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[(-3.2748498437640317e+00, 0.0e+00), (-3.6327335365128754e-01, 2.4807213925618252e+00)], [(0.0e+00, 0.0e+00), (-2.6234754703730796e+00, 0.0e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)]]> : tensor<4x2xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<4x2xcomplex<f64>>
  return
}
func.func private @qr_complete_c128__main(%arg0: tensor<4x2xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>> {jax.result_info = "result.Q"}, tensor<4x2xcomplex<f64>> {jax.result_info = "result.R"}) {
  %0:2 = call @qr_complete_c128__qr(%arg0) : (tensor<4x2xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>)
  return %0#0, %0#1 : tensor<4x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>
}
func.func private @qr_complete_c128__qr(%arg0: tensor<4x2xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>) {
  %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m]) {i=4, j=2, k=4, l=2, m=2}, custom>} : (tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2xcomplex<f64>>)
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %1 = stablehlo.pad %0#0, %cst, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<4x2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
  %2 = stablehlo.custom_call @lapack_zungqr_ffi(%1, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=4, j=4, k=2, l=4, m=4}, custom>} : (tensor<4x4xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  %3 = stablehlo.iota dim = 0 : tensor<4x2xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x2xi64>
  %5 = stablehlo.add %3, %4 : tensor<4x2xi64>
  %6 = stablehlo.iota dim = 1 : tensor<4x2xi64>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x2xi64>, tensor<4x2xi64>) -> tensor<4x2xi1>
  %cst_0 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<4x2xcomplex<f64>>
  %9 = stablehlo.select %7, %8, %0#0 : tensor<4x2xi1>, tensor<4x2xcomplex<f64>>
  return %2, %9 : tensor<4x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>
}
func.func @qr_wide_c128() {
  %in0 = stablehlo.constant dense<[[(-1.2789212444929232e+00, 5.293360552939843e-01), (-1.9220990340495017e+00, -1.9180655488350693e+00), (-1.4712589400662157e-01, -1.533050924879935e+00), (8.997357167685913e-01, -7.345307535498384e-01), (-3.191855816490903e-01, -1.3683507733002522e+00)], [(-5.82916073288704e-02, 1.0359183526420215e+00), (-1.9488767416375654e+00, 1.273101431456574e+00), (-5.0513570720513545e-02, -6.215020361631303e-01), (1.7672266093734645e+00, -7.248048125502655e-01), (1.403180357507115e+00, -1.5533550720213585e+00)], [(9.198578808832742e-01, -1.6641874267117718e+00), (-1.5650557125241003e+00, 8.509037427553716e-01), (1.5756166811403247e+00, 3.9817358503062206e-01), (1.4286169882913184e+00, -1.7773052816596864e+00), (-1.3396535296190915e+00, -8.081087336227855e-02)]]> : tensor<3x5xcomplex<f64>>
  %out:2 = func.call @qr_wide_c128__main(%in0) : (tensor<3x5xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(-4.975172592426478e-01, 2.0591871828088554e-01), (-4.3557403117191473e-01, -3.270402109562277e-01), (-2.855375840131918e-01, -5.760749171067112e-01)], [(-2.267620530973885e-02, 4.0298592413324247e-01), (-3.701057834633851e-01, 3.477531047296669e-01), (7.50540432289264e-01, -1.2596301584236141e-01)], [(3.5783686740714615e-01, -6.473908936683528e-01), (-6.605923073091724e-01, 9.501186509130875e-02), (-2.5192847109408667e-02, -8.242376228897062e-02)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<3x3xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[(2.5706067894805855e+00, 0.0e+00), (7.644962070608274e-03, 1.3978495831161957e+00), (-1.857575418885164e-01, 1.989985915329806e+00), (7.307752726468634e-01, -2.266740495008861e-01), (-1.207828935629528e+00, -6.79929927804179e-01)], [(0.0e+00, 0.0e+00), (3.743226230869685e+00, 0.0e+00), (-6.349894252683349e-01, 4.5449615020695716e-01), (-2.1703928154579017e+00, 1.3062268250424074e+00), (4.043122857826169e-01, 7.592429342507188e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (8.930227153399217e-01, 0.0e+00), (1.694411262271735e+00, 5.691885585366667e-01), (2.1686313425544563e+00, -8.906496193482031e-01)]]> : tensor<3x5xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<3x5xcomplex<f64>>
  return
}
func.func private @qr_wide_c128__main(%arg0: tensor<3x5xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>> {jax.result_info = "result.Q"}, tensor<3x5xcomplex<f64>> {jax.result_info = "result.R"}) {
  %0:2 = call @qr_wide_c128__qr(%arg0) : (tensor<3x5xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>)
  return %0#0, %0#1 : tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>
}
func.func private @qr_wide_c128__qr(%arg0: tensor<3x5xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>) {
  %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m]) {i=3, j=5, k=3, l=5, m=3}, custom>} : (tensor<3x5xcomplex<f64>>) -> (tensor<3x5xcomplex<f64>>, tensor<3xcomplex<f64>>)
  %1 = stablehlo.slice %0#0 [0:3, 0:3] : (tensor<3x5xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %2 = stablehlo.custom_call @lapack_zungqr_ffi(%1, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %3 = stablehlo.iota dim = 0 : tensor<3x5xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x5xi64>
  %5 = stablehlo.add %3, %4 : tensor<3x5xi64>
  %6 = stablehlo.iota dim = 1 : tensor<3x5xi64>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi1>
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<3x5xcomplex<f64>>
  %9 = stablehlo.select %7, %8, %0#0 : tensor<3x5xi1>, tensor<3x5xcomplex<f64>>
  return %2, %9 : tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>
}
func.func @qr_pivoted_c128() {
  %in0 = stablehlo.constant dense<[[(-1.3833486304813105e+00, 1.058241801355515e+00), (9.60198786061619e-01, -1.9167608081917353e+00), (-9.467399392594613e-01, -1.4591592865235326e+00), (1.3495757352119098e-01, -1.5349079303932407e+00)], [(-1.9417001500583213e+00, -7.60409662039883e-01), (1.6749880323995399e+00, 6.858105808480106e-01), (1.602859416468049e+00, -1.1508088699994357e-01), (-1.8663142894946216e+00, 1.2646731921841075e+00)], [(1.8277973451004672e+00, -8.416528658777858e-01), (-1.4511627145756942e+00, 9.325039104506825e-01), (-8.646865881682166e-01, 8.104894210209852e-01), (4.2433273743531563e-01, -6.897220949463079e-01)], [(1.7769005442121686e+00, -6.614098835757769e-01), (1.4109421644371398e+00, 1.9122323160660755e+00), (-1.9909630659259459e+00, 4.9832844694140954e-01), (8.49041088811715e-02, 1.8012540987981014e+00)], [(2.0815053305826625e-01, 1.069902602481955e+00), (-5.84903453491612e-02, 1.300037012859094e+00), (1.0725366162576893e+00, -3.7343879277335335e-01), (-1.3571329874977196e+00, -1.9476635431474287e-01)]]> : tensor<5x4xcomplex<f64>>
  %out:3 = func.call @qr_pivoted_c128__main(%in0) : (tensor<5x4xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5x4xcomplex<f64>>, tensor<4xi32>)
  %jax0 = stablehlo.constant dense<[[(-2.251469478098025e-01, 4.494411489686318e-01), (2.8989626141872726e-01, 2.767081053786755e-01), (2.57826401608855e-01, 6.72776602368745e-01), (-9.629275792129134e-02, 6.271147154020655e-02), (2.2474816839150333e-01, -6.2327477017043095e-02)], [(-3.927503852191937e-01, -1.6080853391506844e-01), (-3.4311321959765434e-01, 3.238162357762865e-02), (5.295777009144671e-01, -2.4707127107268678e-01), (-2.2595635197926034e-01, -2.3475424896466993e-01), (4.7659063149354597e-01, 1.6220753556042122e-01)], [(3.4026793274985273e-01, -2.1865306674653867e-01), (1.854414178822959e-01, -1.3653602192366673e-01), (-2.5762603731011324e-01, 1.0586085242038548e-01), (1.3060214250293692e-01, -2.560415098889494e-01), (7.292497898863914e-01, -3.022926396033162e-01)], [(-3.308370375702523e-01, -4.483793103211836e-01), (7.372688096418774e-01, -5.984050765469345e-02), (8.525346783510745e-03, -1.5314963578136512e-01), (-1.7119642427200898e-01, 2.660742421053006e-01), (2.6239499119656486e-02, 1.3430168589146887e-01)], [(1.37147879406503e-02, -3.0483205116884465e-01), (-2.844333562961782e-01, 1.9884267166538985e-01), (1.6229723805351043e-01, 1.0933825730478304e-01), (4.213403412950128e-01, 7.21376164072415e-01), (1.7094146310154873e-01, -1.449865436205257e-01)]]> : tensor<5x5xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<5x5xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[(-4.2647648364869974e+00, 0.0e+00), (-9.613195156964126e-01, 4.079476162059237e-01), (-6.903902389472134e-01, -1.6280255921007405e+00), (1.8633409130922156e+00, 1.5768179019562643e+00)], [(0.0e+00, 0.0e+00), (-3.3799319934196452e+00, 0.0e+00), (7.706675020655727e-01, 7.325770988335696e-01), (2.4904312330846583e+00, 3.7981756562615004e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (-2.99770301257107e+00, 0.0e+00), (-7.778885536450724e-01, 7.618087934815245e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (1.6503528559790175e+00, 0.0e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)]]> : tensor<5x4xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<5x4xcomplex<f64>>
  %jax2 = stablehlo.constant dense<[1, 2, 3, 0]> : tensor<4xi32>
  check.expect_eq %out#2, %jax2 : tensor<4xi32>
  return
}
func.func private @qr_pivoted_c128__main(%arg0: tensor<5x4xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>> {jax.result_info = "result[0]"}, tensor<5x4xcomplex<f64>> {jax.result_info = "result[1]"}, tensor<4xi32> {jax.result_info = "result[2]"}) {
  %0:3 = call @qr_pivoted_c128___qr(%arg0) : (tensor<5x4xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5x4xcomplex<f64>>, tensor<4xi32>)
  return %0#0, %0#1, %0#2 : tensor<5x5xcomplex<f64>>, tensor<5x4xcomplex<f64>>, tensor<4xi32>
}
func.func private @qr_pivoted_c128___qr(%arg0: tensor<5x4xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5x4xcomplex<f64>>, tensor<4xi32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %1:3 = stablehlo.custom_call @lapack_zgeqp3_ffi(%arg0, %0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m], [n], [o]) {i=5, j=4, k=4, l=5, m=4, n=4, o=4}, custom>} : (tensor<5x4xcomplex<f64>>, tensor<4xi32>) -> (tensor<5x4xcomplex<f64>>, tensor<4xi32>, tensor<4xcomplex<f64>>)
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %3 = stablehlo.subtract %1#1, %2 : tensor<4xi32>
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %4 = stablehlo.pad %1#0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<5x4xcomplex<f64>>, tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
  %5 = stablehlo.custom_call @lapack_zungqr_ffi(%4, %1#2) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=5, j=5, k=4, l=5, m=5}, custom>} : (tensor<5x5xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
  %6 = stablehlo.iota dim = 0 : tensor<5x4xi64>
  %c_1 = stablehlo.constant dense<-1> : tensor<i64>
  %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<5x4xi64>
  %8 = stablehlo.add %6, %7 : tensor<5x4xi64>
  %9 = stablehlo.iota dim = 1 : tensor<5x4xi64>
  %10 = stablehlo.compare GE, %8, %9, SIGNED : (tensor<5x4xi64>, tensor<5x4xi64>) -> tensor<5x4xi1>
  %cst_2 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<5x4xcomplex<f64>>
  %12 = stablehlo.select %10, %11, %1#0 : tensor<5x4xi1>, tensor<5x4xcomplex<f64>>
  return %5, %12, %3 : tensor<5x5xcomplex<f64>>, tensor<5x4xcomplex<f64>>, tensor<4xi32>
}
