module @compare {
  func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi32>) -> (tensor<4xi1>) {
    %0 = stablehlo.compare LT, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %1 = stablehlo.compare GE, %a, %b, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %2 = stablehlo.compare NE, %c, %c, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %3 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %4 = stablehlo.and %0, %1 : tensor<4xi1>
    %5 = stablehlo.or %2, %3 : tensor<4xi1>
    %6 = stablehlo.select %4, %5, %0 : tensor<4xi1>, tensor<4xi1>
    return %6 : tensor<4xi1>
  }
}
