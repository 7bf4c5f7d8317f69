module @slices {
  func.func @main(%arg0: tensor<4x5xf32>, %arg1: tensor<i32>, %arg2: tensor<1x2xf32>) -> tensor<4x5xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 2] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %arg2, %arg1, %arg1 : (tensor<4x5xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
    return %1 : tensor<4x5xf32>
  }
}
