// SPDX-License-Identifier: Apache-2.0
// Programs that are right where sizes are unknown, or known on one side alone.
func.func @a_loop_of_unknown_size(%x: tensor<?xf32>, %p: tensor<i1>) {
  %r = stablehlo.while(%a = %x) : tensor<?xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.slice %a [0:1] : (tensor<?xf32>) -> tensor<1xf32>
    stablehlo.return %a : tensor<?xf32>
  }
  return
}
func.func @if_static_vs_dyn(%x: tensor<?xf32>, %p: tensor<i1>, %y: tensor<2xf32>) {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}
func.func @concat(%x: tensor<?xf32>, %y: tensor<3xf32>) {
  %r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  return
}
func.func @conv_dyn_batch(%x: tensor<?x8x8x3xf32>, %k: tensor<3x3x3x16xf32>) {
  %r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<?x6x6x16xf32>
  return
}
func.func @infeed_with_layouts(%t: !stablehlo.token) {
  %r:3 = "stablehlo.infeed"(%t) <{infeed_config = "foobar", layout = [[0, 1], [0]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, tensor<i1>, !stablehlo.token)
  return
}
func.func @pad(%x: tensor<?x3xf32>, %v: tensor<f32>) {
  %r = stablehlo.pad %x, %v, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x4xf32>
  return
}
func.func @all_gather(%x: tensor<?x2xf32>) {
  %r = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return
}
func.func @all_gather_1_static(%x: tensor<?x2xf32>) {
  %r = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x2xf32>) -> tensor<?x4xf32>
  return
}
func.func @sort(%x: tensor<?xf32>, %y: tensor<4xi32>, %p: tensor<i1>) {
  %r:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<?xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<?xi32>)
  return
}
func.func @quant_add(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<?x!quant.uniform<i8:f32, 0.25>>) {
  %r = stablehlo.add %x, %y : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<?x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}
func.func @clamp_q(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<!quant.uniform<i8:f32, 0.25>>) {
  %r = stablehlo.clamp %y, %x, %y : (tensor<!quant.uniform<i8:f32, 0.25>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}
func.func @tsolve_q(%x: tensor<?x?xf32>) {
  %r = "stablehlo.triangular_solve"(%x, %x) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}
func.func @dyn_pad_i(%x: tensor<?x3xf32>, %v: tensor<f32>) {
  %l = stablehlo.constant dense<[1, -1]> : tensor<2xi64>
  %z = stablehlo.constant dense<0> : tensor<2xi64>
  %r = stablehlo.dynamic_pad %x, %v, %l, %z, %z : (tensor<?x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5x2xf32>
  return
}
func.func @dbid(%x: tensor<?xf32>) {
  %l = stablehlo.constant dense<[4, 3]> : tensor<2xi32>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %l, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  return
}
func.func @shape_const_i64_rank0(%x: tensor<?xf32>) {
  %l = stablehlo.constant dense<> : tensor<0xi64>
  %r = stablehlo.dynamic_reshape %x, %l : (tensor<?xf32>, tensor<0xi64>) -> tensor<f32>
  return
}
func.func @get_dim(%x: tensor<?x3xf32>) {
  %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  return
}
func.func @gather_dyn(%x: tensor<?x?xf32>, %i: tensor<?x1xi64>) {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<?x?xf32>, tensor<?x1xi64>) -> tensor<?x2xf32>
  return
}
func.func @chlo_b(%x: tensor<?x1xf32>, %y: tensor<?xf32>) {
  %r = chlo.broadcast_add %x, %y : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return
}
func.func @batch_norm(%x: tensor<?x3xf32>, %s: tensor<3xf32>) {
  %a, %b, %c = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
func.func @maximum_q_chlo(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x!quant.uniform<i8:f32, 0.25>>) {
  %r = chlo.broadcast_maximum %x, %y : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}
