// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @reflectors_f32() {
  %in0 = stablehlo.constant dense<[[2.2703698e+00, -8.267719e-01, 2.2019267e+00], [-5.7332885e-01, -2.204438e+00, -1.4530683e+00], [-6.125753e-01, 3.9594017e-02, -7.6890814e-01], [-2.5416836e-01, 7.081083e-01, -8.885912e-01]]> : tensor<4x3xf32>
  %in1 = stablehlo.constant dense<[1.130866e+00, 1.3306853e+00, 1.1175718e+00]> : tensor<3xf32>
  %in2 = stablehlo.constant dense<[[9.1605496e-01, 2.4495842e-01], [-1.5001316e+00, -4.0963054e-01], [1.1252328e+00, 4.3971926e-02], [-1.2692266e+00, 1.4140515e+00]]> : tensor<4x2xf32>
  %out:1 = func.call @reflectors_f32__main(%in0, %in1, %in2) : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>)
  %jax0 = stablehlo.constant dense<[[-7.6139367e-01, 9.7244877e-01], [6.1887115e-01, -5.531463e-01], [-3.1933475e-01, 9.6426374e-01], [2.2140326e+00, 2.1873538e-01]]> : tensor<4x2xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<4x2xf32>
  return
}
func.func private @reflectors_f32__main(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<4x2xf32>) -> (tensor<4x2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.custom_call @lapack_sormqr_ffi(%arg0, %arg1, %arg2) {backend_config = "", mhlo.backend_config = {left = true, transpose = false}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 2, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k], [l, m])->([n, o]) {i=4, j=3, k=3, l=4, m=2, n=4, o=2}, custom>} : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
func.func @reflectors_f64() {
  %in0 = stablehlo.constant dense<[[2.270369840682133e+00, -8.267718366129584e-01, 2.201926657346421e+00], [-5.733288642313157e-01, -2.204437879692102e+00, -1.453068299259073e+00], [-6.125752936334076e-01, 3.95940131926666e-02, -7.689080988442893e-01], [-2.5416837107435464e-01, 7.081083116321691e-01, -8.885911643165639e-01]]> : tensor<4x3xf64>
  %in1 = stablehlo.constant dense<[1.130866060938842e+00, 1.330685210430864e+00, 1.1175717578663915e+00]> : tensor<3xf64>
  %in2 = stablehlo.constant dense<[[9.160549691564763e-01, 2.4495840931056456e-01], [-1.5001316319630362e+00, -4.0963052519953136e-01], [1.1252328250939043e+00, 4.397192661245253e-02], [-1.2692265663367e+00, 1.414051500995411e+00]]> : tensor<4x2xf64>
  %out:1 = func.call @reflectors_f64__main(%in0, %in1, %in2) : (tensor<4x3xf64>, tensor<3xf64>, tensor<4x2xf64>) -> (tensor<4x2xf64>)
  %jax0 = stablehlo.constant dense<[[-7.613937355249805e-01, 9.72448641606512e-01], [6.188711947173566e-01, -5.531463243738033e-01], [-3.1933458866072295e-01, 9.642637372221962e-01], [2.214032531701674e+00, 2.187354466296568e-01]]> : tensor<4x2xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<4x2xf64>
  return
}
func.func private @reflectors_f64__main(%arg0: tensor<4x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<4x2xf64>) -> (tensor<4x2xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.custom_call @lapack_dormqr_ffi(%arg0, %arg1, %arg2) {backend_config = "", mhlo.backend_config = {left = true, transpose = false}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 2, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k], [l, m])->([n, o]) {i=4, j=3, k=3, l=4, m=2, n=4, o=2}, custom>} : (tensor<4x3xf64>, tensor<3xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}
func.func @reflectors_c64() {
  %in0 = stablehlo.constant dense<[[(3.0316606e+00, 0.0e+00), (3.0128926e-01, -1.490946e+00), (2.0844386e+00, 4.7904375e-01)], [(-4.6341556e-01, 7.080236e-02), (-2.950744e+00, 0.0e+00), (1.01481274e-01, 2.12922e+00)], [(-5.488318e-01, 2.549126e-01), (4.1469127e-02, 1.0661283e-02), (2.4511054e+00, 0.0e+00)], [(-2.4424888e-01, 1.6095126e-01), (8.060772e-01, 3.3752602e-01), (2.5595993e-01, 1.771157e-02)]]> : tensor<4x3xcomplex<f32>>
  %in1 = stablehlo.constant dense<[(1.0980039e+00, -3.288788e-01), (1.0635176e+00, 2.714704e-01), (1.0683687e+00, 9.291683e-01)]> : tensor<3xcomplex<f32>>
  %in2 = stablehlo.constant dense<[[(9.1605496e-01, 1.8214875e+00), (2.4495842e-01, 1.9368539e+00)], [(-1.5001316e+00, -1.2291961e+00), (-4.0963054e-01, 1.8831804e+00)], [(1.1252328e+00, -1.0607666e+00), (4.3971926e-02, -1.8945847e+00)], [(-1.2692266e+00, 1.7842413e+00), (1.4140515e+00, 1.6868994e+00)]]> : tensor<4x2xcomplex<f32>>
  %out:1 = func.call @reflectors_c64__main(%in0, %in1, %in2) : (tensor<4x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<4x2xcomplex<f32>>) -> (tensor<4x2xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[(-3.15413e-01, -6.3966477e-01), (-1.4496216e+00, -1.8588622e+00)], [(1.828827e+00, -2.653544e-01), (5.2879083e-01, -6.4624906e-02)], [(1.107351e+00, -1.517663e-01), (1.2698424e-01, 7.913316e-01)], [(1.1776726e+00, 2.9230585e+00), (3.0623145e+00, -3.1853193e-01)]]> : tensor<4x2xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<4x2xcomplex<f32>>
  return
}
func.func private @reflectors_c64__main(%arg0: tensor<4x3xcomplex<f32>>, %arg1: tensor<3xcomplex<f32>>, %arg2: tensor<4x2xcomplex<f32>>) -> (tensor<4x2xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.custom_call @lapack_cunmqr_ffi(%arg0, %arg1, %arg2) {backend_config = "", mhlo.backend_config = {left = true, transpose = false}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 2, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k], [l, m])->([n, o]) {i=4, j=3, k=3, l=4, m=2, n=4, o=2}, custom>} : (tensor<4x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<4x2xcomplex<f32>>) -> tensor<4x2xcomplex<f32>>
  return %0 : tensor<4x2xcomplex<f32>>
}
func.func @reflectors_c128() {
  %in0 = stablehlo.constant dense<[[(3.0316606808658677e+00, 0.0e+00), (3.012893080163077e-01, -1.4909459932981122e+00), (2.084438629898562e+00, 4.7904380176348105e-01)], [(-4.634155814244461e-01, 7.080236857107212e-02), (-2.9507439605023755e+00, 0.0e+00), (1.014812114357655e-01, 2.129219961260952e+00)], [(-5.488318379478153e-01, 2.5491261990381536e-01), (4.1469127850115674e-02, 1.0661260833469627e-02), (2.451105408261757e+00, 0.0e+00)], [(-2.4424887452202948e-01, 1.6095127078477328e-01), (8.060771915853568e-01, 3.3752603466902376e-01), (2.559599281644921e-01, 1.771155306111824e-02)]]> : tensor<4x3xcomplex<f64>>
  %in1 = stablehlo.constant dense<[(1.09800382997993e+00, -3.2887877633103385e-01), (1.0635175269331316e+00, 2.7147037438293875e-01), (1.0683687292407698e+00, 9.291682556573193e-01)]> : tensor<3xcomplex<f64>>
  %in2 = stablehlo.constant dense<[[(9.160549691564763e-01, 1.821487570539237e+00), (2.4495840931056456e-01, 1.9368538730071156e+00)], [(-1.5001316319630362e+00, -1.2291961046905269e+00), (-4.0963052519953136e-01, 1.8831804054808687e+00)], [(1.1252328250939043e+00, -1.0607665815942284e+00), (4.397192661245253e-02, -1.8945846059605174e+00)], [(-1.2692265663367e+00, 1.7842413723878225e+00), (1.414051500995411e+00, 1.6868994080837871e+00)]]> : tensor<4x2xcomplex<f64>>
  %out:1 = func.call @reflectors_c128__main(%in0, %in1, %in2) : (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(-3.154128386977446e-01, -6.396645668455414e-01), (-1.4496215807874273e+00, -1.8588618942361639e+00)], [(1.8288268949985858e+00, -2.653545533169408e-01), (5.287906343603884e-01, -6.462491478346455e-02)], [(1.1073508925715518e+00, -1.517662443251897e-01), (1.269842197771529e-01, 7.91331531712147e-01)], [(1.177672612423994e+00, 2.9230585033660192e+00), (3.0623143749231243e+00, -3.185320618545461e-01)]]> : tensor<4x2xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<4x2xcomplex<f64>>
  return
}
func.func private @reflectors_c128__main(%arg0: tensor<4x3xcomplex<f64>>, %arg1: tensor<3xcomplex<f64>>, %arg2: tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = stablehlo.custom_call @lapack_zunmqr_ffi(%arg0, %arg1, %arg2) {backend_config = "", mhlo.backend_config = {left = true, transpose = false}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 2, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k], [l, m])->([n, o]) {i=4, j=3, k=3, l=4, m=2, n=4, o=2}, custom>} : (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<4x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
  return %0 : tensor<4x2xcomplex<f64>>
}
