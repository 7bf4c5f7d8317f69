module @floats8 {
  func.func @main(%a: tensor<2xf8E4M3FN>, %b: tensor<2xf8E5M2>) -> (tensor<2xf32>) {
    %0 = stablehlo.convert %a : (tensor<2xf8E4M3FN>) -> tensor<2xf32>
    %1 = stablehlo.convert %b : (tensor<2xf8E5M2>) -> tensor<2xf32>
    %2 = stablehlo.add %0, %1 : tensor<2xf32>
    %3 = stablehlo.constant dense<[1.0, -0.5]> : tensor<2xf8E5M2>
    return %2 : tensor<2xf32>
  }
}
