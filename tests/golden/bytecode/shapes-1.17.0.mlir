module @shapes {
  func.func @main(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.reverse %0, dims = [0] : tensor<3x2xf32>
    %2 = stablehlo.reshape %1 : (tensor<3x2xf32>) -> tensor<6xf32>
    %3 = stablehlo.slice %2 [1:5:2] : (tensor<6xf32>) -> tensor<2xf32>
    %4 = stablehlo.pad %3, %cst, low = [1], high = [-1], interior = [2] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    %5 = stablehlo.concatenate %4, %3, dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
    %6 = stablehlo.iota dim = 0 : tensor<6xf32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    return %7 : tensor<3x2xf32>
  }
}
