module @slices {
  func.func @main(%a: tensor<4x5xf32>, %i: tensor<i32>, %u: tensor<1x2xf32>) -> (tensor<4x5xf32>) {
    %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 2] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %1 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<4x5xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
    return %1 : tensor<4x5xf32>
  }
}
