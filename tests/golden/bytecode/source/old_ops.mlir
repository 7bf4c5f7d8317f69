module @old_ops {
  func.func @main(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> (tensor<3x5xf32>) {
    %0 = stablehlo.dot %a, %b, precision = [HIGH, DEFAULT] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %1 = "stablehlo.einsum"(%a, %b) <{einsum_config = "ij,jk->ik"}> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %2 = "stablehlo.unary_einsum"(%a) <{einsum_config = "ij->i"}> : (tensor<3x4xf32>) -> tensor<3xf32>
    %3 = "stablehlo.broadcast"(%a) <{broadcast_sizes = array<i64: 2>}> : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
    %4 = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
    %5 = "stablehlo.torch_index_select"(%a, %4) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
    return %0 : tensor<3x5xf32>
  }
}
