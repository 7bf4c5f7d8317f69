module @accuracy {
  func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>) {
    %0 = "stablehlo.exponential"(%a) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-05, rtol = 0.0, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>
    %1 = "stablehlo.tanh"(%0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<2xf32>) -> tensor<2xf32>
    %2 = stablehlo.tan %1 : tensor<2xf32>
    return %2 : tensor<2xf32>
  }
}
