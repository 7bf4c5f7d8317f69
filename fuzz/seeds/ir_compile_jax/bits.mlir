// SPDX-License-Identifier: Apache-2.0
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6xui32>) -> (tensor<6xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.popcnt %arg0 : tensor<6xui32>
    %c = stablehlo.constant dense<3> : tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<6xui32>
    %2 = stablehlo.shift_right_logical %arg0, %1 : tensor<6xui32>
    %3 = stablehlo.xor %0, %2 : tensor<6xui32>
    return %3 : tensor<6xui32>
  }
}
