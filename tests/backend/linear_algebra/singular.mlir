// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @singular_values_f32() {
  %in0 = stablehlo.constant dense<[[[6.01497e-01, 2.1813495e-02, 1.5144058e+00, -1.2726392e+00, 1.4089323e+00], [1.0005451e+00, 6.6440666e-01, 1.9515818e+00, -9.721263e-01, -1.8867763e+00], [5.428765e-01, 1.3892496e+00, 9.446985e-01, -1.9167715e+00, -1.5535874e+00]], [[-8.0910504e-01, 7.4788076e-01, 1.4465042e+00, -1.2054626e+00, 6.287561e-01], [7.986225e-01, -5.9043014e-01, 1.1598421e+00, 1.2561917e+00, -1.2103149e+00], [1.7978212e+00, -9.3598455e-02, 6.664014e-01, -1.1547519e+00, 1.2301053e+00]]]> : tensor<2x3x5xf32>
  %out:1 = func.call @singular_values_f32__main(%in0) : (tensor<2x3x5xf32>) -> (tensor<2x3xf32>)
  %jax0 = stablehlo.constant dense<[[4.2799125e+00, 2.352148e+00, 1.1709552e+00], [2.897038e+00, 2.3015773e+00, 1.8359965e+00]]> : tensor<2x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x3xf32>
  return
}
func.func private @singular_values_f32__main(%arg0: tensor<2x3x5xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = call @singular_values_f32__svd(%arg0) : (tensor<2x3x5xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func private @singular_values_f32__svd(%arg0: tensor<2x3x5xf32>) -> tensor<2x3xf32> {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=3, k=5, l=3, m=5, n=3, o=3, p=3, q=5, r=5}, custom>} : (tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>, tensor<2x5x5xf32>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}
func.func @singular_values_f64() {
  %in0 = stablehlo.constant dense<[[[6.014969669583667e-01, 2.181349493937157e-02, 1.5144058836862078e+00, -1.2726390985138623e+00, 1.4089322746983886e+00], [1.0005451444240427e+00, 6.644066699412905e-01, 1.9515817931038488e+00, -9.721263095846795e-01, -1.8867762989100076e+00], [5.428764618440067e-01, 1.3892495499465047e+00, 9.446985004640429e-01, -1.9167715523060385e+00, -1.5535874773398688e+00]], [[-8.091050325765607e-01, 7.478807653593749e-01, 1.4465042240065848e+00, -1.2054625632648763e+00, 6.287561224416902e-01], [7.986225159683804e-01, -5.90430124968615e-01, 1.1598421913012262e+00, 1.2561917524681938e+00, -1.2103148619914679e+00], [1.7978211767839296e+00, -9.359845605825079e-02, 6.664013919262559e-01, -1.154751850994399e+00, 1.2301052953979141e+00]]]> : tensor<2x3x5xf64>
  %out:1 = func.call @singular_values_f64__main(%in0) : (tensor<2x3x5xf64>) -> (tensor<2x3xf64>)
  %jax0 = stablehlo.constant dense<[[4.279912325320644e+00, 2.352147647974924e+00, 1.1709552908210996e+00], [2.8970377982354973e+00, 2.3015770898950576e+00, 1.83599643357844e+00]]> : tensor<2x3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x3xf64>
  return
}
func.func private @singular_values_f64__main(%arg0: tensor<2x3x5xf64>) -> (tensor<2x3xf64> {jax.result_info = "result"}) {
  %0 = call @singular_values_f64__svd(%arg0) : (tensor<2x3x5xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func private @singular_values_f64__svd(%arg0: tensor<2x3x5xf64>) -> tensor<2x3xf64> {
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=3, k=5, l=3, m=5, n=3, o=3, p=3, q=5, r=5}, custom>} : (tensor<2x3x5xf64>) -> (tensor<2x3x5xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x5x5xf64>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf64>
  return %6 : tensor<2x3xf64>
}
func.func @singular_values_c64() {
  %in0 = stablehlo.constant dense<[[[(6.01497e-01, -7.2125554e-01), (2.1813495e-02, -8.242561e-01), (1.5144058e+00, -7.923273e-01), (-1.2726392e+00, 1.3115577e+00), (1.4089323e+00, 2.1013476e-01)], [(1.0005451e+00, -1.2332904e+00), (6.6440666e-01, 8.5702693e-01), (1.9515818e+00, 5.5948144e-01), (-9.721263e-01, 1.3281533e-01), (-1.8867763e+00, 2.9011166e-01)], [(5.428765e-01, -1.9506699e+00), (1.3892496e+00, 7.809519e-01), (9.446985e-01, 1.3863684e-01), (-1.9167715e+00, -1.6834612e+00), (-1.5535874e+00, -1.94545e+00)]], [[(-8.0910504e-01, -8.8858783e-01), (7.4788076e-01, 1.9895412e+00), (1.4465042e+00, -1.0975975e+00), (-1.2054626e+00, -1.5799385e+00), (6.287561e-01, -1.9347969e+00)], [(7.986225e-01, -6.334902e-01), (-5.9043014e-01, 1.2327923e+00), (1.1598421e+00, -1.1307214e+00), (1.2561917e+00, 1.7384199e+00), (-1.2103149e+00, 1.9539915e+00)], [(1.7978212e+00, -1.9559332e+00), (-9.3598455e-02, 1.139611e+00), (6.664014e-01, 7.414545e-01), (-1.1547519e+00, 6.257595e-02), (1.2301053e+00, -9.235473e-01)]]]> : tensor<2x3x5xcomplex<f32>>
  %out:1 = func.call @singular_values_c64__main(%in0) : (tensor<2x3x5xcomplex<f32>>) -> (tensor<2x3xf32>)
  %jax0 = stablehlo.constant dense<[[5.4723887e+00, 3.0150816e+00, 1.8704854e+00], [5.0121026e+00, 3.9788358e+00, 2.2071908e+00]]> : tensor<2x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x3xf32>
  return
}
func.func private @singular_values_c64__main(%arg0: tensor<2x3x5xcomplex<f32>>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = call @singular_values_c64__svd(%arg0) : (tensor<2x3x5xcomplex<f32>>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func private @singular_values_c64__svd(%arg0: tensor<2x3x5xcomplex<f32>>) -> tensor<2x3xf32> {
  %0:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=3, k=5, l=3, m=5, n=3, o=3, p=3, q=5, r=5}, custom>} : (tensor<2x3x5xcomplex<f32>>) -> (tensor<2x3x5xcomplex<f32>>, tensor<2x3xf32>, tensor<2x3x3xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}
func.func @singular_values_c128() {
  %in0 = stablehlo.constant dense<[[[(6.014969669583667e-01, -7.2125551777027e-01), (2.181349493937157e-02, -8.242561011928462e-01), (1.5144058836862078e+00, -7.923272893990179e-01), (-1.2726390985138623e+00, 1.311557607247002e+00), (1.4089322746983886e+00, 2.1013475540885018e-01)], [(1.0005451444240427e+00, -1.2332903802693633e+00), (6.644066699412905e-01, 8.570269627865619e-01), (1.9515817931038488e+00, 5.594814288839016e-01), (-9.721263095846795e-01, 1.3281532538649854e-01), (-1.8867762989100076e+00, 2.90111653451965e-01)], [(5.428764618440067e-01, -1.9506698500683175e+00), (1.3892495499465047e+00, 7.809519132178608e-01), (9.446985004640429e-01, 1.3863684148198852e-01), (-1.9167715523060385e+00, -1.6834611308663363e+00), (-1.5535874773398688e+00, -1.945449993023411e+00)]], [[(-8.091050325765607e-01, -8.885878398130918e-01), (7.478807653593749e-01, 1.989541129918587e+00), (1.4465042240065848e+00, -1.0975974481870763e+00), (-1.2054625632648763e+00, -1.579938587135902e+00), (6.287561224416902e-01, -1.9347968851032253e+00)], [(7.986225159683804e-01, -6.334901908110355e-01), (-5.90430124968615e-01, 1.2327922349605531e+00), (1.1598421913012262e+00, -1.1307215083950668e+00), (1.2561917524681938e+00, 1.7384198714560308e+00), (-1.2103148619914679e+00, 1.9539915041756992e+00)], [(1.7978211767839296e+00, -1.9559332205840403e+00), (-9.359845605825079e-02, 1.139611015673609e+00), (6.664013919262559e-01, 7.414544752496441e-01), (-1.154751850994399e+00, 6.2575950644149e-02), (1.2301052953979141e+00, -9.235473176829565e-01)]]]> : tensor<2x3x5xcomplex<f64>>
  %out:1 = func.call @singular_values_c128__main(%in0) : (tensor<2x3x5xcomplex<f64>>) -> (tensor<2x3xf64>)
  %jax0 = stablehlo.constant dense<[[5.472389248484163e+00, 3.0150815134887776e+00, 1.8704850716554813e+00], [5.0121024570501795e+00, 3.9788360482115013e+00, 2.207190583562143e+00]]> : tensor<2x3xf64>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x3xf64>
  return
}
func.func private @singular_values_c128__main(%arg0: tensor<2x3x5xcomplex<f64>>) -> (tensor<2x3xf64> {jax.result_info = "result"}) {
  %0 = call @singular_values_c128__svd(%arg0) : (tensor<2x3x5xcomplex<f64>>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func private @singular_values_c128__svd(%arg0: tensor<2x3x5xcomplex<f64>>) -> tensor<2x3xf64> {
  %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=3, k=5, l=3, m=5, n=3, o=3, p=3, q=5, r=5}, custom>} : (tensor<2x3x5xcomplex<f64>>) -> (tensor<2x3x5xcomplex<f64>>, tensor<2x3xf64>, tensor<2x3x3xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
  %6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf64>
  return %6 : tensor<2x3xf64>
}
