module @floats4 {
  func.func @main(%arg0: tensor<2xf4E2M1FN>, %arg1: tensor<2xf8E8M0FNU>, %arg2: tensor<2xf6E2M3FN>) -> tensor<2xf32> {
    %0 = stablehlo.convert %arg0 : (tensor<2xf4E2M1FN>) -> tensor<2xf32>
    %1 = stablehlo.convert %arg1 : (tensor<2xf8E8M0FNU>) -> tensor<2xf32>
    %2 = stablehlo.convert %arg2 : (tensor<2xf6E2M3FN>) -> tensor<2xf32>
    %cst = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf4E2M1FN>
    return %1 : tensor<2xf32>
  }
}
