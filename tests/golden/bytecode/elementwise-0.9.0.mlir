module @elementwise {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
    %1 = stablehlo.atan2 %0, %arg1 : tensor<4xf32>
    %2 = stablehlo.cbrt %1 : tensor<4xf32>
    %3 = stablehlo.ceil %2 : tensor<4xf32>
    %4 = stablehlo.cosine %3 : tensor<4xf32>
    %5 = stablehlo.exponential_minus_one %4 : tensor<4xf32>
    %6 = stablehlo.floor %5 : tensor<4xf32>
    %7 = stablehlo.log_plus_one %6 : tensor<4xf32>
    %8 = stablehlo.logistic %7 : tensor<4xf32>
    %9 = stablehlo.remainder %8, %arg0 : tensor<4xf32>
    %10 = stablehlo.round_nearest_afz %9 : tensor<4xf32>
    %11 = stablehlo.round_nearest_even %10 : tensor<4xf32>
    %12 = stablehlo.rsqrt %11 : tensor<4xf32>
    %13 = stablehlo.sign %12 : tensor<4xf32>
    %14 = stablehlo.power %13, %arg1 : tensor<4xf32>
    %15 = stablehlo.reduce_precision %14, format = e8m7 : tensor<4xf32>
    %16 = stablehlo.clamp %arg0, %15, %arg1 : tensor<4xf32>
    return %16 : tensor<4xf32>
  }
}
