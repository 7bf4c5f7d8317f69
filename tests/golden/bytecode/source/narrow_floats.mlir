module @narrow_floats {
  func.func @main(%a: tensor<2xf8E4M3>, %b: tensor<2xf8E3M4>) -> (tensor<2xf32>) {
    %0 = stablehlo.convert %a : (tensor<2xf8E4M3>) -> tensor<2xf32>
    %1 = stablehlo.convert %b : (tensor<2xf8E3M4>) -> tensor<2xf32>
    %2 = stablehlo.convert %0 : (tensor<2xf32>) -> tensor<2xf8E4M3B11FNUZ>
    return %1 : tensor<2xf32>
  }
}
