// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @eigenvalues_f32() {
  %in0 = stablehlo.constant dense<[[1.1154675e-01, 2.9230752e+00, 2.7076364e+00, -3.127715e+00, 7.2094154e-01], [2.9230752e+00, 1.049337e-01, -1.3578439e+00, 1.8870301e+00, -2.6745355e+00], [2.7076364e+00, -1.3578439e+00, 3.111108e-01, -2.4795258e+00, -1.07022166e-01], [-3.127715e+00, 1.8870301e+00, -2.4795258e+00, 2.0193515e+00, 9.521791e-01], [7.2094154e-01, -2.6745355e+00, -1.07022166e-01, 9.521791e-01, 1.3834938e+00]]> : tensor<5x5xf32>
  %out:1 = func.call @eigenvalues_f32__main(%in0) : (tensor<5x5xf32>) -> (tensor<5xf32>)
  %jax0 = stablehlo.constant dense<[-6.003339e+00, -1.5819639e+00, 1.0306524e+00, 3.9890535e+00, 6.4960327e+00]> : tensor<5xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<5xf32>
  return
}
func.func private @eigenvalues_f32__main(%arg0: tensor<5x5xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %0 = call @eigenvalues_f32__eigvalsh(%arg0) : (tensor<5x5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func private @eigenvalues_f32__eigvalsh(%arg0: tensor<5x5xf32>) -> tensor<5xf32> {
  %0 = call @eigenvalues_f32__eigh(%arg0) : (tensor<5x5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func private @eigenvalues_f32__eigh(%arg0: tensor<5x5xf32>) -> tensor<5xf32> {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<5x5xf32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
  %3 = stablehlo.divide %1, %2 : tensor<5x5xf32>
  %4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=5, j=5, k=5, l=5, m=5}, custom>} : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
  %10 = stablehlo.select %9, %4#0, %8 : tensor<5x5xi1>, tensor<5x5xf32>
  %11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
  %14 = stablehlo.select %13, %4#1, %12 : tensor<5xi1>, tensor<5xf32>
  return %14 : tensor<5xf32>
}
func.func @eigenvalues_c128() {
  %in0 = stablehlo.constant dense<[[(1.1154675018152194e-01, 0.0e+00), (2.9230751657807508e+00, -7.455445487853631e-01), (2.7076361745963307e+00, -3.4204518247712556e-01), (-3.1277151571657758e+00, -6.784748575499533e-01), (7.209415231078169e-01, -2.7069664749435205e+00)], [(2.9230751657807508e+00, 7.455445487853631e-01), (1.0493369814309705e-01, 0.0e+00), (-1.3578437980528681e+00, 1.3545932267549876e+00), (1.8870301212174398e+00, -2.6098464697671337e+00), (-2.674535517262554e+00, 1.7743050798216573e+00)], [(2.7076361745963307e+00, 3.4204518247712556e-01), (-1.3578437980528681e+00, -1.3545932267549876e+00), (3.11110792537157e-01, 0.0e+00), (-2.4795258598697982e+00, 3.788077420265048e-01), (-1.0702216570276324e-01, -1.0876693131515376e+00)], [(-3.1277151571657758e+00, 6.784748575499533e-01), (1.8870301212174398e+00, 2.6098464697671337e+00), (-2.4795258598697982e+00, -3.788077420265048e-01), (2.0193513766875713e+00, 0.0e+00), (9.52179071183962e-01, -1.6773964265280301e+00)], [(7.209415231078169e-01, 2.7069664749435205e+00), (-2.674535517262554e+00, -1.7743050798216573e+00), (-1.0702216570276324e-01, 1.0876693131515376e+00), (9.52179071183962e-01, 1.6773964265280301e+00), (1.3834937533326865e+00, 0.0e+00)]]> : tensor<5x5xcomplex<f64>>
  %out:1 = func.call @eigenvalues_c128__main(%in0) : (tensor<5x5xcomplex<f64>>) -> (tensor<5xf64>)
  %jax0 = stablehlo.constant dense<[-7.425234601429057e+00, -1.966479928002967e+00, 4.295301174399546e-01, 4.99523699188517e+00, 7.8973837909889335e+00]> : tensor<5xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<5xf64>
  return
}
func.func private @eigenvalues_c128__main(%arg0: tensor<5x5xcomplex<f64>>) -> (tensor<5xf64> {jax.result_info = "result"}) {
  %0 = call @eigenvalues_c128__eigvalsh(%arg0) : (tensor<5x5xcomplex<f64>>) -> tensor<5xf64>
  return %0 : tensor<5xf64>
}
func.func private @eigenvalues_c128__eigvalsh(%arg0: tensor<5x5xcomplex<f64>>) -> tensor<5xf64> {
  %0 = call @eigenvalues_c128__eigh(%arg0) : (tensor<5x5xcomplex<f64>>) -> tensor<5xf64>
  return %0 : tensor<5xf64>
}
func.func private @eigenvalues_c128__eigh(%arg0: tensor<5x5xcomplex<f64>>) -> tensor<5xf64> {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
  %2 = stablehlo.imag %0 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
  %3 = stablehlo.negate %2 : tensor<5x5xf64>
  %4 = stablehlo.complex %1, %3 : tensor<5x5xcomplex<f64>>
  %5 = stablehlo.add %arg0, %4 : tensor<5x5xcomplex<f64>>
  %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
  %7 = stablehlo.divide %5, %6 : tensor<5x5xcomplex<f64>>
  %8:3 = stablehlo.custom_call @lapack_zheevd_ffi(%7) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=5, j=5, k=5, l=5, m=5}, custom>} : (tensor<5x5xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5xf64>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %10 = stablehlo.compare EQ, %8#2, %9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
  %14 = stablehlo.select %13, %8#0, %12 : tensor<5x5xi1>, tensor<5x5xcomplex<f64>>
  %15 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<5xf64>
  %17 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
  %18 = stablehlo.select %17, %8#1, %16 : tensor<5xi1>, tensor<5xf64>
  return %18 : tensor<5xf64>
}
