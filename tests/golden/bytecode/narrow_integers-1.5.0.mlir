module @narrow_integers {
  func.func @main(%arg0: tensor<2xi2>, %arg1: tensor<2xui2>) -> tensor<2xi4> {
    %0 = stablehlo.convert %arg0 : (tensor<2xi2>) -> tensor<2xi4>
    %1 = stablehlo.convert %arg1 : (tensor<2xui2>) -> tensor<2xi4>
    %2 = stablehlo.add %0, %1 : tensor<2xi4>
    return %2 : tensor<2xi4>
  }
}
