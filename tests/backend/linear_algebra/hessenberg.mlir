// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @hessenberg_f32() {
  %in0 = stablehlo.constant dense<[[-1.8051004e+00, -8.4356135e-01, 8.838654e-01, -1.913535e+00], [-1.176309e+00, -1.796907e+00, -7.9091245e-01, 6.556412e-01], [-7.675424e-01, 3.343651e-01, -1.7217162e+00, 1.469618e+00], [-1.4670379e+00, -1.2875013e+00, -1.62818e-02, 1.4547986e+00]]> : tensor<4x4xf32>
  %out:2 = func.call @hessenberg_f32__main(%in0) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  %jax0 = stablehlo.constant dense<[[-1.8051004e+00, 1.5367252e+00, -5.518407e-01, -1.5774591e+00], [2.0310156e+00, -5.71599e-02, 1.3778796e+00, -2.5882893e+00], [0.0e+00, 1.0961738e+00, -8.541509e-01, -4.3078446e-01], [0.0e+00, 0.0e+00, -1.1173334e+00, -1.1525134e+00]]> : tensor<4x4xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<4x4xf32>
  %jax1 = stablehlo.constant dense<[[1.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -5.7917273e-01, 7.5984967e-01, -2.9527494e-01], [0.0e+00, -3.7791064e-01, -5.7119805e-01, -7.2864e-01], [0.0e+00, -7.223174e-01, -3.1042093e-01, 6.179777e-01]]> : tensor<4x4xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<4x4xf32>
  return
}
func.func private @hessenberg_f32__main(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32> {jax.result_info = "result[0]"}, tensor<4x4xf32> {jax.result_info = "result[1]"}) {
  %0:2 = call @hessenberg_f32__hessenberg(%arg0) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return %0#0, %0#1 : tensor<4x4xf32>, tensor<4x4xf32>
}
func.func private @hessenberg_f32__hessenberg(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0:3 = stablehlo.custom_call @lapack_sgehrd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {high = 4 : i32, low = 1 : i32}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=4, j=4, k=4, l=4, m=3}, custom>} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<3xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#2, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<4x4xi1>, tensor<4x4xf32>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<3xi1>, tensor<3xf32>
  %11 = call @hessenberg_f32__triu(%6) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %12 = stablehlo.slice %6 [1:4, 0:3] : (tensor<4x4xf32>) -> tensor<3x3xf32>
  %13 = stablehlo.custom_call @lapack_sorgqr_ffi(%12, %10) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x3xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x1xf32>
  %17 = call @hessenberg_f32__block(%14, %15, %16, %13) : (tensor<1x1xf32>, tensor<1x3xf32>, tensor<3x1xf32>, tensor<3x3xf32>) -> tensor<4x4xf32>
  return %11, %17 : tensor<4x4xf32>, tensor<4x4xf32>
}
func.func private @hessenberg_f32__triu(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
  %c = stablehlo.constant dense<-2> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
  %2 = stablehlo.add %0, %1 : tensor<4x4xi64>
  %3 = stablehlo.iota dim = 1 : tensor<4x4xi64>
  %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %6 = stablehlo.select %4, %5, %arg0 : tensor<4x4xi1>, tensor<4x4xf32>
  return %6 : tensor<4x4xf32>
}
func.func private @hessenberg_f32__block(%arg0: tensor<1x1xf32>, %arg1: tensor<1x3xf32>, %arg2: tensor<3x1xf32>, %arg3: tensor<3x3xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<1x1xf32>, tensor<1x3xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.concatenate %arg2, %arg3, dim = 1 : (tensor<3x1xf32>, tensor<3x3xf32>) -> tensor<3x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
func.func @hessenberg_f64() {
  %in0 = stablehlo.constant dense<[[-1.8051004767634908e+00, -8.435613608407326e-01, 8.838653873249194e-01, -1.9135350003362008e+00], [-1.176308938930244e+00, -1.7969069732184928e+00, -7.909124241415326e-01, 6.556411784987999e-01], [-7.675424270524847e-01, 3.3436510487439497e-01, -1.7217161815495978e+00, 1.4696179359723534e+00], [-1.467037922993009e+00, -1.2875013537620066e+00, -1.628180069537688e-02, 1.4547985782328943e+00]]> : tensor<4x4xf64>
  %out:2 = func.call @hessenberg_f64__main(%in0) : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>)
  %jax0 = stablehlo.constant dense<[[-1.8051004767634908e+00, 1.536725270967448e+00, -5.518407870387442e-01, -1.5774590889327826e+00], [2.0310155993080055e+00, -5.71600409052736e-02, 1.3778797215839051e+00, -2.5882894782583055e+00], [0.0e+00, 1.096173654567607e+00, -8.541511784874714e-01, -4.3078444293561624e-01], [0.0e+00, 0.0e+00, -1.1173335773476536e+00, -1.152513357142451e+00]]> : tensor<4x4xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<4x4xf64>
  %jax1 = stablehlo.constant dense<[[1.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -5.791727741190311e-01, 7.598497245713416e-01, -2.952749460894409e-01], [0.0e+00, -3.7791065086550635e-01, -5.711980818701017e-01, -7.286400285671423e-01], [0.0e+00, -7.22317407848984e-01, -3.104209196184639e-01, 6.179776816209076e-01]]> : tensor<4x4xf64>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<4x4xf64>
  return
}
func.func private @hessenberg_f64__main(%arg0: tensor<4x4xf64>) -> (tensor<4x4xf64> {jax.result_info = "result[0]"}, tensor<4x4xf64> {jax.result_info = "result[1]"}) {
  %0:2 = call @hessenberg_f64__hessenberg(%arg0) : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>)
  return %0#0, %0#1 : tensor<4x4xf64>, tensor<4x4xf64>
}
func.func private @hessenberg_f64__hessenberg(%arg0: tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>) {
  %0:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {high = 4 : i32, low = 1 : i32}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=4, j=4, k=4, l=4, m=3}, custom>} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<3xf64>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#2, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x4xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<4x4xi1>, tensor<4x4xf64>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<3xi1>, tensor<3xf64>
  %11 = call @hessenberg_f64__triu(%6) : (tensor<4x4xf64>) -> tensor<4x4xf64>
  %12 = stablehlo.slice %6 [1:4, 0:3] : (tensor<4x4xf64>) -> tensor<3x3xf64>
  %13 = stablehlo.custom_call @lapack_dorgqr_ffi(%12, %10) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3x3xf64>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<1x1xf64>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<1x3xf64>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<3x1xf64>
  %17 = call @hessenberg_f64__block(%14, %15, %16, %13) : (tensor<1x1xf64>, tensor<1x3xf64>, tensor<3x1xf64>, tensor<3x3xf64>) -> tensor<4x4xf64>
  return %11, %17 : tensor<4x4xf64>, tensor<4x4xf64>
}
func.func private @hessenberg_f64__triu(%arg0: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
  %c = stablehlo.constant dense<-2> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
  %2 = stablehlo.add %0, %1 : tensor<4x4xi64>
  %3 = stablehlo.iota dim = 1 : tensor<4x4xi64>
  %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x4xf64>
  %6 = stablehlo.select %4, %5, %arg0 : tensor<4x4xi1>, tensor<4x4xf64>
  return %6 : tensor<4x4xf64>
}
func.func private @hessenberg_f64__block(%arg0: tensor<1x1xf64>, %arg1: tensor<1x3xf64>, %arg2: tensor<3x1xf64>, %arg3: tensor<3x3xf64>) -> tensor<4x4xf64> {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<1x1xf64>, tensor<1x3xf64>) -> tensor<1x4xf64>
  %1 = stablehlo.concatenate %arg2, %arg3, dim = 1 : (tensor<3x1xf64>, tensor<3x3xf64>) -> tensor<3x4xf64>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xf64>, tensor<3x4xf64>) -> tensor<4x4xf64>
  return %2 : tensor<4x4xf64>
}
func.func @hessenberg_c64() {
  %in0 = stablehlo.constant dense<[[(-1.8051004e+00, 1.0357753e+00), (-8.4356135e-01, 1.8819405e+00), (8.838654e-01, 1.0372102e+00), (-1.913535e+00, -4.6299988e-01)], [(-1.176309e+00, -3.6512667e-01), (-1.796907e+00, 8.534417e-01), (-7.9091245e-01, -9.173209e-01), (6.556412e-01, 1.4164115e+00)], [(-7.675424e-01, 1.6526558e+00), (3.343651e-01, 1.0430243e+00), (-1.7217162e+00, 6.667415e-02), (1.469618e+00, -1.3286569e+00)], [(-1.4670379e+00, -8.0523086e-01), (-1.2875013e+00, -8.6422783e-01), (-1.62818e-02, -6.911497e-01), (1.4547986e+00, -1.5943867e-01)]]> : tensor<4x4xcomplex<f32>>
  %out:2 = func.call @hessenberg_c64__main(%in0) : (tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[(-1.8051004e+00, 1.0357753e+00), (6.2282056e-01, 3.5422194e-01), (1.6179456e+00, 6.846862e-01), (2.845657e-01, 2.511057e+00)], [(2.763695e+00, 0.0e+00), (-1.2356842e+00, 1.3694098e+00), (2.1609998e+00, -2.5321705e+00), (-3.8979444e-01, 1.0125122e+00)], [(0.0e+00, 0.0e+00), (1.8571597e+00, 0.0e+00), (-7.031709e-02, -1.0563399e-01), (2.0681155e-01, 8.881457e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (-4.3933538e-01, 0.0e+00), (-7.5782365e-01, -5.03099e-01)]]> : tensor<4x4xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<4x4xcomplex<f32>>
  %jax1 = stablehlo.constant dense<[[(1.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(0.0e+00, 0.0e+00), (-4.2562902e-01, -1.321154e-01), (5.403747e-01, -4.6702033e-01), (2.7591196e-01, -4.6383756e-01)], [(0.0e+00, 0.0e+00), (-2.7772325e-01, 5.979878e-01), (-1.3878232e-01, -7.530944e-02), (6.3234746e-01, 3.7481362e-01)], [(0.0e+00, 0.0e+00), (-5.308248e-01, -2.9136023e-01), (-5.502917e-01, 4.026591e-01), (1.8628836e-01, -3.656169e-01)]]> : tensor<4x4xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<4x4xcomplex<f32>>
  return
}
func.func private @hessenberg_c64__main(%arg0: tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<4x4xcomplex<f32>> {jax.result_info = "result[1]"}) {
  %0:2 = call @hessenberg_c64__hessenberg(%arg0) : (tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>)
  return %0#0, %0#1 : tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>
}
func.func private @hessenberg_c64__hessenberg(%arg0: tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) {
  %0:3 = stablehlo.custom_call @lapack_cgehrd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {high = 4 : i32, low = 1 : i32}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=4, j=4, k=4, l=4, m=3}, custom>} : (tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#2, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<4x4xcomplex<f32>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<4x4xi1>, tensor<4x4xcomplex<f32>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<3xi1>, tensor<3xcomplex<f32>>
  %11 = call @hessenberg_c64__triu(%6) : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  %12 = stablehlo.slice %6 [1:4, 0:3] : (tensor<4x4xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  %13 = stablehlo.custom_call @lapack_cungqr_ffi(%12, %10) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  %cst_1 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<1x1xcomplex<f32>>
  %cst_2 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<1x3xcomplex<f32>>
  %cst_3 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<complex<f32>>) -> tensor<3x1xcomplex<f32>>
  %17 = call @hessenberg_c64__block(%14, %15, %16, %13) : (tensor<1x1xcomplex<f32>>, tensor<1x3xcomplex<f32>>, tensor<3x1xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %11, %17 : tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>
}
func.func private @hessenberg_c64__triu(%arg0: tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  %0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
  %c = stablehlo.constant dense<-2> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
  %2 = stablehlo.add %0, %1 : tensor<4x4xi64>
  %3 = stablehlo.iota dim = 1 : tensor<4x4xi64>
  %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<4x4xcomplex<f32>>
  %6 = stablehlo.select %4, %5, %arg0 : tensor<4x4xi1>, tensor<4x4xcomplex<f32>>
  return %6 : tensor<4x4xcomplex<f32>>
}
func.func private @hessenberg_c64__block(%arg0: tensor<1x1xcomplex<f32>>, %arg1: tensor<1x3xcomplex<f32>>, %arg2: tensor<3x1xcomplex<f32>>, %arg3: tensor<3x3xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<1x1xcomplex<f32>>, tensor<1x3xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
  %1 = stablehlo.concatenate %arg2, %arg3, dim = 1 : (tensor<3x1xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %2 : tensor<4x4xcomplex<f32>>
}
func.func @hessenberg_c128() {
  %in0 = stablehlo.constant dense<[[(-1.8051004767634908e+00, 1.0357753420484572e+00), (-8.435613608407326e-01, 1.8819405013966306e+00), (8.838653873249194e-01, 1.0372102111422112e+00), (-1.9135350003362008e+00, -4.629998716394823e-01)], [(-1.176308938930244e+00, -3.6512668222506983e-01), (-1.7969069732184928e+00, 8.534417115379149e-01), (-7.909124241415326e-01, -9.17320909307465e-01), (6.556411784987999e-01, 1.4164114879653762e+00)], [(-7.675424270524847e-01, 1.6526558784472223e+00), (3.3436510487439497e-01, 1.0430242786584247e+00), (-1.7217161815495978e+00, 6.667415103226482e-02), (1.4696179359723534e+00, -1.3286569391139706e+00)], [(-1.467037922993009e+00, -8.052308335645373e-01), (-1.2875013537620066e+00, -8.642278198774647e-01), (-1.628180069537688e-02, -6.911496935290762e-01), (1.4547985782328943e+00, -1.5943866482809588e-01)]]> : tensor<4x4xcomplex<f64>>
  %out:2 = func.call @hessenberg_c128__main(%in0) : (tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(-1.8051004767634908e+00, 1.0357753420484572e+00), (6.228206689331528e-01, 3.5422199927680853e-01), (1.6179454257580184e+00, 6.846862262514923e-01), (2.8456522265483186e-01, 2.511056578104645e+00)], [(2.763694991599895e+00, 0.0e+00), (-1.235684156458082e+00, 1.369409908394187e+00), (2.160999163389293e+00, -2.532170376943742e+00), (-3.897937862431802e-01, 1.0125126265290487e+00)], [(0.0e+00, 0.0e+00), (1.85716008018823e+00, 0.0e+00), (-7.031707412139088e-02, -1.0563372274852875e-01), (2.0681141284768356e-01, 8.88145490594767e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (-4.393353287124694e-01, 0.0e+00), (-7.578233459557232e-01, -5.030989879035737e-01)]]> : tensor<4x4xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<4x4xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[(1.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(0.0e+00, 0.0e+00), (-4.256290735792383e-01, -1.3211540467918967e-01), (5.40374673622388e-01, -4.670203344576242e-01), (2.7591213343635407e-01, -4.6383739123071926e-01)], [(0.0e+00, 0.0e+00), (-2.777232760436261e-01, 5.979877965804413e-01), (-1.3878229479554985e-01, -7.530937014395375e-02), (6.323473035780096e-01, 3.748136045581682e-01)], [(0.0e+00, 0.0e+00), (-5.308248296038431e-01, -2.9136023910452996e-01), (-5.502916083002278e-01, 4.0265908479101437e-01), (1.8628829433790797e-01, -3.6561686231256646e-01)]]> : tensor<4x4xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<4x4xcomplex<f64>>
  return
}
func.func private @hessenberg_c128__main(%arg0: tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>> {jax.result_info = "result[0]"}, tensor<4x4xcomplex<f64>> {jax.result_info = "result[1]"}) {
  %0:2 = call @hessenberg_c128__hessenberg(%arg0) : (tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>)
  return %0#0, %0#1 : tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>
}
func.func private @hessenberg_c128__hessenberg(%arg0: tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>) {
  %0:3 = stablehlo.custom_call @lapack_zgehrd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {high = 4 : i32, low = 1 : i32}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=4, j=4, k=4, l=4, m=3}, custom>} : (tensor<4x4xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#2, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<4x4xi1>, tensor<4x4xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<3xcomplex<f64>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<3xi1>, tensor<3xcomplex<f64>>
  %11 = call @hessenberg_c128__triu(%6) : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  %12 = stablehlo.slice %6 [1:4, 0:3] : (tensor<4x4xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %13 = stablehlo.custom_call @lapack_zungqr_ffi(%12, %10) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %cst_1 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<1x1xcomplex<f64>>
  %cst_2 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<1x3xcomplex<f64>>
  %cst_3 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<complex<f64>>) -> tensor<3x1xcomplex<f64>>
  %17 = call @hessenberg_c128__block(%14, %15, %16, %13) : (tensor<1x1xcomplex<f64>>, tensor<1x3xcomplex<f64>>, tensor<3x1xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  return %11, %17 : tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>
}
func.func private @hessenberg_c128__triu(%arg0: tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>> {
  %0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
  %c = stablehlo.constant dense<-2> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
  %2 = stablehlo.add %0, %1 : tensor<4x4xi64>
  %3 = stablehlo.iota dim = 1 : tensor<4x4xi64>
  %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
  %6 = stablehlo.select %4, %5, %arg0 : tensor<4x4xi1>, tensor<4x4xcomplex<f64>>
  return %6 : tensor<4x4xcomplex<f64>>
}
func.func private @hessenberg_c128__block(%arg0: tensor<1x1xcomplex<f64>>, %arg1: tensor<1x3xcomplex<f64>>, %arg2: tensor<3x1xcomplex<f64>>, %arg3: tensor<3x3xcomplex<f64>>) -> tensor<4x4xcomplex<f64>> {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<1x1xcomplex<f64>>, tensor<1x3xcomplex<f64>>) -> tensor<1x4xcomplex<f64>>
  %1 = stablehlo.concatenate %arg2, %arg3, dim = 1 : (tensor<3x1xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x4xcomplex<f64>>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xcomplex<f64>>, tensor<3x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
  return %2 : tensor<4x4xcomplex<f64>>
}
