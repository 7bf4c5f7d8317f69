module @old_ops {
  func.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) -> tensor<3x5xf32> {
    %0 = stablehlo.dot %arg0, %arg1, precision = [HIGH, DEFAULT] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %1 = stablehlo.einsum %arg0, %arg1, config = "ij,jk->ik" : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %2 = stablehlo.unary_einsum %arg0, config = "ij->i" : (tensor<3x4xf32>) -> tensor<3xf32>
    %3 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
    %c = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
    %4 = "stablehlo.torch_index_select"(%arg0, %c) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
    return %0 : tensor<3x5xf32>
  }
}
