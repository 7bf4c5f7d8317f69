module @floats8_fnuz {
  func.func @main(%a: tensor<2xf8E4M3FNUZ>, %b: tensor<2xf8E5M2FNUZ>) -> (tensor<2xf32>) {
    %0 = stablehlo.convert %a : (tensor<2xf8E4M3FNUZ>) -> tensor<2xf32>
    %1 = stablehlo.convert %b : (tensor<2xf8E5M2FNUZ>) -> tensor<2xf32>
    %2 = stablehlo.add %0, %1 : tensor<2xf32>
    return %2 : tensor<2xf32>
  }
}
