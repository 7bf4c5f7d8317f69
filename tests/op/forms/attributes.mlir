// SPDX-License-Identifier: Apache-2.0
// Attributes of every kind, aliases, meshes and decoration.
#map = [1, 0]
#entry = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0],>
!matrix = tensor<2x2xf32>
module @attributes attributes {jax.uses_shape_polymorphism = false, "a key" = 2 : i32, flag, unit = unit} {
  sdy.mesh @mesh = <["a"=2, "b"=4]>
  sdy.mesh @"other mesh" = <[]> loc("mesh")
  func.func public @main(%x: !matrix {jax.buffer_donor = true, mhlo.sharding = "{replicated}", sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {}]>}) -> (!matrix {jax.result_info = ""}, tensor<2xf32>) attributes {note = #map, type = tensor<2x?xi4>, element = f8E4M3FN} {
    %0 = stablehlo.transpose %x, dims = [1, 0] {list = [1 : i8, -0x7F : i16, true, 1 : i1, "a\0A\t\\", @name, @"quoted name", 0.5, 1.5e-3 : bf16, 0x7FC00000 : f32, +2.0e+1 : f64], dictionary = {a = {b = []}}} : (!matrix) -> !matrix
    %1 = "stablehlo.dot_general"(%0, %x) <{dot_dimension_numbers = #entry, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]}> : (!matrix, !matrix) -> !matrix
    %2 = "stablehlo.slice"(%1) {start_indices = dense<[0, 1]> : tensor<2xi64>, limit_indices = array<i64: 2, 2>, strides = dense<1> : tensor<2xi64>} : (tensor<2x2xf32>) -> tensor<2x1xf32>
    %3 = stablehlo.reshape %2 {a = array<i1: true, false>, b = array<i32>, c = #other.text<a "b>" -> [c]>, d = dense<"0x01000000"> : tensor<i32>, e = #unknown} : (tensor<2x1xf32>) -> tensor<2xf32>
    %4:2 = stablehlo.optimization_barrier %1, %3 : tensor<2x2xf32>, tensor<2xf32>
    return %4#0, %4#1 : tensor<2x2xf32>, tensor<2xf32>
  }
}
