module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xi4>
    %1 = stablehlo.convert %0 : (tensor<4xi4>) -> tensor<4xi32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %3 = stablehlo.multiply %1, %2 : tensor<4xi32>
    return %3 : tensor<4xi32>
  }
}
