module @floats8 {
  func.func @main(%arg0: tensor<2xf8E4M3FN>, %arg1: tensor<2xf8E5M2>) -> tensor<2xf32> {
    %0 = stablehlo.convert %arg0 : (tensor<2xf8E4M3FN>) -> tensor<2xf32>
    %1 = stablehlo.convert %arg1 : (tensor<2xf8E5M2>) -> tensor<2xf32>
    %2 = stablehlo.add %0, %1 : tensor<2xf32>
    %cst = stablehlo.constant dense<[1.000000e+00, -5.000000e-01]> : tensor<2xf8E5M2>
    return %2 : tensor<2xf32>
  }
}
