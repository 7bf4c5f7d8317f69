module @bounded {
  func.func @main(%a: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) {
    %0 = stablehlo.add %a, %a : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
    return %0 : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  }
}
