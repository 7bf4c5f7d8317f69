module @floats4 {
  func.func @main(%a: tensor<2xf4E2M1FN>, %b: tensor<2xf8E8M0FNU>, %c: tensor<2xf6E2M3FN>) -> (tensor<2xf32>) {
    %0 = stablehlo.convert %a : (tensor<2xf4E2M1FN>) -> tensor<2xf32>
    %1 = stablehlo.convert %b : (tensor<2xf8E8M0FNU>) -> tensor<2xf32>
    %2 = stablehlo.convert %c : (tensor<2xf6E2M3FN>) -> tensor<2xf32>
    %3 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf4E2M1FN>
    return %1 : tensor<2xf32>
  }
}
