// SPDX-License-Identifier: Apache-2.0
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<2x4xf32>) {
  %r = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @absent, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}
