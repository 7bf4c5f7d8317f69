module @integers {
  func.func @main(%a: tensor<3xi32>, %b: tensor<3xui8>) -> (tensor<3xi32>) {
    %0 = stablehlo.popcnt %a : tensor<3xi32>
    %1 = stablehlo.count_leading_zeros %0 : tensor<3xi32>
    %2 = stablehlo.convert %b : (tensor<3xui8>) -> tensor<3xi32>
    %3 = stablehlo.shift_left %1, %2 : tensor<3xi32>
    %4 = stablehlo.shift_right_arithmetic %3, %2 : tensor<3xi32>
    %5 = stablehlo.shift_right_logical %4, %2 : tensor<3xi32>
    %6 = stablehlo.xor %5, %a : tensor<3xi32>
    %7 = stablehlo.not %6 : tensor<3xi32>
    %8 = stablehlo.bitcast_convert %7 : (tensor<3xi32>) -> tensor<3xf32>
    %9 = stablehlo.bitcast_convert %8 : (tensor<3xf32>) -> tensor<3xi32>
    return %9 : tensor<3xi32>
  }
}
