module @quantized_by_axis {
  func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
    %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01, 2.500000e-01:-1, 1.000000e-01:4}>>
    %1 = stablehlo.uniform_dequantize %0 : (tensor<2x3x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01, 2.500000e-01:-1, 1.000000e-01:4}>>) -> tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
}
